/** Live events of two processes that share Redis. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { players, posts } from '#api/db/schema.ts';
import { type ApiProcess, type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { type HubListener, listenTo, until } from '#tests/support/scale/hub-listener.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import {
  addPlayers,
  addWriters,
  createPost,
  deletePost,
  editPost,
  type Writer,
} from '#tests/support/scale/writers.ts';

const AUTHORS = 25;

let redis: RedisServer;
let fleet: Fleet;
let one: ApiProcess;
let two: ApiProcess;
let listeners: HubListener[];

beforeAll(async () => {
  redis = await startRedis();
  fleet = await startFleet(2, () => ({ REDIS_URL: redis.url }));
  [one, two] = fleet.processes as [ApiProcess, ApiProcess];
  listeners = await Promise.all([one, one, two, two].map(({ origin }) => listenTo(origin())));
});
afterAll(async () => {
  for (const { connection } of listeners ?? []) await connection.stop();
  await fleet?.close();
  await redis?.stop();
});

const forget = (): void => {
  for (const { heard } of listeners) heard.length = 0;
};

/** Splits work among authors, each of whom does theirs in turn. */
const byAuthor = <T>(
  authors: readonly Writer[],
  items: readonly T[],
  work: (author: Writer, item: T) => Promise<void>,
) =>
  Promise.all(
    authors.map(async (author, index) => {
      for (const item of items.filter((_, position) => position % authors.length === index))
        await work(author, item);
    }),
  );

test('every client gets changes through both processes once and in their order (rule 24.11)', async () => {
  const authors = await addWriters(fleet, AUTHORS);
  const targets = await addPlayers(fleet, 100);
  const expected = new Map<string, string[]>();
  await byAuthor(authors, targets, async (author, target) => {
    const id = await createPost(one.origin(), author, target, 'As written');
    expect(await editPost(two.origin(), author, id, 'First edit')).toBe(200);
    expect(await editPost(one.origin(), author, id, 'Second edit')).toBe(200);
    expect(await deletePost(two.origin(), author, id)).toBe(205);
    expected.set(id, [
      'NewPost As written',
      'EditedPost First edit',
      'EditedPost Second edit',
      'DeletedPost null',
    ]);
  });
  for (const { heard } of listeners) {
    await until('all events have arrived', () => heard.length >= 4 * expected.size);
    const byPost = Map.groupBy(heard, ({ id }) => id);
    for (const [id, messages] of expected)
      expect(byPost.get(id)?.map(({ method, title }) => `${method} ${title}`)).toEqual(messages);
    expect(heard.length).toBe(4 * expected.size);
  }
});

test('after changes of one post in both processes at once, the last event has its state (rule 24.11)', async () => {
  forget();
  const [author] = (await addWriters(fleet, 1)) as [Writer];
  for (const target of await addPlayers(fleet, 50)) {
    const id = await createPost(one.origin(), author, target, 'As written');
    const titles = ['one', 'two'].map((name) => `About ${target} in ${name}`);
    await Promise.all(
      [one, two].map(({ origin }, index) => editPost(origin(), author, id, titles[index] as string)),
    );
    const [stored] = await fleet.database.read('eu', (db) => db.select().from(posts).where(eq(posts.id, id)));
    for (const { heard } of listeners)
      await until(`clients have ${stored?.title}`, () => heard.at(-1)?.title === stored?.title);
  }
});

test('a change that waits undoes no removal or opt-out through another process (rule 14.11)', async () => {
  const [author] = (await addWriters(fleet, 1)) as [Writer];
  const targets = (await addPlayers(fleet, 4)) as [number, number, number, number];
  const create = (target: number) => createPost(two.origin(), author, target, 'As written');
  const [removed, hidden, shown] = [
    await create(targets[0]),
    await create(targets[1]),
    await create(targets[2]),
  ];
  for (const id of [removed, hidden, shown])
    for (const title of ['First edit', 'Second edit']) await editPost(one.origin(), author, id, title);
  await deletePost(two.origin(), author, removed);
  await fleet.database.transaction('eu', (db) =>
    db.update(players).set({ optedOut: true }).where(eq(players.id, targets[1])),
  );
  const marker = await create(targets[3]);
  for (const { heard } of listeners) {
    await until('the change that waited has arrived', () =>
      heard.some(({ id, title }) => id === shown && title === 'Second edit'),
    );
    const later = heard.slice(heard.findIndex(({ id }) => id === marker) + 1);
    expect(later.filter(({ id }) => id !== shown)).toEqual([]);
  }
});

test('a sign-in that ends in one process ends its connections in the other one (rule 24.13)', async () => {
  const [user] = (await addWriters(fleet, 1)) as [Writer];
  const { connection, heard } = await listenTo(one.origin(), 'auth', user.token);
  const response = await fetch(`${two.origin()}/api/Auth/renew-seed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(response.ok).toBe(true);
  await until('the connection has ended', () => connection.state === 'Disconnected');
  expect(heard).toEqual([{ method: 'SeedTokenInvalidated', id: String(user.id), title: null }]);
});

test('an outage of Redis stops no process, and afterwards all clients reload (rule 24.12)', async () => {
  forget();
  const [author] = (await addWriters(fleet, 1)) as [Writer];
  const targets = (await addPlayers(fleet, 3)) as [number, number, number];
  const ready = (process: ApiProcess) =>
    fetch(`${process.origin()}/ready`).then(async (response) => ({
      status: response.status,
      warnings: ((await response.json()) as { warnings: string[] }).warnings,
    }));
  await redis.stop();
  const during = await createPost(one.origin(), author, targets[0], 'During the outage');
  await until(
    'own clients have the post',
    () => listeners[0]?.heard.some(({ id }) => id === during) === true,
  );
  for (const process of [one, two]) {
    await until('a warning', async () => (await ready(process)).warnings.length > 0);
    const { status, warnings } = await ready(process);
    expect([status, warnings[0]]).toEqual([200, expect.stringContaining('Redis has been unavailable since')]);
  }
  redis = await startRedis(redis.port);
  for (const { reconnects } of listeners) await until('the client has reconnected', () => reconnects() > 0);
  for (const process of [one, two])
    await until('no warning', async () => (await ready(process)).warnings.length === 0);
  forget();
  const after = await createPost(two.origin(), author, targets[1], 'After the outage');
  for (const { heard } of listeners) {
    await until('the post has arrived', () => heard.length > 0);
    expect(heard.map(({ id }) => id)).toEqual([after]);
  }
});

test('a process starts while Redis is away, and joins the others once it is back (rule 24.12)', async () => {
  const second = await startRedis();
  await second.stop();
  const late = await startFleet(2, () => ({ REDIS_URL: second.url }));
  onTestFinished(() => late.close());
  const waiting = await Promise.all(late.processes.map(({ origin }) => listenTo(origin())));
  const restarted = await startRedis(second.port);
  onTestFinished(() => restarted.stop());
  for (const { connection, reconnects } of waiting) {
    await until('the client has reconnected', () => reconnects() === 1);
    await connection.stop();
  }
});
