/** Dates and numbers in the user's locale and time zone. */

/** A moment: ISO 8601, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** The platform's own locale and time zone by default. */
export interface FormatOptions {
  locale?: string | undefined;
  timeZone?: string | undefined;
}

/** Shown where there is no value. */
export const NOT_AVAILABLE = 'N/A';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating Intl formatters is slow, so each is created once. */
function formatterOf(style: 'short' | 'medium', { locale, timeZone }: FormatOptions): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { dateStyle: style, timeStyle: style, timeZone });
  formatters.set(key, made);
  return made;
}

/** The moment as a Date; null when it is missing or invalid. */
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

/** Attributes and text of a `time` element; null when there is no moment. */
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

/** The name of a month in the form that the language uses next to a day, such as the genitive in Russian. */
function monthName(date: Date, locale: string | undefined): string {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).formatToParts(date);
  const name = parts.find((part) => part.type === 'month')?.value ?? '';
  return /\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(locale, { month: 'long' }).format(date);
}

/** Date as `d MMMM yyyy`, with the month in the user's language; N/A when there is none (Rule 6.8). */
export function formatFoundingDate(moment: Moment | null | undefined, locale?: string): string {
  const date = toDate(moment);
  if (date === null) return NOT_AVAILABLE;
  return `${date.getDate()} ${monthName(date, locale)} ${date.getFullYear()}`;
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
