/** Reads of one turn of the event loop, which share a statement (rule 17.39). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { createLoader } from '#api/db/loader.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { clans, players } from '#api/db/schema.ts';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { findSubject } from '#api/model/auth/queries.ts';
import { findClan, findMembers } from '#api/model/players/clans.ts';
import { findNumbers } from '#api/model/players/queries.ts';
import * as support from '#tests/support/api.ts';
import { borrowTestDatabase, onPostgres } from '#tests/support/test-database.ts';

const { ADMIN, AURORA, BANNED, HIDDEN, MOD, OPTED_OUT, SECRET, START } = support;
const PLAYERS = [AURORA, OPTED_OUT, HIDDEN, BANNED, MOD];

let database: DataSource;
let api: support.TestApi;
let [clan, empty] = [0, 0];
let posts: string[];
/** How many reads wait for each other, to start in the same turn. */
let together = 1;
const waiting: (() => void)[] = [];
/** Tells the reads of the requests from those of background jobs, which wait until no request does. */
const ofRequest = new AsyncLocalStorage<true>();
beforeAll(async () => {
  database = await borrowTestDatabase();
  const read: DataSource['read'] = async (region, run) => {
    if (ofRequest.getStore())
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === together) for (const start of waiting.splice(0)) start();
      });
    else await vi.waitUntil(() => together === 1);
    return database.read(region, run);
  };
  api = await support.createTestApi({ database: { ...database, read } });
  [clan, empty] = [await api.addClan({ membersUpdatedAt: new Date(START) }), await api.addClan()];
  const stored = [{ hasReplay: true, ticketId: '12' }, { modLocked: true }, { player: OPTED_OUT }];
  posts = await Promise.all(stored.map((post) => api.addPost({ author: AURORA, ...post })));
  await api.addReplay(posts[0] ?? '');
  for (const id of PLAYERS) await api.changePlayer(id, { clanId: clan, siteKarma: id % 100 });
  await api.ban(AURORA, START + support.HOUR);
  await api.ban(MOD, START - support.HOUR);
});
afterAll(() => api.close().then(() => database.close()));

/** Counts the statements of the region from now on. */
async function countStatements(): Promise<() => number> {
  const sent = vi.spyOn(await database.read('eu', async (db) => db._.session), 'prepareQuery');
  onTestFinished(() => sent.mockRestore());
  return () => sent.mock.calls.length;
}

const bodies = [PLAYERS, PLAYERS.toReversed(), [OPTED_OUT], [HIDDEN, HIDDEN, 1], []];
test.each([
  ['karmas', 1, () => bodies.map((ids) => ['player/karmas', ids] as const)],
  ['all metrics', 1, () => bodies.map((ids) => ['player/karmas-full', ids] as const)],
  ['clans', 1, () => [clan, empty].map((id) => [`clan/${id}?includeMembers=false`] as const)],
  ['clans with members', 2, () => [clan, empty].map((id) => [`clan/${id}`] as const)],
  // Posts, the replay, and reports of each post for both of the staff.
  ['posts', 8, () => posts.map((id) => [`post/${id}`] as const)],
])(
  '%s in one turn: staff, players and visitors get what each gets alone (Rule 17.39)',
  async (_, count, requestsOf) => {
    const subject = await database.read('eu', (db) => findSubject(db, OPTED_OUT));
    if (subject === null) throw new Error('not seeded');
    // Makes a visitor, with as many reads as the others.
    const signedOut = await createTokens(SECRET).sign('eu', { ...subject, seed: randomUUID() }, START);
    const users = await Promise.all([ADMIN, MOD, OPTED_OUT, HIDDEN, AURORA].map((id) => api.tokenOf(id)));
    const reads = requestsOf().flatMap(([path, body]) =>
      [signedOut, ...users].map((token) => async () => {
        const request = () => api.call(body ? 'POST' : 'GET', `/api/${path}`, { token, body });
        const { status, text } = await ofRequest.run(true, request);
        return [status, text];
      }),
    );
    const alone: unknown[] = [];
    for (const read of reads) alone.push(await read());
    const statements = await countStatements();
    together = reads.length;
    const inOneTurn = await Promise.all(reads.map((read) => read()));
    together = 1;
    expect(inOneTurn).toEqual(alone);
    // Each token takes one.
    expect(statements()).toBe(reads.length + count);
  },
);

const idOf = ({ id }: { id: number }) => id;
const numbers = sql`from generate_series(1, 2000) id where id`;
const loadInverse = createLoader((is) => sql`select id::float8 as id, 6 / (id - 3) ${numbers} ${is}`, idOf);
const loadMissing = createLoader((is) => sql`select missing ${numbers} ${is}`, idOf);

/** The ids that each request finds in one turn, or the state of its error. */
const load = (loader: typeof loadInverse, requests: number[][]): Promise<unknown[]> =>
  database.read('eu', (db) => {
    const stateOf = (error: { cause: { code: string } }) => error.cause.code;
    return Promise.all(requests.map((ids) => loader(db, ids).then((rows) => rows.map(idOf), stateOf)));
  });

test('an id fails its own requests only, any other error all of them at once (Rule 17.39)', async () => {
  const found = await load(loadInverse, [[1, 2], [3], [2, 3], [9]]);
  expect(found).toEqual([[1, 2], '22012', '22012', [9]]);
  const statements = await countStatements();
  expect(await load(loadMissing, [[1], [2, 3]])).toEqual(['42703', '42703']);
  expect(statements()).toBe(1);
});

test('a statement has at most 500 ids, and each request is in one', async () => {
  const statements = await countStatements();
  const forty = Array.from({ length: 40 }, (_, index) => 10 + index);
  const requests = forty.map((_, index) => forty.map((id) => id + 40 * index));
  expect(await load(loadInverse, requests)).toEqual(requests);
  expect(statements()).toBe(4);
});

// @ts-expect-error A transaction must read what it has written itself.
void (() => database.transaction('eu', (db) => findClan(db, 1)));

test('every read shows what was acknowledged before it, in two processes (Rule 17.39)', async () => {
  const { url } = database as DataSource & { url: string };
  const second = onPostgres ? createServerDatabase({ url }) : database;
  const tries = onPostgres ? 10_000 : 500;
  const id = await api.addPlayer({ clanId: clan });
  let [acknowledged, reads] = [0, 0];
  async function write(): Promise<void> {
    for (let value = 1; reads < tries; value += 1) {
      await (value % 2 === 0 ? second : database).transaction('eu', async (db) => {
        await db.update(players).set({ siteKarma: value }).where(eq(players.id, id));
        await db.update(clans).set({ leagueColor: value }).where(eq(clans.id, clan));
      });
      acknowledged = value;
      // The embedded database leaves the event loop no turn.
      await setImmediate();
    }
  }
  async function read(source: DataSource): Promise<void> {
    for (; reads < tries; reads += 1) {
      const least = acknowledged;
      const [[player], stored, members] = await source.read('eu', (db) =>
        Promise.all([findNumbers(db, [id, reads]), findClan(db, clan), findMembers(db, clan)]),
      );
      const member = members.find((one) => one.id === id);
      expect(
        Math.min(...[player?.siteKarma, stored?.leagueColor, member?.siteKarma].map(Number)),
      ).toBeGreaterThanOrEqual(least);
    }
  }
  await Promise.all([write(), ...[database, second, database, second, database, second].map(read)]);
  if (onPostgres) await second.close();
});
