/** The threads that decode replays, and in which order files get one. */
import os from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { Callers, SharedWork } from '#api/base/queue/callers.ts';
import { createFairQueue, type FairQueue } from '#api/base/queue/fair-queue.ts';
import type { NoAnswer, Thread } from '#api/base/thread.ts';
import { within } from '#api/base/waiting.ts';
import type { DecoderAnswer, FileToDecode, Uploader } from '#api/model/replays/decoder.ts';

/** Bounds of the threads; times in milliseconds. */
export interface DecoderLimits {
  /** Uploads that are decoded at the same time; one more file may be decoded in the slow place. */
  places: number;
  /** A file that takes longer gives its place away. */
  patienceMs: number;
  /** An account whose file needed more processor time uses the slow place for a while. */
  slowMs: number;
}

/** A place for each core but one, one to four. Real files need up to 300 ms. */
export const DECODER_LIMITS: DecoderLimits = {
  places: Math.min(4, Math.max(1, os.availableParallelism() - 1)),
  patienceMs: 50,
  slowMs: 1_000,
};
/** How long the account does, in milliseconds. */
const REST_MS = millisecondsInMinute;
const SLOW_ACCOUNTS = 10_000;
const PRIORITY = 0;
const BACKGROUND = { id: 'background', priority: PRIORITY };

/** Serialized answers, in bytes: several hundred files. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How long an answer is remembered, in milliseconds. */
const REMEMBERED_MS = millisecondsInHour;
/** The same for refused files, because the reason may be the memory that other load has used up. */
const REFUSAL_REMEMBERED_MS = millisecondsInMinute;

/** The outcome of a file. 'failed': decoding took too much processor time or memory; 'late': this machine is too busy. */
export type Result = DecoderAnswer | NoAnswer;

const isDecoded = (result: Result): boolean => typeof result === 'object' && result.ok;

/**
 * Decodes files in threads; uploads of different addresses take turns. Background work, slow files and accounts that sent a
 * slow file recently share one slow slot, so that other uploads hardly wait for them.
 */
export class DecoderThreads {
  readonly #threads: readonly Thread<string, DecoderAnswer>[];
  /**
   * The thread that was used last comes last. It takes turns with the one before: the first file of a worker takes several
   * times as long, so two are kept warm, and the workers of the others can end.
   */
  readonly #free: Thread<string, DecoderAnswer>[];
  readonly #uploads: FairQueue;
  readonly #slow: FairQueue;
  readonly #limits: DecoderLimits;
  /** Serialized answers of this process and its version of the decoder. The least recently used ones are forgotten first. */
  readonly #answers = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: REMEMBERED_MS,
  });
  /** By the sum of the file. */
  readonly #decoding = new SharedWork();
  readonly #slowAccounts = new LRUCache<string, true>({ max: SLOW_ACCOUNTS, ttl: REST_MS });
  #count = 0;

  constructor(createThread: () => Thread<string, DecoderAnswer>, limits: DecoderLimits) {
    this.#threads = Array.from({ length: limits.places + 1 }, createThread);
    this.#free = [...this.#threads];
    this.#uploads = createFairQueue({ concurrency: limits.places });
    this.#slow = createFairQueue({ concurrency: 1 });
    this.#limits = limits;
  }

  /** The remembered outcome of a file; null when it has to be decoded. */
  known(sha256: string): Result | null {
    const answer = this.#answers.get(sha256);
    return answer === undefined ? null : (deserialize(answer) as Result);
  }

  /** Decodes an uploaded file. */
  upload(file: FileToDecode, { account, address }: Uploader): Promise<Result> {
    const callers = new Callers({ id: address, priority: PRIORITY });
    const decode = async (): Promise<Result> => {
      // Another upload of the same file may have been decoded while this one waited.
      const result = this.known(file.sha256) ?? (await this.#decode(file));
      const isSlow = typeof result === 'object' ? result.workMs > this.#limits.slowMs : result === 'failed';
      if (isSlow) this.#slowAccounts.set(account, true);
      return result;
    };
    if (this.#slowAccounts.has(account)) return this.#run(this.#slow, callers, decode);
    return new Promise((resolve, reject) => {
      this.#run(this.#uploads, callers, () => {
        const result = decode();
        result.then(resolve, reject);
        return this.#untilDoneOrMoved(result, callers);
      }).catch(reject);
    });
  }

  /** Decodes a stored file that no one waits for. One that was refused before is decoded again. */
  background(file: FileToDecode): Promise<Result> {
    return this.#run(this.#slow, new Callers(BACKGROUND), async () => {
      const known = this.known(file.sha256);
      return known !== null && isDecoded(known) ? known : this.#decode(file);
    });
  }

  /** Ends the threads once they have no work. */
  async close(): Promise<void> {
    await Promise.all([this.#uploads.idle(), this.#slow.idle()]);
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #run<T>(queue: FairQueue, callers: Callers, task: () => Promise<T>): Promise<T> {
    this.#count += 1;
    return queue.run(String(this.#count), callers, task);
  }

  /** Resolves when a file is decoded, or takes long and has got the slow place. */
  async #untilDoneOrMoved(result: Promise<Result>, callers: Callers): Promise<void> {
    const isDone = result.then(
      () => true,
      () => true,
    );
    if (await within(isDone, this.#limits.patienceMs, false)) return;
    const hasMoved = new Promise<void>((moved) => {
      void this.#run(this.#slow, callers, () => {
        moved();
        return isDone;
      });
    });
    await Promise.race([isDone, hasMoved]);
  }

  /** Decodes a file once, for all who wait for it. */
  #decode({ path, sha256 }: FileToDecode): Promise<Result> {
    return this.#decoding.run(sha256, new Callers(), async () => {
      const answer = await this.#ask(path);
      const ttl = isDecoded(answer) ? REMEMBERED_MS : REFUSAL_REMEMBERED_MS;
      if (answer !== 'late') this.#answers.set(sha256, serialize(answer), { ttl });
      return answer;
    });
  }

  async #ask(path: string): Promise<Result> {
    const thread = this.#free.splice(-2, 1)[0];
    if (thread === undefined) throw new Error('There are more files than threads.');
    // The next file would otherwise wait until a worker has started.
    this.#free.at(-1)?.warm();
    let isWarm = false;
    try {
      const answer = await thread.ask(path);
      isWarm = typeof answer === 'object';
      return answer;
    } finally {
      if (isWarm) this.#free.push(thread);
      else this.#free.unshift(thread);
    }
  }
}
