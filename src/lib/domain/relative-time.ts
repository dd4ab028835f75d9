/** How long ago a moment was, in English words. */
import { type Moment, toDate } from '#lib/domain/format.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time.ts';

const MINUTE_MS = 60_000;
/** From then on, a date says more than a number of days. */
const RELATIVE_MS = 7 * DAY_MS;

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/**
 * `just now`, `5 minutes ago`, `3 hours ago` or `2 days ago`; null for a moment of 7 days ago or earlier, and without a moment.
 * A moment that is ahead of this device's clock is `just now`, up to an hour; later ones have no words.
 */
export function relativeTime(moment: Moment | null | undefined, now: number): string | null {
  const date = toDate(moment);
  if (date === null) return null;
  const age = now - date.getTime();
  if (age < -HOUR_MS || age >= RELATIVE_MS) return null;
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return ago(Math.floor(age / HOUR_MS), 'hour');
  return ago(Math.floor(age / DAY_MS), 'day');
}
