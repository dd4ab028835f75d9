/** Dates in the user's English and time zone, and ages in words. A day of an age has 24 hours, also when clocks change. */
import {
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInWeek,
} from 'date-fns/constants';

/** A moment: ISO 8601, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date | null | undefined;

/** Shown where there is no value. */
export const NOT_AVAILABLE = 'N/A';

/** The kind of English that the user prefers, because all texts are English; British where they list none. */
export const userEnglish = (): string => navigator.languages.find((name) => /^en\b/i.test(name)) ?? 'en-GB';

/** The moment as a Date; null when it is missing or invalid. */
export function toDate(moment: Moment): Date | null {
  const date = new Date(moment ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

type Style = 'short' | 'medium' | 'long';

/** Creating Intl formatters is slow, so each is created once. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(moment: Moment, dateStyle: Style, timeStyle?: Style, locale = userEnglish()): string {
  const date = toDate(moment);
  if (date === null) return NOT_AVAILABLE;
  const key = `${dateStyle} ${timeStyle} ${locale}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle, timeStyle });
  formatters.set(key, formatter);
  return formatter.format(date);
}

/** Date and time in the locale's medium form without seconds, such as `Mar 9, 2024, 2:05 PM`; N/A when there is none. */
export const formatDateTime = (moment: Moment): string => format(moment, 'medium', 'short');

/** Date and time of clan members, in the short form, such as `3/9/24, 2:05 PM`; N/A when there is none. */
export const formatShort = (moment: Moment): string => format(moment, 'short', 'short');

/** The end of a ban, with seconds, such as `Mar 9, 2024, 2:05:00 PM`; N/A when there is none. */
export const formatMedium = (moment: Moment): string => format(moment, 'medium', 'medium');

/** The day in the same form, such as `Mar 9, 2024`; N/A when there is none. */
export const formatDay = (moment: Moment): string => format(moment, 'medium');

/** The day as `d MMMM yyyy`, in every locale; N/A when there is none (Rule 6.8). */
export const formatFoundingDate = (moment: Moment): string => format(moment, 'long', undefined, 'en-GB');

/** The largest whole unit of an age in milliseconds, and the number of them. */
function inUnits(age: number): [count: number, unit: 'minute' | 'hour' | 'day'] {
  if (age < millisecondsInHour) return [Math.floor(age / millisecondsInMinute), 'minute'];
  if (age < millisecondsInDay) return [Math.floor(age / millisecondsInHour), 'hour'];
  return [Math.floor(age / millisecondsInDay), 'day'];
}

/** The age in the largest whole unit, such as `3 hours ago`; null without a moment. `now` in milliseconds since 1970. */
export function formatAge(moment: Moment, now: number): string | null {
  const date = toDate(moment);
  if (date === null) return null;
  const [count, unit] = inUnits(Math.max(0, now - date.getTime()));
  // The sentence around it is English, whatever the user's locale.
  return new Intl.RelativeTimeFormat('en').format(-count, unit);
}

/**
 * `just now`, `5 minutes ago`, `3 hours ago` or `2 days ago`; null for a moment of 7 days ago or earlier, and without a moment.
 * A moment that is ahead of this device's clock is `just now`, up to an hour; later ones have no words.
 */
export function relativeTime(moment: Moment, now: number): string | null {
  const date = toDate(moment);
  if (date === null) return null;
  const age = now - date.getTime();
  if (age < -millisecondsInHour || age >= millisecondsInWeek) return null;
  if (age < millisecondsInMinute) return 'just now';
  const [count, unit] = inUnits(age);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** The age of a moment of the last 7 days in words, or the day of an earlier one. `now` in milliseconds since 1970. */
export const formatRecent = (moment: Moment, now: number): string =>
  relativeTime(moment, now) ?? formatDay(moment);
