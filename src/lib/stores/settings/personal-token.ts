/** The personal token of the settings, and renewing the seed that all tokens are made from (Rules 12.4, 12.5). */
import { atom, computed } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { refreshToken, renewSeed } from '#lib/schemas/calls/auth.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { logout } from '#lib/stores/session/session.ts';
import { decodeToken } from '#lib/stores/session/session-cookie.ts';
import { handleOwnRotation } from '#lib/stores/session/session-watch.ts';
import { $account, runForAccount } from '#lib/stores/settings/account.ts';

/** A token and when it expires, in milliseconds since 1970. */
interface PersonalToken {
  token: string;
  expiration: number;
}

const renewing = createTask();
const refreshing = createTask();
/** The newest token that was requested, and the token of the session that requested it. */
const newest = atom<(PersonalToken & { requestedWith: string | undefined }) | null>(null);

/** State of renewing the seed; stays `done` while the browser leaves the page. */
export const $renewing = renewing.$state;
/** State of requesting a new token. */
export const $refreshing = refreshing.$state;

/** The token that is shown: the session's own, or the newest one that it requested. A renewed seed invalidates those before. */
export const $personalToken = computed([$account, newest], (account, token): PersonalToken | null =>
  token !== null && token.requestedWith === account?.token ? token : account,
);

/** Requests a token whose lifetime starts now; the earlier one stays valid too. */
export async function newToken(): Promise<void> {
  const requestedWith = $account.get()?.token;
  const succeeded = await runForAccount(refreshing, async () => {
    const token = await requestData(refreshToken);
    newest.set({ token, requestedWith, expiration: decodeToken(token)?.expiration ?? 0 });
  });
  if (!succeeded) return;
  refreshing.reset();
  showStatus('This is a new token. The earlier one stays valid until it expires.');
}

/** Forgets why renewing was refused, when its dialog is closed. */
export function resetRenewing(): void {
  renewing.reset();
}

/**
 * Renews the seed. Every token of the user becomes invalid, so this browser is signed out and goes to the front page
 * (Rule 12.5). The auth hub may report the renewal before the response arrives, or if it never does.
 */
export async function rotateSeed(): Promise<void> {
  const leave = () => logout('Your seed was renewed. You are signed out on all devices.');
  const release = handleOwnRotation(leave);
  const renewed = await runForAccount(renewing, () => requestData(renewSeed));
  release();
  if (renewed) leave();
}
