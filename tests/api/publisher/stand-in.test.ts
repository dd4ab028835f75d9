/** The demo's publisher: a server on this machine, and what it knows. */

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FIXED_ACCOUNTS } from '#api/config/demo-accounts.ts';
import { type StandIn, startStandIn } from '#api/demo/publisher/server.ts';
import { inventPublisherWorld } from '#api/demo/publisher/world.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import { createPublisherClient } from '#api/publisher/client.ts';
import type { PublisherClient } from '#api/publisher/types.ts';
import { visitor } from '#tests/support/publisher-client.ts';

const SEEDED = Date.parse('2026-05-04T12:00:00Z');

let standIn: StandIn;
let client: PublisherClient;
beforeAll(async () => {
  standIn = await startStandIn(async () => SEEDED);
  const { source, requestLimits = {} } = standIn.publisher;
  if (source === undefined) throw new Error('The stand-in has no source.');
  client = createPublisherClient({ source, fetch, limits: requestLimits, log: () => undefined });
});
afterAll(async () => {
  await client.close();
  standIn.close();
});

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

test('answers the client over HTTP, for each region about its own players', async () => {
  const { id, username } = FIXED_ACCOUNTS[0] ?? { id: 0, username: '' };
  expect(await client.account('eu', id, visitor())).toMatchObject({ id, username });
  const [unknown] = [...inventPublisherWorld('sea', SEEDED).players.keys()].slice(-1);
  expect(await client.account('sea', unknown ?? 0, visitor())).not.toBeNull();
  expect(await client.account('eu', unknown ?? 0, visitor())).toBeNull();
});

test('answers 503 while the moment of the seed cannot be read, and then as usual', async () => {
  let isClosed = true;
  const closing = await startStandIn(async () => {
    if (isClosed) throw new Error('The database is closed.');
    return SEEDED;
  });
  onTestFinished(() => closing.close());
  const address = `${closing.publisher.source?.addressOf('eu', 'vortex')}/api/accounts/500000001/`;
  expect((await fetch(address)).status).toBe(503);
  isClosed = false;
  expect((await fetch(address)).status).toBe(200);
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
