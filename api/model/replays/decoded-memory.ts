/** Remembers what files showed, by the SHA-256 of their content, so that the same file is not decoded again. */
import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { DecoderAnswer } from '#api/model/replays/decoder.ts';

/** Serialized answers, in bytes: several hundred files. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Milliseconds. */
const REMEMBERED_MS = 3_600_000;
/** The same for refused files, because the reason may be a limit of time that other load has used up. */
const REFUSAL_REMEMBERED_MS = 60_000;

/** The outcome of a file; 'failed' when decoding took too much time or memory. */
export type Result = DecoderAnswer | 'failed';

/** Answers of this process and its version of the decoder. */
export interface DecodedMemory {
  /** A copy of the answer; null when the file is not known. */
  get(sha256: string): Result | null;
  set(sha256: string, result: Result): void;
}

/** Creates a memory. The least recently used answers are forgotten first. */
export function createDecodedMemory(maxBytes = MAX_BYTES): DecodedMemory {
  const answers = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length,
    ttl: REMEMBERED_MS,
  });
  return {
    get(sha256) {
      const answer = answers.get(sha256);
      return answer === undefined ? null : (deserialize(answer) as Result);
    },
    set(sha256, result) {
      const ttl = result !== 'failed' && result.ok ? REMEMBERED_MS : REFUSAL_REMEMBERED_MS;
      answers.set(sha256, serialize(result), { ttl });
    },
  };
}
