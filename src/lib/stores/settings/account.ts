/** The account whose settings the page shows, and how its changes are sent (Rules 12.1, 12.7). */
import { computed, type ReadableAtom } from 'nanostores';
import { HttpError, mayHaveArrived } from '#lib/client/errors.ts';
import { SETTINGS_SENTENCES, settingsRefusal } from '#lib/domain/settings.ts';
import { runtime } from '#lib/runtime.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import type { Task } from '#lib/stores/core/task.ts';
import { $profileFlags, $session, retryProfileFlags, type SignedIn } from '#lib/stores/session/session.ts';
import { decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import { checkCookie } from '#lib/stores/session/session-watch.ts';

/** Keeps the last non-null value after sign-out, so that the form stays visible. */
function keepLast<T>($source: ReadableAtom<T | null>): ReadableAtom<T | null> {
  let last: T | null = null;
  return computed($source, (value) => {
    last = value ?? last;
    return last;
  });
}

/** The account whose settings are shown; null until someone is signed in. */
export const $account = keepLast(
  computed($session, (session): SignedIn | null => (session.status === 'signed-in' ? session : null)),
);

/** The flags of the account; null until they are loaded the first time. */
export const $flags = keepLast(
  computed([$profileFlags, $session], (flags, { status }): Remote<ProfileFlags> | null => {
    const isOwn = flags.status === 'ready' || status === 'signed-in';
    return isOwn && flags.status !== 'loading' ? flags : null;
  }),
);

/** The region as it is shown: EU, NA, CIS or SEA. */
export function regionLabel(): string {
  return runtime.region().toUpperCase();
}

/** Another account may have signed in meanwhile: the API would change that one, because it goes by the cookie. */
function isOtherAccount(): boolean {
  const token = readToken();
  return token !== null && decodeToken(token)?.id !== $account.get()?.id;
}

/** These refusals mean that the flags on the page are out of date; after a fault they may be. */
async function refreshFlags(error: unknown): Promise<void> {
  if (!(error instanceof HttpError)) return;
  if (error.status === 403 || error.isCooldown || mayHaveArrived(error)) await retryProfileFlags();
}

/** Runs a task of the account; refused without a request when the browser is signed in with another one. */
export async function runForAccount(task: Task, send: () => Promise<void>): Promise<boolean> {
  if (!isOtherAccount()) return task.run(send, settingsRefusal, refreshFlags);
  checkCookie();
  task.refuse(SETTINGS_SENTENCES.switched);
  return false;
}
