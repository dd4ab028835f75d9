/** Dates in the user's English and time zone. */

/** A moment: ISO 8601, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** The user's English and time zone by default. */
export interface FormatOptions {
  locale?: string | undefined;
  timeZone?: string | undefined;
}

/** Shown where there is no value. */
export const NOT_AVAILABLE = 'N/A';

/** The kind of English that the user prefers, because all texts are English; British where they list none. */
export const userEnglish = (): string => navigator.languages.find((name) => /^en\b/i.test(name)) ?? 'en-GB';

type Style = 'short' | 'medium' | 'day';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating Intl formatters is slow, so each is created once. */
function formatterOf(style: Style, { locale = userEnglish(), timeZone }: FormatOptions): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const parts = style === 'day' ? ({ dateStyle: 'medium' } as const) : { dateStyle: style, timeStyle: style };
  const made = new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  formatters.set(key, made);
  return made;
}

/** The moment as a Date; null when it is missing or invalid. */
export function toDate(moment: Moment | null | undefined): Date | null {
  if (moment === null || moment === undefined || moment === '') return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}

function formatDate(style: Style, moment: Moment | null | undefined, options: FormatOptions): string {
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

/** The day in the locale's medium form, such as `Mar 9, 2024`; N/A when there is none. */
export function formatDay(moment: Moment | null | undefined, options: FormatOptions = {}): string {
  return formatDate('day', moment, options);
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
