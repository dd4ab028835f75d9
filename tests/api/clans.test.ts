/** Clans and their members. */
import { beforeAll, describe, expect, test } from 'vitest';
import { getClan, listClans, searchClans } from '#lib/schemas/calls/clan.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const WAVES = 500900001;
const api = setUpApi();
beforeAll(async () => {
  const seen = { leagueColor: 0xffcc9966, description: '**Calm** seas', createdAt: new Date('2020-01-01') };
  await api.addClan({ id: WAVES, tag: 'WAVES', name: 'Rolling Waves', ...seen });
  await api.addClan({ tag: 'ROLL', name: 'Barrel Makers' });
  await api.addClan({ tag: 'A_B', name: 'Percent % Club' });
  await api.addClan({ tag: 'EMPTY', name: 'Empty Harbour' });
  const member = (username: string, clanMemberRole: number, joined: string, more = {}) =>
    api.addPlayer({ username, clanMemberRole, clanId: WAVES, joinedClanAt: new Date(joined), ...more });
  await member('Private_Late', 6, '2022-01-01');
  const hidden = { wgHidden: true, gameKarma: 40, siteKarma: 5, ratingTeamplay: 6 };
  await member('Unknown_Rank', 0, '2010-01-01', hidden);
  await member('Private_Early', 6, '2021-01-01');
  await member('Commander', 1, '2023-01-01');
  await member('Officer_OptedOut', 5, '2020-01-01', {
    optedOut: true,
    gameKarma: 3,
    siteKarma: 9,
    ratingCourtesy: 2,
  });
});

const namesOf = (json: { name: string }[]): string[] => json.map(({ name }) => name);

test('lists all clans by tag', async () => {
  const { json } = await api.call('GET', '/api/clan');
  expect(namesOf(listClans.response.parse(json))).toEqual([
    'Percent % Club',
    'Empty Harbour',
    'Barrel Makers',
    'Rolling Waves',
  ]);
});

describe('a clan', () => {
  test('lists members by rank, unknown ranks last, then by join date', async () => {
    const { status, json } = await api.call('GET', `/api/clan/${WAVES}`);
    expect(status).toBe(200);
    const clan = getClan.response.parse(json);
    expect(clan).toMatchObject({
      id: WAVES,
      tag: 'WAVES',
      leagueColor: 0xffcc9966,
      description: '**Calm** seas',
      isDisbanded: false,
      createdAt: '2020-01-01T00:00:00.000Z',
      membersUpdatedAt: null,
    });
    expect(clan.members?.map(({ username }) => username)).toEqual([
      'Commander',
      'Officer_OptedOut',
      'Private_Early',
      'Private_Late',
      'Unknown_Rank',
    ]);
    expect(clan.members?.[0]?.clan).toEqual({
      clanInfo: null,
      clanMemberRole: 1,
      joinedClanAt: '2023-01-01T00:00:00.000Z',
    });
  });

  test('has no member list when none is requested', async () => {
    expect((await api.call('GET', `/api/clan/${WAVES}?includeMembers=false`)).json).not.toHaveProperty(
      'members',
    );
  });

  test('answers 400 for a malformed id or query', async () => {
    expect((await api.call('GET', '/api/clan/abc')).status).toBe(400);
    expect((await api.call('GET', `/api/clan/${WAVES}?includeMembers=perhaps`)).status).toBe(400);
  });
});

describe('the search', () => {
  const search = (text: string, query = '') =>
    api.call('GET', `/api/clan/search/${encodeURIComponent(text)}${query}`);

  test('finds tags and names in any letter case, tags first', async () => {
    expect(namesOf(searchClans.response.parse((await search('roll')).json))).toEqual([
      'Barrel Makers',
      'Rolling Waves',
    ]);
    expect(namesOf((await search('WAV')).json)).toEqual(['Rolling Waves']);
  });

  test('matches every character literally', async () => {
    expect(namesOf((await search('%')).json)).toEqual(['Percent % Club']);
    expect(namesOf((await search('_')).json)).toEqual(['Percent % Club']);
    expect(namesOf((await search("'; drop table clans; --")).json)).toEqual([]);
  });

  test('returns an empty list without results, and at most the requested number', async () => {
    const none = await search('zzzz');
    expect([none.status, none.json]).toEqual([200, []]);
    expect((await search('e', '?results=1')).json).toHaveLength(1);
  });

  test('returns 20 results unless another number is requested', async () => {
    for (let count = 0; count < 21; count += 1) await api.addClan({ name: 'Quay' });
    expect((await search('Quay')).json).toHaveLength(20);
  });

  test('lists equal tags, equal names, starts of tags and names, then other parts (rule 24.5)', async () => {
    const named = [
      ['ZZ_C', 'Anchors Aweigh'],
      ['AA_C', 'Anchor'],
      ['ANCHO', 'Last'],
      ['MM_C', 'Old Anchor'],
      ['ANCHOR', 'Iron'],
    ];
    for (const [tag = '', name = ''] of named) await api.addClan({ tag, name });
    const names = ['Iron', 'Anchor', 'Anchors Aweigh', 'Old Anchor'];
    expect(namesOf((await search('anchor')).json)).toEqual(names);
    expect(namesOf((await search('anchor', '?results=3')).json)).toEqual(names.slice(0, 3));
    expect(namesOf((await search('ancho')).json)).toEqual([
      'Last',
      'Iron',
      'Anchor',
      'Anchors Aweigh',
      'Old Anchor',
    ]);
  });

  test.each([
    ['x'.repeat(51), '', 'search'],
    ['   ', '', 'search'],
    ['abc', '?results=0', 'results'],
    ['abc', '?results=501', 'results'],
  ])('refuses %j%s', async (text, query, field) => {
    const { status, json } = await search(text, query);
    expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
  });
});
