import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatAge } from '#lib/domain/data-age.ts';
import { isBanInForce, optOutCooldownEnd } from '#lib/domain/moderation.ts';
import { cooldownEnd } from '#lib/domain/posting.ts';
import { relativeTime } from '#lib/domain/relative-time.ts';

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
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    onTestFinished(() => void vi.unstubAllGlobals());
    // Formatters keep the time zone in which they were created.
    vi.resetModules();
    const { formatDay, formatMedium, formatShort } = await import('#lib/domain/format.ts');
    const { formatFoundingDate } = await import('#lib/domain/clan.ts');
    const before = Date.parse(midnight) - 1;
    expect([
      formatShort(before),
      formatMedium(midnight),
      formatDay(before),
      formatFoundingDate(midnight),
    ]).toEqual(texts);
  });
});
