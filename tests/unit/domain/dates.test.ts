import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  formatAge,
  formatDay,
  formatFoundingDate,
  formatMedium,
  formatShort,
  NOT_AVAILABLE,
  relativeTime,
  toDate,
} from '#lib/domain/dates.ts';
import { isBanInForce, optOutCooldownEnd } from '#lib/domain/moderation.ts';
import { cooldownEnd } from '#lib/domain/posting.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The moments at which clocks are put forward or back, and a midnight where they never are. */
const ZONES: [zone: string, shifts: string[], midnight: string, texts: string[]][] = [
  [
    'Europe/Berlin',
    ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    '2026-03-28T23:00:00Z',
    ['28/03/2026, 23:59', '29 Mar 2026, 00:00:00', '28 Mar 2026', '29 March 2026'],
  ],
  [
    'America/New_York',
    ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
    '2026-11-01T04:00:00Z',
    ['31/10/2026, 23:59', '1 Nov 2026, 00:00:00', '31 Oct 2026', '1 November 2026'],
  ],
  [
    'Asia/Tokyo',
    ['2026-12-31T15:00:00Z'],
    '2026-12-31T15:00:00Z',
    ['31/12/2026, 23:59', '1 Jan 2027, 00:00:00', '31 Dec 2026', '1 January 2027'],
  ],
  [
    'Europe/Moscow',
    ['2014-10-25T22:00:00Z'],
    '2014-10-25T20:00:00Z',
    ['25/10/2014, 23:59', '26 Oct 2014, 00:00:00', '25 Oct 2014', '26 October 2014'],
  ],
];

/** Intl uses several kinds of spaces that look alike. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** The formats of a browser in a time zone and with these languages. Formatters keep those in which they were created. */
async function formatsIn(zone: string, languages = ['en-GB']) {
  vi.stubEnv('TZ', zone);
  vi.stubGlobal('navigator', { languages });
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  return import('#lib/domain/dates.ts');
}

describe.each(ZONES)('in %s', (zone, shifts, midnight, texts) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  describe.each(shifts)('around %s', (shift) => {
    it.each([
      [0, 'just now', '0 minutes ago'],
      [MINUTE - 1, 'just now', '0 minutes ago'],
      [MINUTE, '1 minute ago', '1 minute ago'],
      [HOUR - 1, '59 minutes ago', '59 minutes ago'],
      [HOUR, '1 hour ago', '1 hour ago'],
      [2 * HOUR, '2 hours ago', '2 hours ago'],
      [DAY - 1, '23 hours ago', '23 hours ago'],
      [DAY, '1 day ago', '1 day ago'],
      [2 * DAY - 1, '1 day ago', '1 day ago'],
      [7 * DAY - 1, '6 days ago', '6 days ago'],
      [7 * DAY, null, '7 days ago'],
      [1234 * DAY, null, '1,234 days ago'],
      [-HOUR, 'just now', '0 minutes ago'],
      [-HOUR - 1, null, '0 minutes ago'],
    ])('words count the %i ms that passed', (age, relative, dataAge) => {
      for (const share of [0, 0.5, 1]) {
        const now = Math.floor(Date.parse(shift) + age * share);
        const moment = new Date(now - age).toISOString();
        expect(relativeTime(moment, now)).toBe(relative);
        expect(formatAge(moment, now)).toBe(dataAge);
      }
    });

    it.each([0, 1, 12, 23])('cooldowns that began %i hours earlier have full hours and days', (hours) => {
      const start = Date.parse(shift) - hours * HOUR;
      const moment = new Date(start).toISOString();
      expect(cooldownEnd(moment, start + DAY - 1)).toBe(start + DAY);
      expect(cooldownEnd(moment, start + DAY)).toBeNull();
      expect(optOutCooldownEnd(moment, start + 7 * DAY - 1)).toBe(start + 7 * DAY);
      expect(optOutCooldownEnd(moment, start + 7 * DAY)).toBeNull();
    });

    it('bans are in force until the millisecond of their end', () => {
      const ban = { bannedUntil: shift, reverted: false };
      expect(isBanInForce(ban, Date.parse(shift) - 1)).toBe(true);
      expect(isBanInForce(ban, Date.parse(shift))).toBe(false);
    });
  });

  it('dates change at local midnight', async () => {
    const formats = await formatsIn(zone);
    const before = Date.parse(midnight) - 1;
    expect([
      formats.formatShort(before),
      formats.formatMedium(midnight),
      formats.formatDay(before),
      formats.formatFoundingDate(midnight),
    ]).toEqual(texts);
  });
});

describe('moments (Rule 16.4)', () => {
  const AT = '2024-03-09T14:05:00+02:00';

  it.each([
    [['en-US', 'en'], 'UTC', '3/9/24, 12:05 PM', 'Mar 9, 2024, 12:05:00 PM'],
    [['en-US'], 'America/New_York', '3/9/24, 7:05 AM', 'Mar 9, 2024, 7:05:00 AM'],
    [['de-DE', 'de', 'en-AU', 'en'], 'UTC', '9/3/24, 12:05 pm', '9 Mar 2024, 12:05:00 pm'],
    [['en-GB'], 'Asia/Singapore', '09/03/2024, 20:05', '9 Mar 2024, 20:05:00'],
    [['ru-RU', 'ru'], 'Europe/Moscow', '09/03/2024, 15:05', '9 Mar 2024, 15:05:00'],
    [['enm'], 'UTC', '09/03/2024, 12:05', '9 Mar 2024, 12:05:00'],
  ])('are in the user’s English for %o in %s, in British where they list none', async (...row) => {
    const [languages, zone, short, medium] = row;
    const formats = await formatsIn(zone, languages);
    expect(plain(formats.formatShort(AT))).toBe(short);
    expect(plain(formats.formatMedium(AT))).toBe(medium);
    expect(plain(formats.formatDateTime(AT))).toBe(medium.replace(':00', ''));
  });

  it.each([AT, Date.parse(AT), new Date(AT)])('are accepted as %o', async (moment) => {
    expect((await formatsIn('UTC')).formatShort(moment)).toBe('09/03/2024, 12:05');
  });

  it.each([null, undefined, '', 'soon', Number.NaN, new Date('x')])(
    'are N/A and have no age when the value is %o',
    (moment) => {
      expect(toDate(moment)).toBeNull();
      for (const format of [formatShort, formatMedium, formatDay, formatFoundingDate])
        expect(format(moment)).toBe(NOT_AVAILABLE);
      expect(formatAge(moment, Date.now())).toBeNull();
      expect(relativeTime(moment, Date.now())).toBeNull();
    },
  );
});
