/** Data that has been kept long enough is removed, and nothing else. */
import { randomUUID } from 'node:crypto';
import { asc, eq, isNull } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { decisions, objections, staffNotes } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { openidNonces, roleChanges } from '#api/db/person-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { deletedPosts } from '#api/db/schema.ts';
import { createHousekeeping } from '#api/jobs/housekeeping/housekeeping.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { AURORA, BORODINO, DAY, HOOD, HOUR, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

const ago = (ms: number) => new Date(START - ms);
const apply = () => applyRetention(api.database, START, new AbortController().signal);

test('acknowledged notifications are removed after 90 days, pending ones stay (Rule 20.11)', async () => {
  const emittedAt = ago(400 * DAY);
  const row = (acknowledgedAt: Date | null) => ({ accountId: AURORA, type: 7, emittedAt, acknowledgedAt });
  await api.database.transaction('eu', (db) =>
    db.insert(notifications).values([row(null), row(ago(89 * DAY)), ...Array(2500).fill(row(ago(91 * DAY)))]),
  );
  await apply();
  const left = await api.database.read('eu', (db) =>
    db
      .select({ at: notifications.acknowledgedAt })
      .from(notifications)
      .orderBy(asc(notifications.acknowledgedAt)),
  );
  expect(left).toEqual([{ at: ago(89 * DAY) }, { at: null }]);
});

test('errors of finished jobs are removed after 30 days, those to be retried stay (Rule 20.11)', async () => {
  const jobs = [
    { startedAt: ago(31 * DAY), runAfter: null },
    { startedAt: ago(29 * DAY), runAfter: null },
    { startedAt: ago(31 * DAY), runAfter: ago(-HOUR) },
  ];
  for (const [index, job] of jobs.entries()) {
    const postId = await api.addPost({ author: AURORA, player: BORODINO });
    const values = { fileName: `${index}.wowsreplay`, lastError: 'No frames', createdAt: ago(40 * DAY) };
    await api.addReplay(postId, { ...job, ...values });
  }
  await apply();
  const left = await api.database.read('eu', (db) =>
    db.select({ error: replays.lastError }).from(replays).orderBy(replays.fileName),
  );
  expect(left.map(({ error }) => error)).toEqual([null, 'No frames', 'No frames']);
});

test('nothing is removed once the API stops', async () => {
  const at = ago(91 * DAY);
  const row = { accountId: HOOD, type: 7, emittedAt: at, acknowledgedAt: at };
  await api.database.transaction('eu', async (db) => {
    await db.insert(notifications).values(row);
    await db.update(replays).set({ lastError: 'No frames', startedAt: ago(31 * DAY), runAfter: null });
  });
  await applyRetention(api.database, START, AbortSignal.abort());
  const left = await api.database.read('eu', async (db) => [
    await db.$count(notifications, eq(notifications.accountId, HOOD)),
    await db.$count(replays, isNull(replays.lastError)),
  ]);
  expect(left).toEqual([1, 0]);
});

test('nonces, deleted posts and changes of roles are removed when they are no longer needed (Rule 20.11)', async () => {
  const change = { accountId: HOOD, role: 'mod', granted: true, changedBy: 'a test' };
  await api.database.transaction('eu', async (db) => {
    await db.insert(openidNonces).values([
      { nonce: 'old', seenAt: ago(11 * 60_000) },
      { nonce: 'new', seenAt: ago(9 * 60_000) },
    ]);
    await db.insert(deletedPosts).values([
      { authorId: AURORA, playerId: BORODINO, postedAt: ago(31 * DAY) },
      { authorId: AURORA, playerId: HOOD, postedAt: ago(29 * DAY) },
    ]);
    await db.insert(roleChanges).values([
      { ...change, changedAt: ago(1096 * DAY) },
      { ...change, changedAt: ago(1094 * DAY) },
    ]);
  });
  await apply();
  const left = await api.database.read('eu', async (db) => [
    (await db.select().from(openidNonces)).map(({ nonce }) => nonce),
    (await db.select().from(deletedPosts)).map(({ playerId }) => playerId),
    (await db.select().from(roleChanges)).map(({ changedAt }) => changedAt),
  ]);
  expect(left).toEqual([['new'], [HOOD], [ago(1094 * DAY)]]);
});

test('chores run after five minutes and every six hours, and one that fails does not stop the others', async () => {
  vi.useFakeTimers();
  try {
    const runs: string[] = [];
    const onError = vi.fn();
    const housekeeping = createHousekeeping(
      [
        async () => {
          runs.push('first');
          throw new Error('failed');
        },
        async () => void runs.push('second'),
      ],
      onError,
    );
    housekeeping.start();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toEqual(['first', 'second']);
    await vi.advanceTimersByTimeAsync(6 * HOUR);
    expect(runs).toEqual(['first', 'second', 'first', 'second']);
    expect(onError).toHaveBeenCalledTimes(2);
    await housekeeping.close();
    await vi.advanceTimersByTimeAsync(12 * HOUR);
    expect(runs).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});

test('kept posts with their objections, and notes on players, are removed after a year (Rule 20.11)', async () => {
  const personId = await api.addPlayer();
  const decision = (kind: string, age: number) => ({
    ...{ id: randomUUID(), kind, personId, createdAt: ago(age * DAY) },
  });
  const rows = [decision('kept', 366), decision('kept', 364), decision('warned', 366)];
  const words = 'Words';
  await api.database.transaction('eu', async (db) => {
    await db.insert(decisions).values(rows);
    await db
      .insert(objections)
      .values(rows.map(({ id, createdAt }) => ({ decisionId: id, authorId: HOOD, words, createdAt })));
    await db
      .insert(staffNotes)
      .values(
        [366, 364].map((age) => ({ playerId: HOOD, authorId: AURORA, words, createdAt: ago(age * DAY) })),
      );
  });
  await apply();
  const left = await api.database.read('eu', async (db) => [
    await db.$count(decisions, eq(decisions.personId, personId)),
    await db.$count(objections),
    await db.$count(staffNotes),
  ]);
  expect(left).toEqual([2, 2, 1]);
});
