/** Players that are looked up at the publisher when they are requested, and refreshed in the background. */
import { setImmediate } from 'node:timers/promises';
import { millisecondsInHour } from 'date-fns/constants';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clans, players } from '#api/db/schema.ts';
import { getPlayer, searchPlayers } from '#lib/schemas/calls/player.ts';
import { AURORA, createTestApi, MOD, START } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { createFakePublisher, down, nonsense, silent } from '#tests/support/publisher.ts';

const CLAN = 500_000_100;
const OTHER_CLAN = 500_000_200;

const fake = createFakePublisher({
  background: true,
  limits: { waitMs: 1_500, searchWaitMs: 1_000 },
  requestLimits: { backOff: ONCE, timeoutMs: 400, perSecond: 100_000, restMs: 0 },
});
const api = setUpApi({ publisher: fake.options });
let nextId = 530_000_000;

beforeAll(() => {
  fake.addClan({ id: CLAN, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xffcc9966 });
  fake.addClan({ id: OTHER_CLAN, tag: 'CALM', name: 'Calm Seas', leagueColor: 0xffbee7bd });
});
beforeEach(() => {
  fake.behaviour = null;
  fake.requests.length = 0;
});

/** A player whom only the publisher knows; returns the id. */
function publish(player: Partial<typeof players.$inferInsert> = {}): number {
  const id = ++nextId;
  fake.addPlayer({ id, username: `Captain_${id}`, gameKarma: 12, ...player });
  return id;
}
/** Changes what the publisher knows. */
const change = (id: number, changes: Partial<typeof players.$inferInsert>): void =>
  fake.addPlayer({ ...(fake.worlds.eu.players.get(id) as typeof players.$inferInsert), ...changes });

const profile = async (id: number, options = {}) => await api.call('GET', `/api/player/${id}`, options);
/** The profile once it has been refreshed. */
async function refreshed(id: number, expected: object): Promise<void> {
  await profile(id);
  await expect.poll(async () => (await profile(id)).json).toMatchObject(expected);
}
const rowOf = async (id: number) =>
  (await api.database.read('eu', (db) => db.select().from(players).where(eq(players.id, id))))[0];

describe('a player whom no one has viewed', () => {
  test('is looked up at the first request (Rule 19.1)', async () => {
    const id = publish({ clanId: CLAN, clanMemberRole: 2, joinedClanAt: new Date('2024-05-06T00:00:00Z') });
    const { status, json } = await profile(id);
    expect(status).toBe(200);
    expect(getPlayer.response.parse(json)).toMatchObject({
      id,
      username: `Captain_${id}`,
      gameKarma: 12,
      siteKarma: 0,
      clan: { clanInfo: { tag: 'WAVES' }, clanMemberRole: 2, joinedClanAt: '2024-05-06T00:00:00.000Z' },
      refreshedAt: new Date(api.clock.now).toISOString(),
      outdated: false,
    });
  });

  test('is stored, so that the next request needs no look-up', async () => {
    const id = publish();
    await profile(id);
    const { length } = fake.requests;
    expect((await profile(id)).status).toBe(200);
    expect(fake.requests).toHaveLength(length);
  });

  test.each(['/api/profile/{id}', '/api/post/cooldown?playerId={id}'])('is looked up by %s', async (path) => {
    const id = publish();
    expect((await api.call('GET', path.replace('{id}', String(id)), { as: AURORA })).status).toBe(200);
  });

  test('can be written about, and be banned', async () => {
    const id = publish();
    expect((await api.createPost({ player: { id } })).status).toBe(201);
    const other = publish();
    const ban = { userId: other, reason: 'Insults' };
    expect((await api.call('POST', '/api/mod/bans?days=1', { as: MOD, body: ban })).status).toBeLessThan(300);
  });

  test('is 404 when the publisher has no such account, for five minutes (Rule 19.4)', async () => {
    const id = ++nextId;
    expect((await profile(id)).status).toBe(404);
    fake.addPlayer({ id, username: 'Newly_Made' });
    const { length } = fake.requests;
    expect((await profile(id)).status).toBe(404);
    expect(fake.requests).toHaveLength(length);
    api.clock.now += 6 * 60_000;
    expect((await profile(id)).json).toMatchObject({ username: 'Newly_Made' });
  });
});

