import { describe, expect, it } from 'vitest';
import { relativeTime } from '#lib/domain/relative-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time.ts';

const NOW = Date.parse('2026-03-09T14:05:00Z');
const MINUTE_MS = 60_000;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [MINUTE_MS - 1, 'just now'],
    [MINUTE_MS, '1 minute ago'],
    [HOUR_MS - 1, '59 minutes ago'],
    [HOUR_MS, '1 hour ago'],
    [DAY_MS - 1, '23 hours ago'],
    [DAY_MS, '1 day ago'],
    [7 * DAY_MS - 1, '6 days ago'],
    [7 * DAY_MS, null],
    [-5 * MINUTE_MS, 'just now'],
    [-2 * HOUR_MS, null],
  ])('describes a moment %i ms ago as %s', (age, text) => {
    expect(relativeTime(NOW - age, NOW)).toBe(text);
  });

  it.each([null, undefined, '', 'nonsense'])('is null without a moment: %j', (moment) => {
    expect(relativeTime(moment, NOW)).toBeNull();
  });
});
