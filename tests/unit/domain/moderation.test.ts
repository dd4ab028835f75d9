import { expect, test } from 'vitest';
import { countBans, isBanInForce, optOutCooldownEnd } from '#lib/domain/moderation.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const inDays = (days: number): string => new Date(NOW + days * DAY).toISOString();

test.each([
  ['for good', { bannedUntil: null, reverted: false }, true],
  ['until tomorrow', { bannedUntil: inDays(1), reverted: false }, true],
  ['until yesterday', { bannedUntil: inDays(-1), reverted: false }, false],
  ['until now', { bannedUntil: inDays(0), reverted: false }, false],
  ['for good, but reverted', { bannedUntil: null, reverted: true }, false],
  ['until tomorrow, but reverted', { bannedUntil: inDays(1), reverted: true }, false],
])('A ban %s is in force: %s (Rule 11.5)', (_, ban, inForce) => {
  expect(isBanInForce(ban, NOW)).toBe(inForce);
});

test('Reverted bans do not count (Rule 11.5)', () => {
  expect(countBans([{ reverted: false }, { reverted: true }, { reverted: false }])).toBe(2);
});

test.each([
  [null, null],
  [inDays(0), NOW + 7 * DAY],
  [inDays(-6), NOW + DAY],
  [inDays(-7), null],
])('An opt-out changed at %s can be changed again at %s (Rule 12.3)', (changed, end) => {
  expect(optOutCooldownEnd(changed, NOW)).toBe(end);
});
