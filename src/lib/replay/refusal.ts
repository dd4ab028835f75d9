/** The sentences about refused files that the editor and the API share. */
import { asSaved, unknownClassSentence } from '#lib/schemas/replay-upload.ts';
import {
  CostlyReplayError,
  DamagedReplayError,
  type InvalidReplayError,
  UnknownClassError,
} from './replay-errors.ts';

/** Why a file is refused, in the editor's and the API's words; undefined when each has its own. */
export function sentenceOf(error: InvalidReplayError): string | undefined {
  if (error instanceof UnknownClassError) return unknownClassSentence(error.className);
  const isShared = error instanceof DamagedReplayError || error instanceof CostlyReplayError;
  return isShared ? asSaved(error.message) : undefined;
}
