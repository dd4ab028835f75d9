/** The demo's publisher, and what it knows. */

import { expect, test } from 'vitest';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { createDemoPublisher } from '#api/demo/publisher/client.ts';
import { inventPublisherWorld } from '#api/demo/publisher/world.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import { visitor } from '#tests/support/publisher-client.ts';

const SEEDED = Date.parse('2026-05-04T12:00:00Z');

const client = createDemoPublisher(async () => SEEDED);

test('knows the seeded players and clans as they are stored (Rule 19.10)', () => {
  const known = inventPublisherWorld('na', SEEDED);
  const { players, clans } = inventWorld('na', SEEDED);
  // Posts change the sums of the seeded players, which are not the publisher's.
  const shown = ({ id, username, gameKarma, clanId, wgHidden }: (typeof players)[number]) => ({
    id,
    username,
    gameKarma,
    clanId,
    wgHidden,
  });
  expect([...known.players.values()].slice(0, players.length).map(shown)).toEqual(players.map(shown));
  expect([...known.clans.values()].slice(0, clans.length)).toEqual(clans);
});

test.each(['eu', 'na', 'cis', 'sea'] as const)('knows 400 more players and 12 more clans in %s', (region) => {
  const known = inventPublisherWorld(region, SEEDED);
  const { players, clans } = inventWorld(region, SEEDED, { players: 1990, posts: 0 });
  expect([known.players.size - players.length, known.clans.size - clans.length]).toEqual([400, 12]);
  const names = new Set([...known.players.values()].map(({ username }) => username.toLowerCase()));
  expect(names.size).toBe(known.players.size);
  const [largest] = [...known.clans.keys()].slice(clans.length);
  expect([...known.players.values()].filter(({ clanId }) => clanId === largest)).toHaveLength(50);
});

test('answers for each region about its own players', async () => {
  const { id, username } = FIXED_ACCOUNTS[0] ?? { id: 0, username: '' };
  expect(await client.account('eu', id, visitor())).toMatchObject({ id, username });
  const [unknown] = [...inventPublisherWorld('sea', SEEDED).players.keys()].slice(-1);
  expect(await client.account('sea', unknown ?? 0, visitor())).not.toBeNull();
  expect(await client.account('eu', unknown ?? 0, visitor())).toBeNull();
});

test('hides the karma of a hidden account', async () => {
  const hidden = [...inventPublisherWorld('eu', SEEDED).players.values()].find(({ wgHidden }) => wgHidden);
  const account = await client.account('eu', hidden?.id ?? 0, visitor());
  expect(account).toMatchObject({ hidden: true, gameKarma: null, lastBattleTime: null });
});

test('knows a clan with its members, and a member’s clan', async () => {
  const { clans } = inventPublisherWorld('eu', SEEDED);
  const [known] = clans.values();
  const clan = await client.clan('eu', known?.id ?? 0, visitor());
  expect(clan).toMatchObject({ tag: known?.tag, leagueColor: known?.leagueColor, isDisbanded: false });
  const [member] = clan?.members ?? [];
  expect(await client.membership('eu', member?.id ?? 0, visitor())).toEqual({
    clan: { id: known?.id, tag: known?.tag, name: known?.name, leagueColor: known?.leagueColor },
    role: member?.role,
    joinedAt: member?.joinedAt,
  });
  expect(await client.clan('eu', 5, visitor())).toBeNull();
});

test('fails while the moment of the seed cannot be read, and then answers', async () => {
  let isClosed = true;
  const closing = createDemoPublisher(async () => {
    if (isClosed) throw new Error('The database is closed.');
    return SEEDED;
  });
  await expect(closing.account('eu', 500000001, visitor())).rejects.toMatchObject({ kind: 'unreachable' });
  isClosed = false;
  expect(await closing.account('eu', 500000001, visitor())).not.toBeNull();
});

test('finds players by the start of their names, and clans by tag', async () => {
  expect(await client.searchPlayers('eu', 'aurora_c', visitor())).toEqual([
    { id: 500000001, username: 'Aurora_Captain' },
  ]);
  expect(await client.searchPlayers('eu', 'captain', visitor())).toEqual([]);
  const [clan] = [...inventPublisherWorld('eu', SEEDED).clans.values()];
  const found = await client.searchClans('eu', clan?.tag ?? '', 20, visitor());
  expect(found).toContainEqual(expect.objectContaining({ id: clan?.id, tag: clan?.tag }));
});
