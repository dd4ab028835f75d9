/** The sentences about refused files that the editor and the API share. */

import {
  type InvalidReplayError,
  MaliciousReplayError,
  NO_SHIPS,
  UnknownClassError,
} from 'wows-replay/errors';
import type { ReplayFacts } from '#lib/schemas/replay.ts';
import { asSaved, INVALID_REPLAY, NOT_CIS_FORM, unknownClassSentence } from '#lib/schemas/replay-upload.ts';

/** Why a file is refused, in the words of the editor and the API. `isCis`: its name is one of the CIS client. */
export function sentenceOf(error: InvalidReplayError, isCis = false): string {
  if (error instanceof UnknownClassError && !error.isCode) return unknownClassSentence(error.className);
  if (error instanceof MaliciousReplayError) return INVALID_REPLAY;
  return isCis ? NOT_CIS_FORM : asSaved(error.message);
}

/** Why a file is refused whose form belongs to another name; null when both agree. */
export function misnamed(source: ReplayFacts['source'] | undefined, isCis: boolean): string | null {
  if ((source === 'none') === isCis) return null;
  return isCis ? NOT_CIS_FORM : asSaved(NO_SHIPS);
}