describe('a known player', () => {
  test('is refreshed in the background when older than an hour (Rule 19.2)', async () => {
    const id = publish();
    await profile(id);
    change(id, { gameKarma: 99 });
    api.clock.now += millisecondsInHour - 1_000;
    await profile(id);
    api.clock.now += 2_000;
    expect((await profile(id)).json.gameKarma).toBe(12);
    await refreshed(id, { gameKarma: 99 });
  });

  test('has the new name after a rename, in posts too', async () => {
    const id = publish();
    await api.createPost({ player: { id } }, { as: MOD });
    change(id, { username: 'New_Name' });
    api.clock.now += 2 * millisecondsInHour;
    await refreshed(id, { username: 'New_Name' });
    const { json } = await api.call('GET', `/api/post/${id}/received`);
    expect(json[0].player.username).toBe('New_Name');
  });

  test('follows a change of clan, and leaving it (Rule 19.7)', async () => {
    const id = publish({ clanId: CLAN, clanMemberRole: 6 });
    await profile(id);
    change(id, { clanId: OTHER_CLAN, clanMemberRole: 1 });
    api.clock.now += 2 * millisecondsInHour;
    await refreshed(id, { clan: { clanInfo: { tag: 'CALM' }, clanMemberRole: 1 } });
    change(id, { clanId: null });
    api.clock.now += 2 * millisecondsInHour;
    await refreshed(id, { clan: null });
  });

  test('keeps the last karma in the database after hiding the profile', async () => {
    const id = publish({ gameKarma: 31, lastBattleTime: new Date(START) });
    await profile(id);
    change(id, { wgHidden: true });
    api.clock.now += 2 * millisecondsInHour;
    await refreshed(id, { wgHidden: true });
    expect(await rowOf(id)).toMatchObject({ gameKarma: 31, lastBattleTime: new Date(START) });
  });

  test('stays with name, karma and posts when the account is deleted, and is marked', async () => {
    const id = publish();
    await profile(id);
    fake.worlds.eu.players.delete(id);
    api.clock.now += 2 * millisecondsInHour;
    const at = new Date(api.clock.now);
    await profile(id);
    await expect.poll(() => rowOf(id)).toMatchObject({ accountDeletedAt: at });
    expect((await profile(id)).json).toMatchObject({ username: `Captain_${id}`, gameKarma: 12 });
    const { length } = fake.requests;
    api.clock.now += 24 * millisecondsInHour;
    await profile(id);
    expect(fake.requests).toHaveLength(length);
  });
});

