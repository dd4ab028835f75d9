/** Who was praised most (Rules 30.23 and 30.24). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packFlairs } from '#lib/domain/flairs.ts';
import { PRAISED_MAX } from '#lib/schemas/calls/praised.ts';
import { createTestApi, DAY, type TestApi } from '#tests/support/api.ts';

const NEUTRAL = { performance: null, teamplay: null, courtesy: null };
const GOOD = packFlairs({ ...NEUTRAL, performance: true });
const BAD = packFlairs({ ...NEUTRAL, courtesy: false });

let api: TestApi;
let authors: number[];
beforeAll(async () => {
  api = await createTestApi();
  authors = await Promise.all(Array.from({ length: PRAISED_MAX + 2 }, () => api.addPlayer()));
});
afterAll(() => api.close());
// Everything before is older than a week.
beforeEach(() => {
  api.clock.now += 30 * DAY;
});

interface Named {
  id: number;
  praise: number;
}

const praised = async (region?: 'sea') => {
  api.clock.now += 60_001;
  return (await api.call('GET', '/api/praised', region && { region })).json;
};
const order = (list: readonly Named[]) => list.map(({ id, praise }) => [id, praise]);

/** Posts by so many authors about a player, a day ago. */
async function praise(player: number, count: number, post: object = {}): Promise<void> {
  for (const author of authors.slice(0, count))
    await api.addPost({ author, player, flairs: GOOD, createdAt: api.clock.now - DAY, ...post });
}

describe('players praised in the last 7 days', () => {
  test('are ordered by the number of authors, with clan and total karma', async () => {
    const clanId = await api.addClan();
    const [first, second] = [
      await api.addPlayer({ clanId, gameKarma: 40, username: 'First' }),
      await api.addPlayer({ gameKarma: null }),
    ];
    await praise(second, 1);
    // The same author again.
    await praise(second, 1);
    await praise(first, 3);
    expect((await praised()).players).toEqual([
      {
        id: first,
        username: 'First',
        clan: { id: clanId, tag: `C${clanId}`, name: `Clan ${clanId}`, leagueColor: 0 },
        karma: 43,
        praise: 3,
      },
      expect.objectContaining({ id: second, clan: null, karma: null, praise: 1 }),
    ]);
  });

  test.each([
    ['neutral', { flairs: 0 }],
    ['removed', { modLocked: true }],
    ['held', { held: true }],
  ])('do not include players with %s posts alone', async (_, post) => {
    await praise(await api.addPlayer(), 2, post);
    expect(await praised()).toEqual({ players: [], clans: [] });
  });

  test('do not include posts that are older', async () => {
    await praise(await api.addPlayer(), 2, { createdAt: api.clock.now - 8 * DAY });
    expect((await praised()).players).toEqual([]);
  });

  test('do not include players with as much criticism as praise', async () => {
    const [player, clanId] = [await api.addPlayer(), await api.addClan()];
    await api.changePlayer(player, { clanId });
    await praise(player, 2);
    await praise(player, 2, { flairs: BAD });
    expect(await praised()).toEqual({ players: [], clans: [] });
  });

  test('are at most six', async () => {
    const ids: number[] = [];
    for (let count = 1; count <= PRAISED_MAX + 1; count++) {
      ids.unshift(await api.addPlayer());
      await praise(ids[0] as number, count);
    }
    const { players: found } = await praised();
    expect(found.map(({ id }: Named) => id)).toEqual(ids.slice(0, PRAISED_MAX));
  });

  test.each([{ optedOut: true }, { wgHidden: true }])('never include players with %o', async (hides) => {
    const clanId = await api.addClan();
    const [player, other] = [await api.addPlayer({ clanId }), await api.addPlayer({ clanId })];
    await praise(player, 3);
    await praise(other, 1);
    expect(order((await praised()).players)).toEqual([
      [player, 3],
      [other, 1],
    ]);
    await api.changePlayer(player, hides);
    // At once, although the order is kept for a minute.
    const { json } = await api.call('GET', '/api/praised');
    expect(order(json.players)).toEqual([[other, 1]]);
    expect(order((await praised()).clans)).toEqual([[clanId, 1]]);
  });
});

describe('clans praised in the last 7 days', () => {
  test('are ordered by the authors who praised a member, with the karma of all members', async () => {
    const [first, second] = [await api.addClan(), await api.addClan()];
    const [a, b, c] = [
      await api.addPlayer({ clanId: first, gameKarma: 10 }),
      await api.addPlayer({ clanId: first, gameKarma: 20 }),
      await api.addPlayer({ clanId: second, gameKarma: 5 }),
    ];
    await api.addPlayer({ clanId: second, gameKarma: 100, wgHidden: true });
    await api.addPlayer({ clanId: second, gameKarma: 7, siteKarma: 50, optedOut: true });
    await praise(a, 2);
    await praise(b, 3);
    await praise(c, 2);
    expect((await praised()).clans).toMatchObject([
      { id: first, tag: `C${first}`, praise: 3, karma: 35 },
      { id: second, praise: 2, karma: 14 },
    ]);
  });

  test('do not gain from praise by members', async () => {
    const clanId = await api.addClan();
    const player = await api.addPlayer({ clanId });
    const comrade = await api.addPlayer({ clanId });
    await api.addPost({ author: comrade, player, flairs: GOOD, createdAt: api.clock.now });
    const answer = await praised();
    expect([order(answer.players), answer.clans]).toEqual([[[player, 1]], []]);
  });

  test('do not include disbanded ones', async () => {
    await praise(await api.addPlayer({ clanId: await api.addClan({ isDisbanded: true }) }), 1);
    expect((await praised()).clans).toEqual([]);
  });
});

test('a region has its own lists', async () => {
  await praise(await api.addPlayer(), 1);
  expect((await praised('sea')).players).toEqual([]);
});
