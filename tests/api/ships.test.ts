/** Where the names of ships come from. */
import { millisecondsInDay } from 'date-fns/constants';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#api/db/database.ts';
import { ships } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { readEncyclopedia } from '#api/jobs/housekeeping/housekeeping.ts';
import { KNOWN_SHIPS } from '#api/model/posts/ships.ts';
import { learnShip, namedShipOf } from '#api/model/replays/learn-ship.ts';
import { PublisherError } from '#api/publisher/call.ts';
import type { RegionId } from '#lib/regions.ts';
import type { ReplayFacts } from '#lib/schemas/replay.ts';
import { ADMIN, AURORA, BORODINO, HOOD, MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
/** The 17th battleship of the United States, so its code is PASB017. */
const MONTANA = 4_277_090_288;

beforeEach(() =>
  api.database.transaction('eu', async (db) => {
    await db.delete(posts);
    await db.delete(ships);
  }),
);

const stored = () =>
  api.database.read('eu', (db) =>
    db.select({ id: ships.id, name: ships.name }).from(ships).orderBy(ships.id),
  );

/** Posts a replay whose recorder sailed the ship; returns the post's id. */
async function learn(vehicle: string, author: number, shipParamsId = MONTANA): Promise<string> {
  const facts = { recorder: { name: 'Aurora', shipParamsId } } as ReplayFacts;
  api.clock.now += 1000;
  const postId = await api.addPost({ author, player: author === HOOD ? AURORA : HOOD });
  const named = namedShipOf({ facts, vehicle });
  const createdAt = new Date(api.clock.now);
  await api.addReplay(postId, { authorShip: MONTANA, facts, createdAt, ...named });
  await api.database.transaction('eu', (db) => learnShip(db, named));
  return postId;
}

/** The name that everyone sees. */
async function shownName(): Promise<string | null> {
  const { rows } = await api.database.read('eu', (db) =>
    db.execute<{ name: string }>(sql`select ship.name from ${KNOWN_SHIPS} where ship.id = ${MONTANA}`),
  );
  return rows[0]?.name ?? null;
}

describe('the replays of two accounts (Rule 25.25)', () => {
  test('name the ship of their recorders, without code and year', async () => {
    await learn('PASB017-Montana-1945', AURORA);
    expect(await shownName()).toBeNull();
    await learn('PASB017-Montana-1945', AURORA);
    expect(await shownName()).toBeNull();
    await learn('PASB017-Montana-1945', BORODINO);
    expect(await shownName()).toBe('Montana');
  });

  test.each([
    ['the code of another ship', 'PASB018-Iowa-1944', MONTANA],
    ['a number that is no ship', 'PASB017-Montana-1945', 12],
    ['no name', '', MONTANA],
    ['markup in the name', 'PASB017-<b>Montana</b>', MONTANA],
    ['a name that is too long', `PASB017-${'Montana-'.repeat(6)}`, MONTANA],
  ])('with %s name nothing', async (_, vehicle, shipParamsId) => {
    for (const author of [AURORA, BORODINO]) await learn(vehicle, author, shipParamsId);
    expect(await stored()).toEqual([]);
  });

  test('with different names name nothing, and the name of the most accounts wins', async () => {
    for (let file = 0; file < 4; file += 1) await learn('PASB017-Nonsense', AURORA);
    await learn('PASB017-Montana', BORODINO);
    expect(await shownName()).toBeNull();
    await learn('PASB017-Montana', HOOD);
    expect(await shownName()).toBe('Montana');
    await learn('PASB017-Nonsense', MOD);
    expect(await shownName()).toBe('Montana');
    await learn('PASB017-Nonsense', ADMIN);
    expect(await shownName()).toBe('Nonsense');
  });

  test('count an account once, with its latest file', async () => {
    for (const author of [AURORA, BORODINO]) await learn('PASB017-Montana', author);
    for (const author of [AURORA, BORODINO]) await learn('PASB017-Ohio', author);
    expect(await shownName()).toBe('Ohio');
  });

  test.each(['deleted', 'removed'])('name nothing for others when one post was %s', async (how) => {
    await learn('PASB017-Montana', AURORA);
    const id = await learn('PASB017-Montana', BORODINO);
    expect(await shownName()).toBe('Montana');
    const { status } =
      how === 'deleted'
        ? await api.call('DELETE', `/api/post/${id}`, { as: BORODINO })
        : await api.moderate(id);
    expect(status).toBeLessThan(300);
    expect(await shownName()).toBeNull();
    await learn('PASB017-Montana', HOOD);
    expect(await shownName()).toBe('Montana');
  });
});

describe('the publisher’s encyclopedia (Rule 25.26)', () => {
  const signal = new AbortController().signal;
  const requested: RegionId[] = [];
  const publisher = (names: readonly string[] | null, failure?: Error) => ({
    async ships(region: RegionId) {
      requested.push(region);
      if (failure !== undefined && region === 'eu') throw failure;
      return names?.map((name, index) => ({ id: MONTANA + index, name, tier: 10 - index })) ?? null;
    },
  });
  let now = START;
  const read = (source: ReturnType<typeof publisher>) =>
    readEncyclopedia(
      {
        database: createDatabase(api.database, { bus: api.bus, onEffectError: () => {} }),
        publisher: source,
        now: () => now,
      },
      signal,
    );
  beforeEach(async () => {
    requested.length = 0;
    now += 8 * millisecondsInDay;
  });

  test('names all ships of every region, once a week', async () => {
    await read(publisher(['Montana', 'Ohio']));
    await read(publisher(['Changed']));
    expect(requested).toEqual(['eu', 'na', 'cis', 'sea']);
    expect((await stored()).map(({ name }) => name)).toEqual(['Montana', 'Ohio']);
    now += 8 * millisecondsInDay;
    await read(publisher(['Changed']));
    expect((await stored()).map(({ name }) => name)).toEqual(['Changed', 'Ohio']);
  });

  test('is preferred to the names of replays', async () => {
    const authors = [AURORA, BORODINO, HOOD];
    for (const author of authors) await learn('PASB017-Learnt', author);
    await read(publisher(['Montana']));
    for (const author of authors) await learn('PASB017-Learnt', author);
    expect((await stored())[0]?.name).toBe('Montana');
    expect(await shownName()).toBe('Montana');
  });

  test('names ships with their tiers, and replays without, in one call for up to 40 (rule 33.45)', async () => {
    for (const author of [AURORA, BORODINO]) await learn('PASB017-Montana', author);
    const ask = (ids: string) => api.call('GET', `/api/ships?ids=${ids}`);
    expect((await ask(`${MONTANA + 1},12,${MONTANA}`)).json).toEqual([
      { id: MONTANA, name: 'Montana', tier: null },
    ]);
    await read(publisher(['Montana', 'Ohio']));
    const { json, headers } = await ask(`${MONTANA + 1},12,${MONTANA}`);
    expect(json).toEqual([
      { id: MONTANA, name: 'Montana', tier: 10 },
      { id: MONTANA + 1, name: 'Ohio', tier: 9 },
    ]);
    expect(headers['cache-control']).toBe('private, max-age=3600');
    for (const ids of ['', 'x', Array(41).fill(12).join()]) expect((await ask(ids)).status).toBe(400);
  });

  test('is not read without an application id', async () => {
    await read(publisher(null));
    expect(await stored()).toEqual([]);
  });

  test('is read later when the publisher does not answer, and other regions are read at once', async () => {
    await read(publisher(['Montana'], new PublisherError('unreachable', 'refused')));
    expect(requested).toEqual(['eu', 'na', 'cis', 'sea']);
    expect(await stored()).toEqual([]);
    requested.length = 0;
    await read(publisher(['Montana']));
    expect(requested).toEqual(['eu']);
  });
});
