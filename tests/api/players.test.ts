/** Players, their karma, and what an opt-out hides. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  getKarmas,
  getKarmasFull,
  getPlayer,
  listPlayers,
  searchPlayers,
} from '#lib/schemas/calls/player.ts';
import { ADMIN, AURORA, BANNED, BORODINO, HIDDEN, MOD, OPTED_OUT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
beforeAll(async () => {
  await api.addClan({ id: 500900001, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xffcc9966 });
  await api.changePlayer(OPTED_OUT, { siteKarma: 7, ratingCourtesy: 3 });
});

describe('the list', () => {
  test('contains all players by id and name', async () => {
    const { json } = await api.call('GET', '/api/player');
    expect(listPlayers.response.parse(json)).toContainEqual({ id: AURORA, username: 'Aurora_Captain' });
    expect(json).toHaveLength(10);
  });
});

describe('the search', () => {
  test('names clan and total karma, as far as the viewer may see it (Rule 4.6)', async () => {
    const at = { gameKarma: 40, siteKarma: 2 };
    await api.addPlayer({ username: 'Ybor_Clan', ...at, clanId: 500900001 });
    await api.addPlayer({ username: 'Ybor_Hidden', ...at, wgHidden: true });
    await api.addPlayer({ username: 'Ybor_Out', ...at, optedOut: true });
    const found = async (as?: number) => {
      const { json } = await api.call('GET', '/api/player/search/ybor', { as });
      return searchPlayers.response.parse(json).map(({ clan, karma }) => [clan?.tag ?? clan, karma]);
    };
    const [clan, hidden] = [
      ['WAVES', 42],
      [null, null],
    ];
    expect(await found()).toEqual([clan, hidden, [null, null]]);
    expect(await found(MOD)).toEqual([clan, hidden, [null, 42]]);
  });

  test('finds parts of names in any letter case, equal names first, then starts of names, then other parts (rule 24.5)', async () => {
    const names = ['A_Zealous_One', 'Zealous', 'zealous_bb', 'Zealous_A', 'B_Zealous', 'Zealous_AAA'];
    for (const username of names) await api.addPlayer({ username });
    const { json } = await api.call('GET', '/api/player/search/zEALOUS');
    expect(json.map(({ username }: { username: string }) => username)).toEqual([
      'Zealous',
      'Zealous_A',
      'Zealous_AAA',
      'zealous_bb',
      'A_Zealous_One',
      'B_Zealous',
    ]);
  });

  test('orders players of the same name by id (rule 24.5)', async () => {
    const ids = [
      await api.addPlayer({ username: 'Twin_Name' }),
      await api.addPlayer({ username: 'twin_name' }),
    ];
    const { json } = await api.call('GET', '/api/player/search/twin_name');
    expect(json.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  test.each(['x__', '___'])('finds %j, which has no three letters in a row', async (text) => {
    await api.addPlayer({ username: `Max__${text.length}` });
    await api.addPlayer({ username: `Under____${text.length}` });
    const { json } = await api.call('GET', `/api/player/search/${text}`);
    expect(json.length).toBeGreaterThan(0);
    for (const { username } of json) expect(username.toLowerCase()).toContain(text);
  });

  test('matches an underscore literally', async () => {
    await api.addPlayer({ username: 'NoUnderscoreHere' });
    expect((await api.call('GET', '/api/player/search/o_u')).status).toBe(204);
    expect((await api.call('GET', '/api/player/search/d_c')).json).toHaveLength(1);
  });

  test('answers 204 without results', async () => {
    const { status, text } = await api.call('GET', '/api/player/search/zzzz');
    expect([status, text]).toEqual([204, '']);
  });

  test('returns at most 100 players', async () => {
    for (let index = 0; index < 105; index++) await api.addPlayer({ username: `Many_${index}` });
    expect((await api.call('GET', '/api/player/search/many')).json).toHaveLength(100);
  });

  test.each(['ab', 'x'.repeat(101), 'a b c', 'abc%25', 'ab-c', "abc'"])('refuses %j', async (text) => {
    const { status, json } = await api.call('GET', `/api/player/search/${text}`);
    expect([status, Object.keys(json.errors)]).toEqual([400, ['query']]);
  });
});

describe('a player', () => {
  test('has clan, karma, ratings and dates', async () => {
    const id = await api.addPlayer({
      clanId: 500900001,
      clanMemberRole: 2,
      joinedClanAt: new Date('2021-02-03T04:05:06.789Z'),
      gameKarma: 12,
      siteKarma: -3,
    });
    const { json } = await api.call('GET', `/api/player/${id}`);
    expect(getPlayer.response.parse(json)).toMatchObject({
      id,
      clan: {
        clanInfo: { id: 500900001, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xffcc9966 },
        clanMemberRole: 2,
        joinedClanAt: '2021-02-03T04:05:06.789Z',
      },
      gameKarma: 12,
      siteKarma: -3,
      negativeKarmaAble: true,
      postsBanned: false,
      lastBattleTime: null,
    });
    expect((await api.call('GET', `/api/player/${id}?includeClanInfo=false`)).json.clan).toBeNull();
  });

  test('is found with an id of more than 32 bits', async () => {
    await api.addPlayer({ id: 7_035_000_000_123 });
    expect((await api.call('GET', '/api/player/7035000000123')).json.id).toBe(7_035_000_000_123);
  });

  test('shows a ban in force, hidden details, and that negative karma does not count', async () => {
    expect((await api.call('GET', `/api/player/${BANNED}`)).json.postsBanned).toBe(true);
    expect((await api.call('GET', `/api/player/${HIDDEN}`)).json.wgHidden).toBe(true);
    const id = await api.addPlayer({ gameKarma: -15, siteKarma: -5 });
    expect((await api.call('GET', `/api/player/${id}`)).json.negativeKarmaAble).toBe(false);
  });

  test.each([
    ['0', 400],
    ['-5', 400],
    ['1.5', 400],
    ['abc', 400],
    ['9007199254740993', 400],
    ['599999999', 404],
  ])('with id %s answers %i', async (id, expected) => {
    expect((await api.call('GET', `/api/player/${id}`)).status).toBe(expected);
  });
});

describe('an opt-out', () => {
  test('removes the player from the karma calls', async () => {
    const body = [AURORA, OPTED_OUT];
    expect((await api.call('POST', '/api/player/karmas', { body })).json).toEqual({ [AURORA]: 0 });
    expect((await api.call('POST', '/api/player/karmas-full', { body })).json).toHaveLength(1);
    expect((await api.call('POST', '/api/player/karmas', { body, as: MOD })).json).toEqual({
      [AURORA]: 0,
      [OPTED_OUT]: 7,
    });
  });
});

describe('the publisher hides both karmas of a player, from everyone (rule 5.3)', () => {
  const metrics = { gameKarma: 12, siteKarma: 5, ratingPerformance: 1, ratingTeamplay: 2, ratingCourtesy: 3 };
  let id: number;
  beforeAll(async () => {
    id = await api.addPlayer({ ...metrics, wgHidden: true });
  });
  const viewers = (): (number | undefined)[] => [undefined, AURORA, MOD, id];

  test('in the profile', async () => {
    for (const as of viewers()) {
      const { json } = await api.call('GET', `/api/player/${id}`, { as });
      expect(getPlayer.response.parse(json)).toMatchObject({ ...metrics, gameKarma: null, siteKarma: null });
      expect(Object.keys(json)).not.toContain('siteKarma');
    }
  });

  test('the karma calls leave the player out', async () => {
    for (const as of viewers()) {
      const options = { body: [id], as };
      const karmas = await api.call('POST', '/api/player/karmas', options);
      const full = await api.call('POST', '/api/player/karmas-full', options);
      expect([karmas.json, full.json]).toEqual([{}, []]);
    }
  });
});

describe('karma of several players', () => {
  test('is an object by id, or a full list whose `karma` is the platform karma, without unknown ids', async () => {
    const id = await api.addPlayer({
      gameKarma: 10,
      siteKarma: 4,
      ratingPerformance: 1,
      ratingTeamplay: 2,
      ratingCourtesy: 3,
    });
    const body = [id, 599_999_999];
    const karmas = await api.call('POST', '/api/player/karmas', { body });
    expect(getKarmas.response.parse(karmas.json)).toEqual({ [id]: 4 });
    const full = await api.call('POST', '/api/player/karmas-full', { body });
    expect(getKarmasFull.response.parse(full.json)).toEqual([
      { id, karma: 4, gameKarma: 10, platformKarma: 4, performance: 1, teamplay: 2, courtesy: 3 },
    ]);
  });

  test('is empty for no ids and refused for too many', async () => {
    expect((await api.call('POST', '/api/player/karmas', { body: [] })).json).toEqual({});
    const body = Array.from({ length: 501 }, (_, index) => index + 1);
    expect((await api.call('POST', '/api/player/karmas', { body })).status).toBe(400);
  });
});

describe('recalculating', () => {
  test('sets the sums of the visible posts', async () => {
    const id = await api.addPlayer();
    await api.addPost({ author: AURORA, player: id, flairs: 1 + 4 });
    await api.addPost({ author: BORODINO, player: id, flairs: 32 });
    await api.addPost({ author: MOD, player: id, flairs: 1, modLocked: true });
    await api.changePlayer(id, { siteKarma: 99, ratingTeamplay: 99 });
    const { status } = await api.call('PATCH', `/api/player/recalculate?playerId=${id}`, { as: ADMIN });
    expect(status).toBe(202);
    expect(await api.karmaOf(id)).toEqual([0, 1, 1, -1]);
  });

  test.each([
    ['?playerId=599999999', 404],
    ['', 400],
  ])('is refused with the query "%s"', async (query, status) => {
    expect((await api.call('PATCH', `/api/player/recalculate${query}`, { as: ADMIN })).status).toBe(status);
  });
});
