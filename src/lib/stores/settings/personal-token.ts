/** The personal token of the settings, and renewing the seed behind it (Rules 12.4, 12.5). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { refreshToken, renewSeed } from '#lib/client/auth.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { logout } from '#lib/stores/session/session.ts';
import { decodeToken } from '#lib/stores/session/session-cookie.ts';
import { handleOwnRotation } from '#lib/stores/session/session-watch.ts';
import { $account, attempt, IDLE, type PersonalToken, type Task } from '#lib/stores/settings/account.ts';

const renewing = atom<Task>(IDLE);
const refreshing = atom<Task>(IDLE);
const fresh = atom<PersonalToken | null>(null);

/** Outcome of renewing the seed and of asking for a new token. */
export const $renewing: ReadableAtom<Task> = renewing;
export const $refreshing: ReadableAtom<Task> = refreshing;

/** The token that is shown: the session's own, or a newer one that was asked for. */
export const $personalToken = computed(
  [$account, fresh],
  (account, newer): PersonalToken | null => newer ?? account,
);

/** Asks for a token that is valid from now on; the session's own stays valid too. */
export async function newToken(): Promise<void> {
  const renewed = await attempt(refreshing, async () => {
    const token = await refreshToken();
    fresh.set({ token, expiration: decodeToken(token)?.expiration ?? 0 });
  });
  if (renewed) showStatus('This is a new token. The earlier one stays valid until it expires.');
}

/** Forgets the outcome of renewing, when its dialog is closed. */
export function resetRenewing(): void {
  renewing.set(IDLE);
}

/**
 * Renews the seed: every token of the user stops working, so this browser is signed out and goes to the site's front
 * page (Rule 12.5). The news may arrive over the auth hub before the answer, or without one.
 */
export async function rotateSeed(): Promise<void> {
  const leave = () => logout('Your seed was renewed. You are signed out on all devices.');
  const release = handleOwnRotation(leave);
  const renewed = await attempt(renewing, renewSeed);
  release();
  if (renewed) leave();
}

/** Forgets the newer token and every outcome, for tests. */
export function resetPersonalToken(): void {
  for (const task of [renewing, refreshing]) task.set(IDLE);
  fresh.set(null);
}
