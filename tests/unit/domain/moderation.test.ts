import { expect, test } from 'vitest';
import {
  actionsOfKind,
  banLengthText,
  banState,
  countActions,
  countBans,
  isBanInForce,
  lastingBan,
  optOutCooldownEnd,
} from '#lib/domain/moderation.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';

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

test('Reverted bans are not counted (Rule 11.5)', () => {
  expect(countBans([{ reverted: false }, { reverted: true }, { reverted: false }])).toBe(2);
});

test.each([
  [{ bannedUntil: null, reverted: false }, 'permanent'],
  [{ bannedUntil: inDays(1), reverted: false }, 'in-force'],
  [{ bannedUntil: inDays(-1), reverted: false }, 'over'],
  [{ bannedUntil: inDays(-1), reverted: true }, 'reverted'],
  [{ bannedUntil: null, reverted: true }, 'reverted'],
])('The ban %j is %s (Rule 11.5)', (ban, state) => {
  expect(banState(ban, NOW)).toBe(state);
});

test('The lasting ban is the one in force that ends last (Rule 12.9)', () => {
  const ban = (bannedUntil: string | null, reverted = false) => ({ bannedUntil, reverted });
  const [over, short, long, forGood] = [ban(inDays(-1)), ban(inDays(1)), ban(inDays(30)), ban(null)];
  expect(lastingBan([short, over, long], NOW)).toBe(long);
  expect(lastingBan([long, forGood, short], NOW)).toBe(forGood);
  expect(lastingBan([short, ban(null, true)], NOW)).toBe(short);
  expect(lastingBan([over], NOW)).toBeUndefined();
});

test.each([
  [0, 'permanently'],
  [1, 'for 1 day'],
  [45, 'for 45 days'],
])('A ban of %i days lasts %s (Rule 11.8)', (days, text) => {
  expect(banLengthText(days)).toBe(text);
});

test('Mod actions are counted and filtered by kind (Rule 11.4)', () => {
  const actions = [0, 1, 0].map((actionType, index) => ({ id: String(index), actionType }) as ModAction);
  const idsOf = (kind: 'all' | 'edits' | 'deletions') => actionsOfKind(actions, kind).map(({ id }) => id);
  expect(countActions(actions)).toEqual({ all: 3, edits: 1, deletions: 2 });
  expect([idsOf('all'), idsOf('edits'), idsOf('deletions')]).toEqual([['0', '1', '2'], ['1'], ['0', '2']]);
});

test.each([
  [null, null],
  [inDays(0), NOW + 7 * DAY],
  [inDays(-6), NOW + DAY],
  [inDays(-7), null],
])('An opt-out changed at %s can be changed again at %s (Rule 12.3)', (changed, end) => {
  expect(optOutCooldownEnd(changed, NOW)).toBe(end);
});
