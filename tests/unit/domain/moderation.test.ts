import { expect, test } from 'vitest';
import { banState, countBans, isBanInForce, lastingBan, optOutCooldownEnd } from '#lib/domain/moderation.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const inDays = (days: number): string => new Date(NOW + days * DAY).toISOString();

test.each([
  [null, false, 'permanent', true],
  [inDays(1), false, 'in-force', true],
  [inDays(0), false, 'over', false],
  [inDays(-1), false, 'over', false],
  [null, true, 'reverted', false],
  [inDays(1), true, 'reverted', false],
])(
  'A ban until %s, reverted %s, is %s and in force: %s (Rule 11.5)',
  (bannedUntil, reverted, state, inForce) => {
    const ban = { bannedUntil, reverted };
    expect([banState(ban, NOW), isBanInForce(ban, NOW)]).toEqual([state, inForce]);
    expect(countBans([ban])).toBe(reverted ? 0 : 1);
  },
);

test('The lasting ban is the one in force that ends last', () => {
  const ban = (bannedUntil: string | null, reverted = false) => ({ bannedUntil, reverted });
  const [over, short, long, forGood] = [ban(inDays(-1)), ban(inDays(1)), ban(inDays(30)), ban(null)];
  expect(lastingBan([short, over, long], NOW)).toBe(long);
  expect(lastingBan([long, forGood, short], NOW)).toBe(forGood);
  expect(lastingBan([short, ban(null, true)], NOW)).toBe(short);
  expect(lastingBan([over], NOW)).toBeUndefined();
});

test.each([
  [null, null],
  [inDays(0), NOW + 7 * DAY],
  [inDays(-6), NOW + DAY],
  [inDays(-7), null],
])('An opt-out changed at %s can be changed again at %s', (changed, end) => {
  expect(optOutCooldownEnd(changed, NOW)).toBe(end);
});
