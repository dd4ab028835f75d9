/** The sentences about refused files that the editor and the API share. */
import { asSaved, INVALID_REPLAY, unknownClassSentence } from '#lib/schemas/replay-upload.ts';
import { type InvalidReplayError, MaliciousReplayError, UnknownClassError } from './replay-errors.ts';

/** Why a file is refused, in the words of the editor and the API. */
export function sentenceOf(error: InvalidReplayError): string {
  if (error instanceof UnknownClassError && !error.isCode) return unknownClassSentence(error.className);
  return error instanceof MaliciousReplayError ? INVALID_REPLAY : asSaved(error.message);
}
