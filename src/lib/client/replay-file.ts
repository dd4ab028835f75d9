/** Decodes a replay file in a worker, so that the page stays responsive. The decoder's code loads with the worker. */
import type { FileAnswer, ReplayJob } from '#lib/replay/decode-file.ts';
import workerUrl from '#lib/replay/decode-worker.ts?worker&url';
import { runtime } from '#lib/runtime.ts';

/** Loading the decoder and decoding together; real files take up to two seconds on slow phones. */
const LIMIT_MS = 60_000;

/** The classes that the operator allows. Not in `runtime`, which every page loads. */
const allowedClasses = (): string[] =>
  globalThis.document?.documentElement.dataset.replayClasses?.split(',') ?? [];

/** Resolves with the worker's answer; rejects when there will be none. `stop` ends the timer. */
function ask(worker: Worker, file: Blob, signal: AbortSignal | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<FileAnswer>();
  const fail = () => reject(new Error('The replay could not be decoded here.'));
  worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => resolve(data);
  worker.onerror = fail;
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  worker.postMessage({ file, extraClasses: allowedClasses() } satisfies ReplayJob);
  return { answer: promise, stop: runtime.setTimer(fail, LIMIT_MS) };
}

/**
 * Decodes a replay file of any origin. Not ok when the API would refuse the file, too: the reason is for the user.
 *
 * @throws {Error} when the decoder could not be loaded or gave no answer; another call may succeed
 */
export async function decodeReplayFile(file: Blob, signal?: AbortSignal): Promise<FileAnswer> {
  signal?.throwIfAborted();
  const worker = runtime.createWorker(workerUrl);
  const { answer, stop } = ask(worker, file, signal);
  try {
    return await answer;
  } finally {
    stop();
    worker.terminate();
  }
}
