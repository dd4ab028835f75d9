/** Numbers of a player's posts, and their lists by sign and replay (Rules 5.6, 5.14, 5.15). */
import { describe, expect, test } from 'vitest';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { type ParsedFlairs, packFlairs } from '#lib/domain/flairs.ts';
import { AURORA, BORODINO } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

const flairs = (some: Partial<ParsedFlairs>): number =>
  packFlairs({ performance: null, teamplay: null, courtesy: null, ...some });
const GOOD = flairs({ performance: true, teamplay: true });
const BAD = flairs({ performance: false, courtesy: false });
/** Neutral on the whole. */
const MIXED = flairs({ performance: true, courtesy: false });

/** A new player who received posts with these flairs from Aurora. */
async function playerWith(...written: readonly number[]): Promise<number> {
  const player = await api.addPlayer();
  for (const one of written) await api.addPost({ author: AURORA, player, flairs: one });
  return player;
}

const profileOf = async (id: number, as?: number) =>
  (await api.call('GET', `/api/player/${id}`, { as })).json;

/** Status, total, and the flairs of the listed posts. */
async function list(path: string, as?: number) {
  const { status, json, headers } = await api.call('GET', `/api/post/${path}`, { as });
  const listed = status === 200 ? json.map((post: { flairs: number }) => post.flairs) : [];
  return { status, total: Number(headers['content-items-total']), flairs: listed };
}

describe('the numbers of a profile', () => {
  test('are of received and sent posts, and of positive and negative posts for each rating', async () => {
    const id = await playerWith(GOOD, BAD, MIXED, 0);
    expect(await profileOf(id)).toMatchObject({
      postCounts: { received: 4, sent: 0 },
      ratingCounts: {
        performance: { positive: 2, negative: 1 },
        teamplay: { positive: 1, negative: 0 },
        courtesy: { positive: 0, negative: 2 },
      },
    });
    await keepTotalsFolded(api.database, 'eu');
    expect((await profileOf(id)).ratingCounts.performance).toEqual({ positive: 2, negative: 1 });
  });
});

describe('a filtered list of a player', () => {
  test('has the posts of one sign, and their number', async () => {
    const id = await playerWith(GOOD, BAD, BAD, MIXED);
    expect(await list(`${id}/received?sign=positive`)).toMatchObject({ total: 1, flairs: [GOOD] });
    expect(await list(`${id}/received?sign=neutral`)).toMatchObject({ total: 1, flairs: [MIXED] });
    expect(await list(`${id}/received?sign=negative`)).toMatchObject({ total: 2, flairs: [BAD, BAD] });
    expect(await list(`user/${id}/received?sign=negative&pageSize=1&page=2`)).toMatchObject({
      total: 2,
      flairs: [BAD],
    });
  });

  test('has the posts with a replay, or without', async () => {
    const author = await api.addPlayer();
    for (const one of [GOOD, 0])
      await api.addPost({ author, player: BORODINO, flairs: one, hasReplay: one === GOOD });
    expect(await list(`${author}/sent?hasReplay=true`)).toMatchObject({ total: 1, flairs: [GOOD] });
    expect(await list(`${author}/sent?hasReplay=false`)).toMatchObject({ total: 1, flairs: [0] });
    expect(await list(`${author}/sent?hasReplay=true&sign=negative`)).toMatchObject({ total: 0, flairs: [] });
  });

  test('refuses a sign that does not exist', async () => {
    expect((await list(`${BORODINO}/received?sign=good`)).status).toBe(400);
  });
});
