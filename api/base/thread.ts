/** A worker thread that does one thing at a time, and is replaced when it fails or takes too long. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

const WAIT_LIMIT_MS = 60_000;

/** Options of a thread. */
export interface ThreadOptions {
  /** The worker's file. It sends a message once it is ready, and replies to each message with one. */
  script: URL;
  workerData?: unknown;
  /** Work that needs more processor time is aborted, in milliseconds. */
  timeLimitMs: number;
  /** Work that has not ended after this time is aborted, in milliseconds, by default 60,000: the machine is too slow for it. */
  waitLimitMs?: number;
  /** Limit of the worker's heap. Buffers outside the heap do not count. */
  memoryLimitMb: number;
  /** A worker without work ends after this many milliseconds; by default never. */
  idleMs?: number;
}

/**
 * Why there is no answer. 'failed': the worker failed, or needed too much processor time. 'late': it did not get enough of it.
 */
export type NoAnswer = 'failed' | 'late';

/** Does the work of one kind of message. */
export type Thread<Question, Answer> = ReturnType<typeof createThread<Question, Answer>>;

/** Starts a worker and waits until it is ready, so that the time limit counts the work only. */
async function start({ script, workerData, memoryLimitMb }: ThreadOptions): Promise<Worker> {
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    // The worker needs no environment variables.
    env: {},
    workerData,
  });
  // An error between two questions must not end the process; the next question starts a new worker.
  worker.on('error', () => {});
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The worker ended before it was ready.');
  });
  await Promise.race([once(worker, 'message'), ended]);
  return worker;
}

/** Processor time that the worker has used, in milliseconds. Rejects when it has ended. */
async function processorTime(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

/** Resolves once the worker has used so many milliseconds more. Rejects when it ends, or the signal aborts. */
async function useUp(worker: Worker, limitMs: number, signal: AbortSignal): Promise<void> {
  const limit = (await processorTime(worker)) + limitMs;
  // No thread gets more processor time than time passes.
  for (let left = limitMs; left > 0; left = limit - (await processorTime(worker)))
    await sleep(left, undefined, { signal });
}

function send<Answer>(
  worker: Worker,
  question: unknown,
  { timeLimitMs, waitLimitMs = WAIT_LIMIT_MS }: ThreadOptions,
): Promise<Answer | NoAnswer> {
  return new Promise((resolve) => {
    const ending = new AbortController();
    const finish = (answer: Answer | NoAnswer): void => {
      clearTimeout(timer);
      ending.abort();
      worker.off('message', finish).off('error', fail).off('exit', fail);
      resolve(answer);
    };
    const fail = (): void => finish('failed');
    const timer = setTimeout(() => finish('late'), waitLimitMs);
    useUp(worker, timeLimitMs, ending.signal).then(fail, () => {});
    worker.on('message', finish).on('error', fail).on('exit', fail);
    worker.postMessage(question);
  });
}

/** Runs a script once in a thread, whose first message is the result. Rejects when it fails, or the signal aborts it. */
export function runInThread<Result>(script: URL, workerData: unknown, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData });
    const end = (): void => void worker.terminate();
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', end);
      reject(signal.aborted ? signal.reason : new Error('The thread ended without a result.'));
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

/** Creates a thread, whose worker starts with the first question. */
export function createThread<Question, Answer>(options: ThreadOptions) {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  const running = async (): Promise<Worker> => {
    clearTimeout(idleTimer);
    if (worker !== null) return worker;
    const started = await start(options);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    return started;
  };
  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const rest = (current: Worker): void => {
    current.unref();
    if (options.idleMs !== undefined) idleTimer = setTimeout(() => void end(), options.idleMs).unref();
  };
  const askNow = async (question: Question): Promise<Answer | NoAnswer> => {
    const current = await running();
    current.ref();
    const answer = await send<Answer>(current, question, options);
    if (answer === 'failed' || answer === 'late') await end();
    else rest(current);
    return answer;
  };
  return {
    /** The worker's answer. Questions wait for earlier ones. */
    ask(question: Question): Promise<Answer | NoAnswer> {
      const answer = last.then(() => askNow(question));
      last = answer.catch(() => {});
      return answer;
    },
    /** Starts the worker, so that the next question does not wait for its start. */
    warm(): void {
      last = last.then(async () => rest(await running())).catch(() => {});
    },
    async close(): Promise<void> {
      await last;
      await end();
    },
  };
}
