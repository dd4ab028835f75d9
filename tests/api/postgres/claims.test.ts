/** The queues of moderators and of replays while several connections write. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviews } from '#api/db/review-schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import {
  ADMIN,
  AURORA,
  BORODINO,
  createTestApi,
  DAY,
  HOOD,
  MOD,
  START,
  type TestApi,
} from '#tests/support/api.ts';
import { openCopy, untilLocksAwaited } from '#tests/support/postgres/databases.ts';

let database: Awaited<ReturnType<typeof openCopy>>;
let api: TestApi;
let holder: pg.Client;
beforeAll(async () => {
  database = await openCopy();
  api = await createTestApi({ database });
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await api.close();
  await database.close();
});

/** A reported post, and claims of it. */
async function addItem() {
  const postId = await api.addPost({ author: BORODINO, player: HOOD, createdAt: api.clock.now });
  const report = { postId, rule: 'insults', words: '', moment: null };
  expect((await api.call('POST', '/api/report', { as: AURORA, body: report })).status).toBe(201);
  const claim = (method: 'POST' | 'DELETE', as: number) =>
    api.call(method, `/api/mod/reviews/${postId}/claim`, { as });
  return { postId, claim };
}

test('a moderator who leaves while a claim is under way has none (Rule 28.29)', async () => {
  const { postId, claim } = await addItem();
  await holder.query(`begin; select 1 from eu.posts where id = '${postId}' for update`);
  const claimed = claim('POST', MOD);
  await untilLocksAwaited(database.url, 1);
  const released = claim('DELETE', MOD);
  await untilLocksAwaited(database.url, 2);
  await holder.query('commit');
  expect([(await claimed).status, (await released).status]).toEqual([200, 204]);
  expect((await claim('POST', ADMIN)).status).toBe(200);
});

test('an item is read without the lock of its post; a claim that is lost meanwhile is 423 (Rule 28.29)', async () => {
  const { claim } = await addItem();
  await holder.query('begin; lock table eu.staff_notes in access exclusive mode');
  const first = claim('POST', MOD);
  await untilLocksAwaited(database.url, 1);
  const released = claim('DELETE', MOD);
  const second = released.then(() => claim('POST', ADMIN));
  await untilLocksAwaited(database.url, 2);
  await holder.query('commit');
  expect([(await first).status, (await released).status, (await second).status]).toEqual([423, 204, 200]);
});

test('a post that is reported while retention waits for its item stays in the queue (Rule 28.25)', async () => {
  const postId = await api.addPost({ author: BORODINO, player: HOOD, createdAt: api.clock.now });
  const openedAt = new Date(START - 31 * DAY);
  await database.transaction('eu', (db) =>
    db.insert(reviews).values({ postId, authorId: BORODINO, playerId: HOOD, kind: KIND.new, openedAt }),
  );
  await holder.query(`begin; update eu.reviews set kind = 2, reports = 1 where post_id = '${postId}'`);
  const applied = applyRetention(database, START, new AbortController().signal);
  await untilLocksAwaited(database.url, 1);
  await holder.query('commit');
  await applied;
  const left = await database.read('eu', (db) => db.$count(reviews, eq(reviews.postId, postId)));
  expect(left).toBe(1);
});

// The last one: its jobs go on in the background.
test('the replays of a region are queued in short transactions (Rule 17.34)', async () => {
  const author = await api.addPlayer();
  await holder.query(`insert into eu.posts (author_id, player_id, title, content)
    select ${author}, ${HOOD}, 'Battle', 'Battle' from generate_series(1, 1500)`);
  await holder.query(`insert into eu.replays (post_id, file_name, file_size, sha256)
    select id, 'a.wowsreplay', 1, 'a' from eu.posts where author_id = ${author}`);
  await holder.query('begin; select 1 from eu.replays order by id desc limit 1 for update');
  const queued = async () => (await holder.query('select 1 from eu.replays where state = 1')).rowCount;
  const called = api.call('PATCH', '/api/Replay/reprocess/all', { as: ADMIN });
  await untilLocksAwaited(database.url, 1);
  expect(await queued()).toBeGreaterThanOrEqual(900);
  await holder.query('commit');
  expect((await called).status).toBe(202);
  expect(
    (await holder.query('select 1 from eu.replays where state = 0 and last_error is null')).rowCount,
  ).toBe(0);
});