describe('when the publisher', () => {
  test.each([
    ['is down', down],
    ['never answers', silent],
    ['answers nonsense', nonsense],
    ['limits requests', () => new Response('', { status: 429, headers: { 'retry-after': '0' } })],
  ])('%s, an unknown player is 503 with a time to try again', async (_name, behaviour) => {
    const id = publish();
    fake.behaviour = behaviour;
    const { status, headers, json } = await profile(id);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(json.detail).toBe(
      'The game’s publisher does not answer, so this player can’t be looked up. Try again in a moment.',
    );
    fake.behaviour = null;
    expect((await profile(id)).status).toBe(200);
  });

  test('answers and the database is slow, the call waits for the database', async () => {
    const id = publish();
    const free = Promise.withResolvers<void>();
    let storing: Promise<void> | undefined;
    fake.behaviour = () => {
      storing ??= api.database.transaction('eu', () => free.promise);
      return undefined;
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = profile(id);
    while (api.database.pool().waiting === 0) await setImmediate();
    await vi.advanceTimersByTimeAsync(1_500);
    free.resolve();
    expect((await answer).status).toBe(200);
    await storing;
  });

  test('is down, a known player is shown with the age of the data (Rule 19.3)', async () => {
    const id = publish();
    await profile(id);
    const refreshedAt = new Date(api.clock.now).toISOString();
    fake.behaviour = down;
    api.clock.now += 3 * millisecondsInHour;
    expect((await profile(id)).json).toMatchObject({ refreshedAt, outdated: false });
    await expect.poll(async () => (await profile(id)).json).toMatchObject({ refreshedAt, outdated: true });
    fake.behaviour = null;
    api.clock.now += 2 * 60_000;
    await refreshed(id, { outdated: false });
  });

  test('answers nonsense, nothing stored changes', async () => {
    const id = publish();
    await profile(id);
    const before = await rowOf(id);
    fake.behaviour = nonsense;
    api.clock.now += 2 * millisecondsInHour;
    await profile(id);
    await expect.poll(async () => (await profile(id)).json.outdated).toBe(true);
    expect(await rowOf(id)).toEqual(before);
  });

  test('is too slow, the look-up goes on and the next request finds the player', async () => {
    const slow = createFakePublisher({ limits: { waitMs: 20 }, requestLimits: { timeoutMs: 60_000 } });
    const patient = await openTestApi({ publisher: slow.options, database: api.database });
    const id = ++nextId;
    slow.addPlayer({ id, username: 'Slow_One' });
    const gate = Promise.withResolvers<void>();
    const data = { [id]: { account_id: id, nickname: 'Slow_One' } };
    slow.behaviour = () => gate.promise.then(() => Response.json({ status: 'ok', data }));
    expect((await patient.call('GET', `/api/player/${id}`)).status).toBe(503);
    gate.resolve();
    slow.behaviour = null;
    await expect
      .poll(async () => (await patient.call('GET', `/api/player/${id}`)).json)
      .toMatchObject({ username: 'Slow_One' });
  });

  test('never answers, closing the API ends the look-ups at once', async () => {
    const stuck = createFakePublisher({ requestLimits: { timeoutMs: 600_000 } });
    const closing = await createTestApi({ publisher: stuck.options, database: api.database });
    stuck.behaviour = silent;
    const request = closing.call('GET', `/api/player/${publish()}`);
    await expect.poll(() => stuck.requests.length).toBeGreaterThan(0);
    await closing.close();
    expect((await request).status).toBe(503);
  });
});

describe('game karma that is not known', () => {
  test('counts as 0 when it decides about negative karma (Rule 19.6)', async () => {
    const able = await api.addPlayer({ gameKarma: null, siteKarma: -19 });
    const unable = await api.addPlayer({ gameKarma: null, siteKarma: -20 });
    const seen = await Promise.all([able, unable].map((id) => profile(id)));
    expect(seen.map(({ json }) => json.negativeKarmaAble)).toEqual([true, false]);
  });

  test('is absent from the profile and from the karma calls', async () => {
    const id = await api.addPlayer({ gameKarma: null, siteKarma: 5 });
    expect((await profile(id)).json).toMatchObject({ siteKarma: 5 });
    expect((await profile(id)).json).not.toHaveProperty('gameKarma');
    const { json } = await api.call('POST', '/api/player/karmas-full', { body: [id] });
    expect(json).toEqual([{ id, karma: 5, platformKarma: 5, performance: 0, teamplay: 0, courtesy: 0 }]);
  });
});

describe('the search', () => {
  const search = (text: string, of = api) => of.call('GET', `/api/player/search/${text}`);

  test('shows the publisher’s results with the stored ones, without storing them (Rule 19.5)', async () => {
    const stored = await api.addPlayer({ username: 'The_Zebra' });
    const id = publish({ username: 'Zebra_Rider' });
    const { json } = await search('zebra');
    expect(searchPlayers.response.parse(json)).toEqual([
      { id, username: 'Zebra_Rider' },
      { id: stored, username: 'The_Zebra', clan: null, karma: 0 },
    ]);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('is answered from memory within a minute', async () => {
    publish({ username: 'Okapi_One' });
    await search('okapi');
    await search('OKAPI');
    expect(fake.requests).toHaveLength(1);
  });

  test('shows what is stored when the publisher is down, and 503 when nothing is', async () => {
    await api.addPlayer({ username: 'Tapir_One' });
    fake.behaviour = down;
    expect((await search('tapir')).json).toMatchObject([{ username: 'Tapir_One' }]);
    const { status, json } = await search('gazelle');
    expect([status, json.detail]).toEqual([
      503,
      'The game’s publisher does not answer, and no one we know has such a name. Try again in a moment.',
    ]);
  });

  test('finds only stored players without an application id', async () => {
    const without = createFakePublisher({ applicationId: null });
    const limited = await openTestApi({ publisher: without.options, database: api.database });
    without.addPlayer({ id: ++nextId, username: 'Lemur_Far' });
    await api.addPlayer({ username: 'Lemur_Near' });
    expect((await search('lemur', limited)).json).toMatchObject([{ username: 'Lemur_Near' }]);
    expect((await search('nothing', limited)).status).toBe(204);
  });
});

test('a clan of which only the tag is known gets its colour in the background', async () => {
  const id = publish({ clanId: OTHER_CLAN, clanMemberRole: 6 });
  await api.database.transaction('eu', async (db) => {
    await db.update(players).set({ clanId: null });
    await db.delete(clans).where(eq(clans.id, OTHER_CLAN));
  });
  expect((await profile(id)).json.clan.clanInfo).toMatchObject({ tag: 'CALM', leagueColor: 0 });
  await expect
    .poll(async () => (await profile(id)).json.clan.clanInfo)
    .toMatchObject({ tag: 'CALM', leagueColor: 0xffbee7bd });
});
