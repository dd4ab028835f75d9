/** The regional API as a child process of `npm start` and of the tests. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { END_WITH_PARENT, type Running, start } from '#scripts/support/processes.ts';

/** The API prints its address once it responds. */
const READY = /\bhttps?:\/\//;

/** The running API. `ready` rejects with a plain failure when it ends before it responds. */
export interface ApiProcess extends Running {
  ready: Promise<void>;
}

const lines = (stream: Readable | null, onLine: (line: string) => void): void => {
  if (stream) createInterface({ input: stream }).on('line', onLine);
};

/** Starts the demo's API; what it prints after it is ready goes on to this process's output. */
export function startApi(env: NodeJS.ProcessEnv): ApiProcess {
  const running = start(process.execPath, [END_WITH_PARENT, 'api/main.ts', '--demo'], { env, ipc: true });
  const complaints: string[] = [];
  let isReady = false;
  const ready = new Promise<void>((resolve, reject) => {
    lines(running.child.stdout, (line) => {
      if (isReady) console.log(line);
      else if (READY.test(line)) {
        isReady = true;
        resolve();
      }
    });
    lines(running.child.stderr, (line) => {
      if (isReady) console.error(line);
      else complaints.push(line);
    });
    running.exited.then((code) => {
      const reason =
        complaints.join('\n').trim() || `The regional API ended with code ${code} while it started.`;
      reject(new PlainFailure(reason));
    }, reject);
  });
  return { ...running, ready };
}
