/** A worker thread that does one thing at a time, and is replaced when it fails or takes too long. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Options of a thread. */
export interface ThreadOptions {
  /** The worker's file. It sends a message once it is ready, and answers each message with one. */
  script: URL;
  workerData?: unknown;
  /** Work that takes longer is aborted, in milliseconds. */
  timeLimitMs: number;
  memoryLimitMb: number;
}

/** Does the work of one kind of message. */
export interface Thread<Question, Answer> {
  /** The worker's answer; 'failed' when it fails or takes too long. Questions wait for earlier ones. */
  ask(question: Question): Promise<Answer | 'failed'>;
  close(): Promise<void>;
}

/** Starts a worker and waits until it is ready, so that the time limit counts the work only. */
async function start(options: ThreadOptions, onExit: () => void): Promise<Worker> {
  const { script, workerData, memoryLimitMb } = options;
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    // The worker needs no environment variables.
    env: {},
    workerData,
  });
  // An error between two questions must not end the process; the next question starts a new worker.
  worker.on('error', () => {}).once('exit', onExit);
  await once(worker, 'message');
  return worker;
}

function send<Answer>(worker: Worker, question: unknown, timeLimitMs: number): Promise<Answer | 'failed'> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | 'failed'): void => {
      clearTimeout(timer);
      worker.off('message', finish).off('error', fail).off('exit', fail);
      resolve(answer);
    };
    const fail = (): void => finish('failed');
    const timer = setTimeout(fail, timeLimitMs);
    worker.on('message', finish).on('error', fail).on('exit', fail);
    worker.postMessage(question);
  });
}

/** Creates a thread, whose worker starts with the first question. */
export function createThread<Question, Answer>(options: ThreadOptions): Thread<Question, Answer> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const askNow = async (question: Question): Promise<Answer | 'failed'> => {
    worker ??= await start(options, () => {
      worker = null;
    });
    worker.ref();
    const answer = await send<Answer>(worker, question, options.timeLimitMs);
    if (answer === 'failed') await worker?.terminate();
    else worker?.unref();
    return answer;
  };
  return {
    ask(question) {
      const answer = last.then(() => askNow(question));
      last = answer.catch(() => {});
      return answer;
    },
    async close() {
      await last;
      await worker?.terminate();
    },
  };
}
