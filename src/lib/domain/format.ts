/** Dates and numbers as people read them, in their own locale and time zone. */

/** A moment: ISO 8601, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** Where the reader is; the platform's own unless given. */
export interface FormatOptions {
  locale?: string | undefined;
  timeZone?: string | undefined;
}

/** Shown where there is no value. */
export const NOT_AVAILABLE = 'N/A';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Intl formatters are slow to make, so each kind is made once. */
function formatterOf(style: 'short' | 'medium', { locale, timeZone }: FormatOptions): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { dateStyle: style, timeStyle: style, timeZone });
  formatters.set(key, made);
  return made;
}

/** The moment as a Date, or null when there is none or it is not one. */
export function toDate(moment: Moment | null | undefined): Date | null {
  if (moment === null || moment === undefined || moment === '') return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}

function formatDate(
  style: 'short' | 'medium',
  moment: Moment | null | undefined,
  options: FormatOptions,
): string {
  const date = toDate(moment);
  return date === null ? NOT_AVAILABLE : formatterOf(style, options).format(date);
}

/** Date and time in the locale's short form, such as `3/9/24, 2:05 PM`; N/A when there is none. */
export function formatShort(moment: Moment | null | undefined, options: FormatOptions = {}): string {
  return formatDate('short', moment, options);
}

/** Date and time in the locale's medium form, such as `Mar 9, 2024, 2:05:00 PM`; N/A when there is none. */
export function formatMedium(moment: Moment | null | undefined, options: FormatOptions = {}): string {
  return formatDate('medium', moment, options);
}

/** What a `time` element needs: machine-readable, readable, and exact for the tooltip; null when there is none. */
export function timeData(
  moment: Moment | null | undefined,
  options: FormatOptions = {},
): { dateTime: string; text: string; title: string } | null {
  const date = toDate(moment);
  if (date === null) return null;
  return {
    dateTime: date.toISOString(),
    text: formatShort(date, options),
    title: formatMedium(date, options),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const numbers = new Map<string | undefined, Intl.NumberFormat>();
const signedNumbers = new Map<string | undefined, Intl.NumberFormat>();

function numberFormat(
  made: Map<string | undefined, Intl.NumberFormat>,
  locale: string | undefined,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const format = made.get(locale) ?? new Intl.NumberFormat(locale, options);
  made.set(locale, format);
  return format;
}

/** A number with the locale's grouping; N/A when there is none. */
export function formatNumber(value: number | null | undefined, locale?: string): string {
  return isNumber(value) ? numberFormat(numbers, locale, {}).format(value + 0) : NOT_AVAILABLE;
}

/** Karma with its sign, such as `+12`, `-3` and `0`; N/A when there is none. */
export function formatKarma(value: number | null | undefined, locale?: string): string {
  return isNumber(value)
    ? numberFormat(signedNumbers, locale, { signDisplay: 'exceptZero' }).format(value)
    : NOT_AVAILABLE;
}

/** Name of a month as it appears next to a day: in some languages it has another ending there. */
function monthName(month: number, locale: string | undefined): string {
  const day = new Date(2024, month, 15);
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).formatToParts(day);
  const name = parts.find((part) => part.type === 'month')?.value ?? '';
  return /\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(locale, { month: 'long' }).format(day);
}

/** Date as `d MMMM yyyy`, with the month in the user's language, in their time zone. N/A without a date (Rule 6.8). */
export function formatFoundingDate(moment: Moment | null | undefined, locale?: string): string {
  const date = toDate(moment);
  if (date === null) return NOT_AVAILABLE;
  return `${date.getDate()} ${monthName(date.getMonth(), locale)} ${date.getFullYear()}`;
}
