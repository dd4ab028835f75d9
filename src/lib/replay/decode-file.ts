/** The job of the browser's worker: decodes a file, or refuses it as the API would, with a sentence for the user. */

import { decodeReplay } from 'wows-replay';
import { InvalidReplayError, MaliciousReplayError, UnknownClassError } from 'wows-replay/errors';
import { hasRepeatedAccount } from 'wows-replay/replay';
import { shipNameOf } from 'wows-replay/ships';
import { type ReplaySummary, replaySummary } from 'wows-replay/summary';
import type { Timeline } from 'wows-replay/timeline';
import { INVALID_REPLAY, isCisName } from '#lib/schemas/replay-upload.ts';
import { misnamed, sentenceOf } from './refusal.ts';

/** The worker's job. `extraClasses`: further classes that pickles may hold, as in the API. */
export interface ReplayJob {
  file: Blob;
  extraClasses: readonly string[];
}

/** The result of decoding in the browser. */
export interface DecodedFile extends ReplaySummary {
  timeline: Timeline | null;
  /** Name of the recorder's ship. */
  recorderShip: string | null;
}

/** The worker's answer: the battle, or why the file is refused. */
export type FileAnswer = { ok: true; file: DecodedFile } | { ok: false; reason: string };

/** The API only says that the file is invalid. */
const CODE = 'This replay would run code in the game of anyone who opens it, so it can’t be used.';

function refusal(error: InvalidReplayError, isCis: boolean): FileAnswer {
  const isCode =
    error instanceof MaliciousReplayError && !(error instanceof UnknownClassError && !error.isCode);
  return { ok: false, reason: isCode ? CODE : sentenceOf(error, isCis) };
}

/** Decodes a replay file. `extraClasses`: further classes that pickles may hold, as in the API. */
export async function decodeFile(file: Blob, extraClasses: readonly string[] = []): Promise<FileAnswer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isCis = file instanceof File && isCisName(file.name);
  try {
    const replay = await decodeReplay(bytes, { extraClasses });
    const summary = replaySummary(replay);
    const reason = hasRepeatedAccount(summary) ? INVALID_REPLAY : misnamed(replay.source, isCis);
    if (reason !== null) return { ok: false, reason };
    const recorderShip = shipNameOf(replay.header.playerVehicle);
    return { ok: true, file: { ...summary, timeline: replay.timeline, recorderShip } };
  } catch (error) {
    if (error instanceof InvalidReplayError) return refusal(error, isCis);
    throw error;
  }
}
