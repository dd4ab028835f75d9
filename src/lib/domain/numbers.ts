/** Numbers in the user's locale. */
import { NOT_AVAILABLE } from '#lib/domain/format.ts';

const formatters = new Map<string, Intl.NumberFormat>();

/** Creating Intl formatters is slow, so each is created once. */
function formatterOf(signDisplay: 'auto' | 'exceptZero', locale: string | undefined): Intl.NumberFormat {
  const key = `${signDisplay} ${locale}`;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, { signDisplay });
  formatters.set(key, formatter);
  return formatter;
}

function isNumber(value: number | null | undefined): value is number {
  return Number.isFinite(value);
}

/** A number with the locale's grouping; N/A when there is none. */
export function formatNumber(value: number | null | undefined, locale?: string): string {
  // Adding 0 turns −0 into 0.
  return isNumber(value) ? formatterOf('auto', locale).format(value + 0) : NOT_AVAILABLE;
}

/** Karma with its sign, such as `+12`, `-3` and `0`; N/A when there is none. */
export function formatKarma(value: number | null | undefined, locale?: string): string {
  return isNumber(value) ? formatterOf('exceptZero', locale).format(value) : NOT_AVAILABLE;
}
