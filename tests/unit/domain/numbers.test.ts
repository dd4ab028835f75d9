import { describe, expect, test } from 'vitest';
import { formatKarma, formatNumber } from '#lib/domain/numbers.ts';

describe('numbers', () => {
  test.each<[value: number | null | undefined, number: string, karma: string]>([
    [0, '0', '0'],
    [-0, '0', '0'],
    [12, '12', '+12'],
    [-3, '−3', '−3'],
    [1234567, '1,234,567', '+1,234,567'],
    [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991', '+9,007,199,254,740,991'],
    [null, 'N/A', 'N/A'],
    [undefined, 'N/A', 'N/A'],
    [Number.NaN, 'N/A', 'N/A'],
    [Number.POSITIVE_INFINITY, 'N/A', 'N/A'],
  ])('%s is formatted as a plain and as a signed number', (value, number, karma) => {
    expect(formatNumber(value, 'en-US')).toBe(number);
    expect(formatKarma(value, 'en-US')).toBe(karma);
  });

  test.each(['en-US', 'en-GB', 'en-IN', 'en-ZA', 'en-SE'])(
    'are in %s as the platform writes them, also the small ones, which need no formatter',
    (locale) => {
      const plainly = new Intl.NumberFormat(locale);
      const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
      for (const value of [0.5, 1, 99, 999, 1000, 9999].flatMap((size) => [size, -size])) {
        expect(formatNumber(value, locale)).toBe(plainly.format(value).replace('-', '−'));
        expect(formatKarma(value, locale)).toBe(signed.format(value).replace('-', '−'));
      }
    },
  );
});
