/** Constants of the session: what the head script shares with the session store, and keys that end with the session. */

/** Key in the tab's storage: when the last session check succeeded, in milliseconds since 1970. */
export const SESSION_CHECKED_KEY = 'session-checked';
/** Key on the device: when a tab last logged out. Writing it notifies the other tabs. */
export const SESSION_LEFT_KEY = 'session-left';
/** Key in the tab's storage: when the menu's Logout was chosen, in milliseconds since 1970. */
export const LOGOUT_CHOSEN_KEY = 'logout-chosen';
/** Key on the device: recently visited players and clans, removed at sign-out. */
export const RECENTS_KEY = 'recents';
/** Kinds of values on the device that belong to an account. */
export const ACCOUNT_KEYS = {
  postDraft: 'post-draft',
  banDraft: 'ban-draft',
  recentReasons: 'recent-reasons',
  recentReplies: 'recent-replies',
} as const;

/** Key of an account's value, such as `recent-reasons:7`; keys of drafts continue with what the draft is about. */
export const accountKey = (kind: string, id: number): string => `${kind}:${id}`;

/** Key on the device: the account's user has chosen Logout and has not signed in again. */
export const hasLeftKey = (id: number): string => `has-left:${id}`;
/** How long after a check the next page is shown at once, and a chosen Logout asks nothing, in milliseconds. */
export const SESSION_RECENT_MS = 60_000;

/** Whether the check at `checkedAt`, the stored text, is recent. */
export function isRecentCheck(checkedAt: string | null, now: number): boolean {
  const age = now - Number(checkedAt ?? Number.NaN);
  return age >= 0 && age < SESSION_RECENT_MS;
}
