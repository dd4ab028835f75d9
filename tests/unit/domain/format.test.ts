import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatFoundingDate } from '#lib/domain/clan.ts';
import { formatDay, formatMedium, formatShort, NOT_AVAILABLE, timeData, toDate } from '#lib/domain/format.ts';
import { formatKarma, formatNumber } from '#lib/domain/numbers.ts';

const AT = '2024-03-09T14:05:00+02:00';
const US = { locale: 'en-US', timeZone: 'UTC' };

/** Intl uses several kinds of spaces that look alike. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('moments (Rule 16.4)', () => {
  test.each<[locale: string, timeZone: string, short: string, medium: string]>([
    ['en-US', 'UTC', '3/9/24, 12:05 PM', 'Mar 9, 2024, 12:05:00 PM'],
    ['en-US', 'America/New_York', '3/9/24, 7:05 AM', 'Mar 9, 2024, 7:05:00 AM'],
    ['de-DE', 'Europe/Berlin', '09.03.24, 13:05', '09.03.2024, 13:05:00'],
    ['en-GB', 'Asia/Singapore', '09/03/2024, 20:05', '9 Mar 2024, 20:05:00'],
    ['ru-RU', 'Europe/Moscow', '09.03.2024, 15:05', '9 мар. 2024 г., 15:05:00'],
  ])('are formatted for %s in %s', (locale, timeZone, short, medium) => {
    expect(plain(formatShort(AT, { locale, timeZone }))).toBe(short);
    expect(plain(formatMedium(AT, { locale, timeZone }))).toBe(medium);
  });

  test.each([AT, Date.parse(AT), new Date(AT)])('are accepted as %o', (moment) => {
    expect(plain(formatShort(moment, US))).toBe('3/9/24, 12:05 PM');
  });

  test.each([null, undefined, '', 'soon', Number.NaN, new Date('x')])(
    'are N/A when the value is %o',
    (moment) => {
      expect(toDate(moment)).toBeNull();
      expect(formatShort(moment, US)).toBe(NOT_AVAILABLE);
      expect(formatMedium(moment, US)).toBe(NOT_AVAILABLE);
      expect(formatDay(moment, US)).toBe(NOT_AVAILABLE);
      expect(timeData(moment, US)).toBeNull();
      expect(formatFoundingDate(moment)).toBe(NOT_AVAILABLE);
    },
  );

  test.each([
    [['en-US', 'en'], '3/9/24, 12:05 PM'],
    [['de-DE', 'de', 'en-AU', 'en'], '9/3/24, 12:05 pm'],
    [['ru-RU', 'ru'], '09/03/2024, 12:05'],
    [['enm'], '09/03/2024, 12:05'],
  ])('are in the user’s English for %o, in British where they list none', (languages, short) => {
    vi.stubGlobal('navigator', { languages });
    vi.stubEnv('TZ', 'UTC');
    onTestFinished(() => void vi.unstubAllGlobals());
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(plain(formatShort(AT))).toBe(short);
  });

  test('become the attributes and text of a time element', () => {
    const data = timeData(AT, US);
    expect(data?.dateTime).toBe('2024-03-09T12:05:00.000Z');
    expect(plain(data?.text ?? '')).toBe('3/9/24, 12:05 PM');
    expect(plain(data?.title ?? '')).toBe('Mar 9, 2024, 12:05:00 PM');
  });
});

describe('founding dates (Rule 6.8)', () => {
  test.each<[timeZone: string, moment: string, text: string]>([
    ['UTC', '2018-05-04T00:00:00Z', '4 May 2018'],
    ['America/New_York', '2018-05-04T00:00:00Z', '3 May 2018'],
    ['Asia/Tokyo', '2018-12-31T20:00:00Z', '1 January 2019'],
  ])('have day, month name and year in %s', (timeZone, moment, text) => {
    vi.stubEnv('TZ', timeZone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(formatFoundingDate(moment)).toBe(text);
  });
});

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

  test('have the locale’s digit grouping', () => {
    expect(formatNumber(1234567, 'de-DE')).toBe('1.234.567');
    expect(plain(formatNumber(1234567, 'fr-FR'))).toBe('1 234 567');
  });
});
