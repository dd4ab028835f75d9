/** Logout by the user, which also deletes from the device what the account wrote there (Rule 3.15). */
import { runtime } from '#lib/runtime.ts';
import { logout } from '#lib/stores/session/session.ts';
import { decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import {
  ACCOUNT_KEYS,
  accountKey,
  hasLeftKey,
  isRecentCheck,
  LOGOUT_CHOSEN_KEY,
} from '#lib/stores/session/session-hold.ts';

const { banDraft, postDraft } = ACCOUNT_KEYS;

/** Whose sign-in the cookie holds, also when it has expired; null without a cookie. */
export function accountToLeave(): number | null {
  return decodeToken(readToken() ?? '')?.id ?? null;
}

const keysOf = (id: number | null, kinds: readonly string[]): string[] =>
  id === null
    ? []
    : runtime.localStorage
        .keys()
        .filter((key) => kinds.some((kind) => `${key}:`.startsWith(`${accountKey(kind, id)}:`)));

/** How many drafts of an account are on this device: none when storage is blocked. */
export function countDrafts(id: number | null): number {
  return keysOf(id, [postDraft, banDraft]).length;
}

/**
 * Whether a link that the user may have taken for another led here: anyone can put one into a post. `referrer` is empty for typed
 * addresses and bookmarks. Each choice of Logout counts once (Rule 3.16).
 */
export function isLedHere(referrer: string): boolean {
  const chosenAt = runtime.sessionStorage.get(LOGOUT_CHOSEN_KEY);
  runtime.sessionStorage.remove(LOGOUT_CHOSEN_KEY);
  return referrer !== '' && !isRecentCheck(chosenAt, runtime.now());
}

/** Deletes the account's drafts, recent reasons and replies, and signs out. Its forms in other tabs store nothing from now on. */
export function leaveAccount(id: number | null): void {
  // First, so that other tabs know the reason when they notice these changes.
  logout();
  if (id !== null) runtime.localStorage.set(hasLeftKey(id), 'true');
  for (const key of keysOf(id, Object.values(ACCOUNT_KEYS))) runtime.localStorage.remove(key);
}
