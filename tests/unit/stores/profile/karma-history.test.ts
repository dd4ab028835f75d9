/** The chart of a profile's karma. */
import { afterEach, expect, it } from 'vitest';
import { resetFeatures } from '#lib/client/features.ts';
import { runtime } from '#lib/runtime.ts';
import { hasHistoryPlace } from '#lib/stores/profile/history-place.ts';
import { $karmaHistory } from '#lib/stores/profile/karma-history.ts';
import { makePlayer } from '#tests/support/builders.ts';
import { fakePlatform, settle } from '#tests/support/fake-platform.ts';

afterEach(resetFeatures);

const HISTORY = [{ month: '2026-01', karma: 2 }];
const CALL = 'GET /api/Player/7/karma-history';

async function open(features: readonly string[]) {
  const platform = fakePlatform('/player/7,Hood');
  platform.answer('GET /api/features', { features });
  platform.answer(CALL, HISTORY);
  const stop = $karmaHistory.listen(() => {});
  await settle();
  const history = $karmaHistory.get();
  stop();
  return { platform, history };
}

it('loads the history of the player in the address in one call', async () => {
  const { platform, history } = await open(['karma-history']);
  expect(history).toEqual(HISTORY);
  expect(platform.requests.filter((request) => request === CALL)).toHaveLength(1);
});

const rated = makePlayer({ ribbon: [{ id: '00000000-0000-4000-8000-000000000001', sign: 1 }] });

it.each([
  ['a rated player', rated, true],
  ['a player without posts', { ...rated, ribbon: [] }, false],
  ['a player who opted out', { ...rated, optedOut: true }, false],
  ['a player whose details are hidden', { ...rated, wgHidden: true }, false],
])('has its place in the profile of %s: %s', (_, player, expected) => {
  fakePlatform('/player/7,Hood');
  expect(hasHistoryPlace(player)).toBe(expected);
});

it.each([
  ['karma-history ribbons', true],
  ['ribbons stats', false],
])('has a place where the API is known to have the features "%s": %s', (features, expected) => {
  const sessionStorage = { ...runtime.sessionStorage, get: () => features };
  fakePlatform('/player/7,Hood', { sessionStorage });
  expect(hasHistoryPlace(rated)).toBe(expected);
});
