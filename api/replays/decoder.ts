/** Decodes replays in a separate thread, because it takes time and the files are untrusted. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sentence } from '#api/http/errors.ts';
import { INVALID_REPLAY, type Replay, unknownClassSentence } from '#lib/schemas/replay.ts';

/** Decoding that takes longer is aborted, in milliseconds. Real files take well below a second. */
const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;

/** Roster and chat in the shape of the API. */
export type DecodedParts = Pick<Replay, 'players' | 'chatMessages'>;

/** What the worker answers. */
export type DecoderAnswer = { ok: true; parts: DecodedParts } | { ok: false; className?: string };

/** The data that the worker starts with. */
export interface DecoderData {
  /** Classes that pickles may hold in addition to the game's. */
  extraClasses: readonly string[];
}

/** Decodes one file at a time. */
export interface ReplayDecoder {
  /** Roster and chat of the file at a path. Rejects with 422 when it is not a replay, or malicious (rules 15.3, 15.9). */
  decode(path: string): Promise<DecodedParts>;
  close(): Promise<void>;
}

/** Starts a thread and waits until it is ready, so that the time limit counts decoding only. */
async function startWorker(workerData: DecoderData, onExit: () => void): Promise<Worker> {
  const worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    // The worker needs no environment variables.
    env: {},
    workerData,
  });
  // An error between two files must not end the process; the next file starts a new thread.
  worker.on('error', () => {}).once('exit', onExit);
  await once(worker, 'message');
  return worker;
}

/** Sends a file to the worker and waits for its answer. 'failed' when the worker fails or takes too long. */
function ask(worker: Worker, path: string): Promise<DecoderAnswer | 'failed'> {
  return new Promise((resolve) => {
    const finish = (answer: DecoderAnswer | 'failed'): void => {
      clearTimeout(timer);
      worker.off('message', finish).off('error', fail).off('exit', fail);
      resolve(answer);
    };
    const fail = (): void => finish('failed');
    const timer = setTimeout(fail, TIME_LIMIT_MS);
    worker.on('message', finish).on('error', fail).on('exit', fail);
    worker.postMessage(path);
  });
}

/**
 * Creates the decoder. Its thread starts with the first file; a failed thread is replaced. `onUnknownClass` is called with
 * the class for which a file is refused.
 */
export function createReplayDecoder(
  data: DecoderData,
  onUnknownClass: (className: string) => void,
): ReplayDecoder {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const decodeNow = async (path: string): Promise<DecodedParts> => {
    worker ??= await startWorker(data, () => {
      worker = null;
    });
    worker.ref();
    const answer = await ask(worker, path);
    if (answer === 'failed') await worker?.terminate();
    else worker?.unref();
    if (answer !== 'failed' && answer.ok) return answer.parts;
    if (answer === 'failed' || answer.className === undefined) throw sentence(422, INVALID_REPLAY);
    onUnknownClass(answer.className);
    throw sentence(422, unknownClassSentence(answer.className));
  };
  return {
    decode(path) {
      const result = last.then(() => decodeNow(path));
      last = result.catch(() => {});
      return result;
    },
    async close() {
      await last;
      await worker?.terminate();
    },
  };
}
