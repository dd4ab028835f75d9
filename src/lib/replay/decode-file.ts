/** The job of the browser's worker: decodes a file, or refuses it as the API would, with a sentence for the user. */
import { shipNameOf } from '#lib/domain/ships.ts';
import { INVALID_REPLAY } from '#lib/schemas/replay-upload.ts';
import type { Timeline } from '#lib/schemas/timeline.ts';
import { decodeReplay } from './decode-replay.ts';
import { sentenceOf } from './refusal.ts';
import { hasRepeatedAccount } from './repeated-account.ts';
import { InvalidReplayError, MaliciousReplayError, UnknownClassError } from './replay-errors.ts';
import { type ReplaySummary, replaySummary } from './replay-summary.ts';

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

function refusal(error: InvalidReplayError): FileAnswer {
  const isCode =
    error instanceof MaliciousReplayError && !(error instanceof UnknownClassError && !error.isCode);
  return { ok: false, reason: isCode ? CODE : sentenceOf(error) };
}

/** Decodes a replay file. `extraClasses`: further classes that pickles may hold, as in the API. */
export async function decodeFile(file: Blob, extraClasses: readonly string[] = []): Promise<FileAnswer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const replay = await decodeReplay(bytes, { extraClasses });
    const summary = replaySummary(replay);
    if (hasRepeatedAccount(summary)) return { ok: false, reason: INVALID_REPLAY };
    const recorderShip = shipNameOf(replay.header.playerVehicle);
    return { ok: true, file: { ...summary, timeline: replay.timeline, recorderShip } };
  } catch (error) {
    if (error instanceof InvalidReplayError) return refusal(error);
    throw error;
  }
}
