/** Decodes replays in a separate thread, because it takes time and the files are untrusted. */
import { sentence } from '#api/http/errors.ts';
import { createThread } from '#api/thread.ts';
import type { ReplaySummary } from '#lib/replay/replay-summary.ts';
import type { Replay } from '#lib/schemas/replay.ts';
import { INVALID_REPLAY } from '#lib/schemas/replay-upload.ts';

/** Decoding that takes longer is aborted, in milliseconds. Real files take well below a second. */
const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;

/** Roster, chat and facts in the shape of the API. */
export type DecodedParts = Pick<Replay, 'players' | 'chatMessages' | 'facts'>;

/** What a file shows. */
export interface DecodedFile extends ReplaySummary {
  /** The timeline's JSON, compressed with brotli; null when the file has none. */
  timeline: Uint8Array<ArrayBuffer> | null;
  /** The ways of its ships (`ship-tracks.ts`), compressed likewise. */
  tracks: Uint8Array<ArrayBuffer> | null;
  /** The recorder's ship as the header names it, such as `PASC020-Des-Moines-1948`. */
  vehicle: string;
}

/** What the worker answers. */
export type DecoderAnswer =
  | { ok: true; file: DecodedFile }
  | { ok: false; reason: string; className?: string };

/** The data that the worker starts with. */
export interface DecoderData {
  /** Classes that pickles may hold in addition to the game's. */
  extraClasses: readonly string[];
}

/** Decodes one file at a time. */
export interface ReplayDecoder {
  /** Reads the file at a path. Rejects with 422 when it is not a replay, or malicious (rules 15.3, 15.9). */
  decode(path: string): Promise<DecodedFile>;
  close(): Promise<void>;
}

/** Creates the decoder. `onUnknownClass` is called with the class for which a file is refused. */
export function createReplayDecoder(
  data: DecoderData,
  onUnknownClass: (className: string) => void,
): ReplayDecoder {
  const thread = createThread<string, DecoderAnswer>({
    script: new URL('./decoder-worker.ts', import.meta.url),
    workerData: data,
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_LIMIT_MB,
  });
  return {
    async decode(path) {
      const answer = await thread.ask(path);
      if (answer !== 'failed' && answer.ok) return answer.file;
      if (answer === 'failed') throw sentence(422, INVALID_REPLAY);
      if (answer.className !== undefined) onUnknownClass(answer.className);
      throw sentence(422, answer.reason);
    },
    close: () => thread.close(),
  };
}
