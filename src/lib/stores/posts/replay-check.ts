/** Checks chosen replay files before they are sent. The decoder loads with the first one (Rule 25.52). */
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import type { DecodedFile } from '#lib/replay/decode-file.ts';
import { formMessage, WRONG_EXTENSION } from '#lib/schemas/forms/messages.ts';
import { ReplayFileSchema } from '#lib/schemas/forms/post-form.ts';
import { isCisName } from '#lib/schemas/replay-upload.ts';

/** The shown parts of a readable file. */
export type CheckedFile = Pick<DecodedFile, 'players' | 'chatMessages' | 'facts' | 'recorderShip'>;

/**
 * State of the check. `unfit`: the form already says what is wrong. `refused`: the API would refuse the file, too.
 * `unavailable`: the decoder gave no answer, so only the API checks the file.
 */
export type ReplayCheck =
  | { state: 'checking' }
  | { state: 'checked'; file: CheckedFile }
  | { state: 'refused'; reason: string }
  | { state: 'unfit'; reason: string }
  | { state: 'unavailable' };

interface Entry {
  $check: WritableAtom<ReplayCheck>;
  done: Promise<unknown>;
}

/** By file, so that a form that is opened again does not check its file again. */
const entries = new WeakMap<File, Entry>();

async function check(file: File): Promise<ReplayCheck> {
  const { error } = await ReplayFileSchema.safeParseAsync(file, { error: formMessage });
  if (error) return { state: 'unfit', reason: error.issues[0]?.message ?? '' };
  try {
    if (isCisName(file.name) && !(await hasFeature('cis-replays')))
      return { state: 'refused', reason: WRONG_EXTENSION };
    const { decodeReplayFile } = await import('#lib/client/replay-file.ts');
    const answer = await decodeReplayFile(file);
    if (!answer.ok) return { state: 'refused', reason: answer.reason };
    const { players, chatMessages, facts, recorderShip } = answer.file;
    return { state: 'checked', file: { players, chatMessages, facts, recorderShip } };
  } catch {
    return { state: 'unavailable' };
  }
}

function entryOf(file: File): Entry {
  const known = entries.get(file);
  if (known !== undefined) return known;
  const entry: Entry = { $check: atom<ReplayCheck>({ state: 'checking' }), done: Promise.resolve() };
  entries.set(file, entry);
  run(file, entry);
  return entry;
}

function run(file: File, entry: Entry): void {
  entry.$check.set({ state: 'checking' });
  entry.done = check(file).then((outcome) => entry.$check.set(outcome));
}

/** The check of a file. The first call starts it. */
export function replayCheck(file: File): ReadableAtom<ReplayCheck> {
  return entryOf(file).$check;
}

/** Repeats a check that gave no answer. */
export function retryReplayCheck(file: File): void {
  run(file, entryOf(file));
}

/**
 * Waits for the check of a file.
 *
 * @throws {DOMException} AbortError when the API would refuse the file, which its field explains, or when aborted
 */
export async function passReplayCheck(file: File, signal: AbortSignal): Promise<void> {
  const { $check, done } = entryOf(file);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason));
  await Promise.race([done, aborted]);
  if ($check.get().state === 'refused') throw new DOMException('The replay was refused.', 'AbortError');
}
