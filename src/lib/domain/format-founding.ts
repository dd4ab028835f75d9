/** The founding date of a clan. Beside `format.ts`, so that date-fns is loaded by clan pages only. */
import { lightFormat } from 'date-fns/lightFormat';
import { type Moment, NOT_AVAILABLE, toDate } from '#lib/domain/format.ts';

/** The month's name as it stands beside a day: some languages bend it. */
function monthName(month: number, locale: string | undefined): string {
  const day = new Date(2024, month, 15);
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).formatToParts(day);
  const name = parts.find((part) => part.type === 'month')?.value ?? '';
  return /\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(locale, { month: 'long' }).format(day);
}

/** Date as `d MMMM yyyy`, the month in the reader's language, in their time zone; N/A when there is none (Rule 6.8). */
export function formatFoundingDate(moment: Moment | null | undefined, locale?: string): string {
  const date = toDate(moment);
  if (date === null) return NOT_AVAILABLE;
  return `${lightFormat(date, 'd')} ${monthName(date.getMonth(), locale)} ${lightFormat(date, 'yyyy')}`;
}
