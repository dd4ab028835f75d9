/**
 * What the head script and the session store agree on about holding the layout back. No imports: the head script is
 * inlined into every page.
 */

/** Key in the tab's storage: when the session was last found valid, in milliseconds since 1970. */
export const SESSION_CHECKED_KEY = 'session-checked';
/** Key on the device: when a tab was logged out last; writing it wakes the other tabs. */
export const SESSION_LEFT_KEY = 'session-left';
/** How long such a check lets the next page be shown at once, in milliseconds. */
export const SESSION_RECENT_MS = 60_000;

/** Whether a check at `checkedAt` (the stored text) was moments ago. */
export function isRecentCheck(checkedAt: string | null, now: number): boolean {
  const age = now - Number(checkedAt ?? Number.NaN);
  return age >= 0 && age < SESSION_RECENT_MS;
}
