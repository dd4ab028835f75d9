/** Input and output of the replay decoder. */

import type { ReplaySummary } from 'wows-replay/summary';
import type { IncomingFile } from '#api/files/store.ts';
import { ApiError } from '#api/http/errors.ts';
import type { RefusalCause } from '#api/operation/upload-counts.ts';
import type { RegionId } from '#lib/regions.ts';
import type { Replay } from '#lib/schemas/replay.ts';

/** Roster, chat and facts in the shape of the API. */
export type DecodedParts = Pick<Replay, 'players' | 'chatMessages' | 'facts'>;

/** The decoded content of a file. */
export interface DecodedFile extends ReplaySummary {
  /** The timeline's JSON, compressed with brotli; null when the file has none. */
  timeline: Uint8Array<ArrayBuffer> | null;
  /** The tracks of its ships (`ship-tracks.ts`), compressed likewise. */
  tracks: Uint8Array<ArrayBuffer> | null;
  /** The recorder's ship as the header names it, such as `PASC020-Des-Moines-1948`. */
  vehicle: string;
}

/** A file that is refused. `gameVersion` as in the facts; null when its header cannot be read. */
interface RefusedFile {
  ok: false;
  reason: string;
  cause: RefusalCause;
  gameVersion: string | null;
  className?: string;
}

/** 422 with the reason for which a file is refused. */
export class RefusedReplay extends ApiError {
  /** Whether the file may run code in other programs: it has code, or a class that the game does not have. */
  readonly isDangerous: boolean;

  constructor(reason: string, cause: RefusalCause) {
    super(422, { body: reason, contentType: 'text/plain; charset=utf-8' }, reason);
    this.isDangerous = cause === 'code' || cause === 'class';
  }
}

/** The outcome of a file in the worker. */
type Findings = { ok: true; file: DecodedFile } | RefusedFile;

/** The worker's answer, with the processor time of its thread in milliseconds, which does not depend on other load. */
export type DecoderAnswer = Findings & { workMs: number };

/** The data that the worker starts with. */
export interface DecoderData {
  /** Classes that pickles may hold in addition to the game's. */
  extraClasses: readonly string[];
}

/** A file to decode, with the SHA-256 of its content. */
export type FileToDecode = Pick<IncomingFile, 'path' | 'sha256'>;

/** Who uploads a file. */
export interface Uploader {
  region: RegionId;
  /** Region and id of the account. */
  account: string;
  address: string;
}
