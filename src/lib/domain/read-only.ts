/** Read-only mode between the API and its pages: the header, and the notice, which the root's attribute shows (Rule 2.51). */

/** Every answer has it, with the value `true`, while the API is in read-only mode; no other answer has it. */
export const READ_ONLY_HEADER = 'Fleet-Karma-Read-Only';

/** Key of the tab's storage with the time of the last answer in read-only mode, in milliseconds since 1970. */
export const READ_ONLY_KEY = 'read-only';

/** For so long after it, the next page of the tab shows the notice from the start, in milliseconds. */
export const READ_ONLY_RECENT_MS = 60_000;

/**
 * Shows or hides the notice, as an answer of the API says. An error without the header says nothing, because it may come from a
 * proxy.
 */
export function noteReadOnly(
  { ok, headers }: Pick<Response, 'ok' | 'headers'>,
  root: Pick<HTMLElement, 'toggleAttribute' | 'hasAttribute'>,
  storage: { set(key: string, value: string): void },
  now: number,
): void {
  const isOn = headers.has(READ_ONLY_HEADER);
  if (!isOn && !(ok && root.hasAttribute('data-read-only'))) return;
  root.toggleAttribute('data-read-only', isOn);
  storage.set(READ_ONLY_KEY, isOn ? String(now) : '');
}
