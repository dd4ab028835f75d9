/** How old data from the publisher is, in words. */
import { toDate } from '#lib/domain/format.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time.ts';

const MINUTE_MS = 60_000;

/** The age in the largest whole unit, such as `3 hours ago`; null without a moment. `now` in milliseconds since 1970. */
export function formatAge(moment: string | null, now: number): string | null {
  const date = toDate(moment);
  if (date === null) return null;
  const ms = Math.max(0, now - date.getTime());
  // The sentence around it is English, whatever the user's locale.
  const format = new Intl.RelativeTimeFormat('en');
  if (ms >= DAY_MS) return format.format(-Math.floor(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return format.format(-Math.floor(ms / HOUR_MS), 'hour');
  return format.format(-Math.floor(ms / MINUTE_MS), 'minute');
}
