/** Notifications by day (Rule 13.13). */
import { expect, test } from 'vitest';
import { formatDay } from '#lib/domain/dates.ts';
import { byDay } from '#lib/domain/notifications.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import { guid } from '#tests/support/builders.ts';

/** In the time zone of the test. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 0, day, hour, minute).toISOString();
const NOW = new Date(2026, 0, 12, 9).getTime();

const ban = (emittedAt: string): Notification => ({
  id: guid(1),
  type: 7,
  emittedAt,
  accountId: 500_000_008,
  acknowledgedAt: null,
  until: null,
  reason: '',
});
const days = (...moments: string[]) =>
  byDay(moments.map(ban), NOW).map(({ label, notifications }) => [label, notifications.length]);

test('names today and yesterday, and other days by their date', () => {
  expect(days(at(9, 12), at(11, 0), at(11, 23, 59), at(12, 0), at(12, 9))).toEqual([
    [formatDay(at(9, 12)), 1],
    ['Yesterday', 2],
    ['Today', 2],
  ]);
});

test('has no days without notifications', () => {
  expect(days()).toEqual([]);
});
