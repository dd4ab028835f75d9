/** Whose settings the page shows, and how what they ask for is done (Rules 12.1, 12.7). */
import { computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import { errorToMessage, HttpError } from '#lib/client/errors.ts';
import { SETTINGS_SENTENCES, settingsRefusal } from '#lib/domain/settings.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { $profileFlags, $session, reloadSession, retryProfileFlags } from '#lib/stores/session/session.ts';
import { decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import { lookAtCookie } from '#lib/stores/session/session-watch.ts';

/** What becomes of something the user asked for. */
export type Task = { state: 'idle' | 'busy' | 'done' } | { state: 'refused'; message: string };

/** Nothing is asked for. */
export const IDLE: Task = { state: 'idle' };

/** The personal token, and when it expires, in milliseconds since 1970. */
export interface PersonalToken {
  token: string;
  expiration: number;
}

type Account = SessionUser & PersonalToken;

/** The latest value that is one: a session that ends takes nothing off the screen. */
function lasting<T, V>($source: ReadableAtom<T>, pick: (value: T) => V | null): ReadableAtom<V | null> {
  let last: V | null = null;
  return computed($source, (value) => {
    last = pick(value) ?? last;
    return last;
  });
}

/** Whose settings these are; stays when the session ends meanwhile. */
export const $account = lasting($session, (session): Account | null =>
  session.status === 'signed-in' ? session : null,
);

/** The user's flags, null until they are there; what was had stays when the session ends, and while they are asked for anew. */
export const $flags: ReadableAtom<Remote<ProfileFlags> | null> = lasting(
  computed([$profileFlags, $session], (flags, session) =>
    flags.status === 'ready' || session.status === 'signed-in' ? flags : null,
  ),
  (flags) => (flags?.status === 'loading' ? null : flags),
);

function refused(error: unknown): Task {
  const message =
    error instanceof HttpError
      ? settingsRefusal({ status: error.status, message: error.message })
      : errorToMessage(error);
  return { state: 'refused', message };
}

/** Whether the cookie, by which the server knows who asks, is that of somebody else. */
function isSomebodyElse(): boolean {
  const token = readToken();
  return token !== null && decodeToken(token)?.id !== $account.get()?.id;
}

/** Runs a task of the user's unless it runs already; what it throws becomes its refusal. True when it succeeded. */
export async function attempt($task: WritableAtom<Task>, work: () => Promise<void>): Promise<boolean> {
  if ($task.get().state === 'busy') return false;
  if (isSomebodyElse()) {
    lookAtCookie();
    $task.set({ state: 'refused', message: SETTINGS_SENTENCES.switched });
    return false;
  }
  $task.set({ state: 'busy' });
  try {
    await work();
    $task.set({ state: 'done' });
    return true;
  } catch (error) {
    $task.set(refused(error));
    if (error instanceof HttpError) await follow(error);
    return false;
  }
}

/** What else a refusal says: the session has ended, or the flags are not what this page believes. */
async function follow(error: HttpError): Promise<void> {
  if (error.isSignedOut) await reloadSession();
  else if (error.status === 403 || error.isCooldown) await retryProfileFlags();
}
