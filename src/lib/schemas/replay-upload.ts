/** Replay files: their limits, and the API's messages about them. The site loads this with the editor. */

export { REPLAY_MAX_BYTES } from 'wows-replay/replay';

/** Extension of a replay file. */
export const REPLAY_EXTENSION = '.wowsreplay';
/** Extension of the CIS client's replays, which no decoder reads yet (Rule 15.13). */
export const CIS_EXTENSION = '.korablireplay';
/** Whether a file's name is one of the CIS client. */
export const isCisName = (name: string): boolean => name.toLowerCase().endsWith(CIS_EXTENSION);
/** The API's message about a malicious replay, or another kind of file. */
export const INVALID_REPLAY = 'Invalid replay.';

/** The API's message about a file with that name in another form. Not `asSaved`: the game may save what we have never seen. */
export const NOT_CIS_FORM = `This file doesn't have the form of a ${CIS_EXTENSION} file and was not stored.`;

const UNKNOWN_CLASS_START = "This replay contains a class we don't recognise (";
const UNKNOWN_CLASS_END = ') and was not stored.';

/** The API's message about a replay with a class (`module.Class`) that is not allowed: malicious, or from a newer game. */
export function unknownClassSentence(className: string): string {
  return `${UNKNOWN_CLASS_START}${className}${UNKNOWN_CLASS_END}`;
}

const AS_SAVED = ' Choose a file exactly as the game saved it.';

/** Why a file is refused, and what to do. */
export function asSaved(reason: string): string {
  return reason + AS_SAVED;
}

/** Whether a message of the API gives the reason for which a replay is refused. */
export function isReplayReason(text: string): boolean {
  return (
    text === NOT_CIS_FORM ||
    (text.startsWith(UNKNOWN_CLASS_START) && text.endsWith(UNKNOWN_CLASS_END)) ||
    text.endsWith(AS_SAVED)
  );
}
