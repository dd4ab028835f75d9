/** What the browser's worker does: decodes a file, or refuses it as the API would, with a sentence for the user. */
import { shipNameOf } from '#lib/domain/ships.ts';
import { unknownClassSentence } from '#lib/schemas/replay-upload.ts';
import type { Timeline } from '#lib/schemas/timeline.ts';
import { decodeReplay } from './decode-replay.ts';
import { InvalidReplayError, MaliciousReplayError, UnknownClassError } from './replay-errors.ts';
import { type ReplaySummary, replaySummary } from './replay-summary.ts';

/** What the browser learns from a file. */
export interface DecodedFile extends ReplaySummary {
  timeline: Timeline | null;
  /** Name of the recorder's ship. */
  recorderShip: string | null;
}

/** The worker's answer: the battle, or why the file is refused. */
export type FileAnswer = { ok: true; file: DecodedFile } | { ok: false; reason: string };

const CODE = 'This replay would run code in the game of anyone who opens it, so it can’t be used.';
const AS_SAVED = 'Choose a file exactly as the game saved it.';

function refusal(error: InvalidReplayError): FileAnswer {
  if (error instanceof UnknownClassError) return { ok: false, reason: unknownClassSentence(error.className) };
  const isCode = error instanceof MaliciousReplayError;
  return { ok: false, reason: isCode ? CODE : `${error.message} ${AS_SAVED}` };
}

/** Decodes a replay file, which must be whole. `extraClasses`: further classes that pickles may hold, as in the API. */
export async function decodeFile(file: Blob, extraClasses: readonly string[] = []): Promise<FileAnswer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const replay = await decodeReplay(bytes, { extraClasses });
    if (replay.isDamaged)
      return { ok: false, reason: `Part of this replay is missing or damaged. ${AS_SAVED}` };
    const recorderShip = shipNameOf(replay.header.playerVehicle);
    return { ok: true, file: { ...replaySummary(replay), timeline: replay.timeline, recorderShip } };
  } catch (error) {
    if (error instanceof InvalidReplayError) return refusal(error);
    throw error;
  }
}
