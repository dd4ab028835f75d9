/** Replays that an older decoder read are decoded again in the background (Rule 25.23). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { THUMBNAIL_VERSION } from 'wows-replay/battle/surface';
import { DECODER_VERSION } from 'wows-replay/replay';
import { BACK_OFF } from '#api/base/back-off.ts';
import { createDatabase, type DataSource } from '#api/db/database.ts';
import { personErasures } from '#api/db/person-schema.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import type { JobLimits } from '#api/jobs/replays/attempt.ts';
import { createRedrawing } from '#api/jobs/replays/runner.ts';
import { keepErasure } from '#api/model/players/erasures.ts';
import { enqueue } from '#api/model/replays/job-queue.ts';
import { receiveThumbnail, thumbnailColumns } from '#api/model/replays/parts.ts';
import { AURORA, DAY, type TestApi } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { fileOf, fullBattle } from '#tests/support/replay-file.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: DataSource;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.transaction('eu', async (db) => {
    await db.delete(posts);
    await db.delete(personErasures);
  }),
);

const start = (limits: Partial<JobLimits> = {}, env: Record<string, string> = {}) =>
  openTestApi({ database, env, jobLimits: { pollMs: 60_000, restMs: 0, backOff: ONCE, ...limits } });

type Row = typeof replays.$inferSelect;
const rows = (): Promise<Row[]> => database.read('eu', (db) => db.select().from(replays));

/** A post with a replay, as an earlier version of the program has stored it. */
async function addOld(api: TestApi, values: Partial<Row> = {}): Promise<string> {
  const { json } = await api.createPost({}, { replay: fileOf() });
  const parts = {
    facts: null,
    timelineSha256: null,
    thumbnailSha256: null,
    map: null,
    playedAt: null,
    arenaId: null,
    tracks: null,
  };
  const old = { decoderVersion: 0, ...parts };
  await database.transaction('eu', (db) =>
    db
      .update(replays)
      .set({ ...old, ...values })
      .where(eq(replays.id, json.replayId)),
  );
  return json.replayId;
}

/** Starts another process on the same data, and waits until nothing is left to do. */
async function restart(first: TestApi, limits: Partial<JobLimits> = {}): Promise<TestApi> {
  await first.close();
  const second = await start(limits);
  await expect
    .poll(async () =>
      (await rows()).every((row) => row.decoderVersion === DECODER_VERSION && row.runAfter === null),
    )
    .toBe(true);
  return second;
}

test('after an update, with facts, timeline, thumbnail, tracks and battle, and without a change of the post’s state', async () => {
  const first = await start();
  await addOld(first, { state: 2, minimapSha256: 'x' });
  await restart(first);
  const [row] = await rows();
  expect(row).toMatchObject({
    state: 2,
    minimapSha256: 'x',
    map: '53_Shoreside',
    playedAt: '2026-02-01T20:15:00',
    arenaId: '1234567890123456',
    tracks: expect.any(Uint8Array),
    facts: { decoderVersion: DECODER_VERSION },
    timelineSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    thumbnailSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    lastError: null,
  });
});

test('an old thumbnail is drawn again from the stored timeline, without decoding the file, once (Rule 30.62)', async () => {
  const first = await start();
  const old = await first.files.put('eu', Buffer.from('RIFF an old picture'));
  await first.createPost({}, { replay: fileOf() });
  const [fresh] = await rows();
  const outdated = { thumbnailSha256: old, thumbnailShown: null, thumbnailVersion: 0, sha256: null };
  await database.transaction('eu', (db) => db.update(replays).set(outdated));
  await first.close();
  const others = await Promise.all([start(), start()]);
  await expect.poll(async () => (await rows())[0]?.thumbnailVersion).toBe(THUMBNAIL_VERSION);
  const [{ sha256, ...redrawn } = {}] = await rows();
  expect(redrawn).toMatchObject({
    thumbnailSha256: fresh?.thumbnailSha256,
    thumbnailShown: fresh?.thumbnailShown,
  });
  const exists = (sum: string) => others[0]?.files.local('eu', sum);
  await expect.poll(() => exists(old)).toBeNull();
  expect(await exists(String(fresh?.thumbnailSha256))).not.toBeNull();
});

test('a thumbnail whose timeline is missing stays as it is (Rule 30.62)', async () => {
  const first = await start();
  await first.createPost({}, { replay: fileOf() });
  const [before] = await rows();
  await database.transaction('eu', (db) => db.update(replays).set({ thumbnailVersion: 0 }));
  await first.files.remove('eu', String(before?.timelineSha256));
  await first.close();
  await start();
  await expect.poll(async () => (await rows())[0]?.thumbnailVersion).toBe(THUMBNAIL_VERSION);
  expect((await rows())[0]).toMatchObject({ thumbnailSha256: before?.thumbnailSha256 });
});

describe('a thumbnail that a busy machine has not drawn', () => {
  const busy = { thumbnail: vi.fn(async () => 'late' as const), decodeInBackground: () => Promise.reject() };
  const place = { authorId: 1, playerId: 2 };

  test('with an upload is drawn later (Rule 30.62)', async () => {
    const first = await start();
    await first.createPost({}, { replay: fileOf() });
    const [fresh] = await rows();
    const late = thumbnailColumns(await receiveThumbnail(first.files, busy, { timeline: null }, place));
    await database.transaction('eu', (db) => db.update(replays).set(late));
    expect((await rows())[0]?.thumbnailSha256).toBeNull();
    await first.close();
    await start();
    await expect.poll(async () => (await rows())[0]?.thumbnailSha256).toBe(fresh?.thumbnailSha256);
  });

  test('is tried again three times with growing waits, then it stays as it is (Rule 30.62)', async () => {
    const { files, bus, createPost } = await start();
    await createPost({}, { replay: fileOf() });
    const [before] = await rows();
    await database.transaction('eu', (db) => db.update(replays).set({ thumbnailVersion: 0 }));
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const redraw = createRedrawing();
    const isDue = () =>
      redraw({
        database: createDatabase(database, { bus, onEffectError: () => {} }),
        files,
        decoder: busy,
        config: { minimapRenderer: null, minimapsFolder: null, replayExtraClasses: [] },
        limits: { backOff: BACK_OFF.replay } as JobLimits,
        signal: new AbortController().signal,
      });
    busy.thumbnail.mockClear();
    expect(await isDue()).toBe(true);
    for (const wait of [30_000, 300_000, 3_000_000]) {
      vi.advanceTimersByTime(wait - 1);
      expect([await isDue(), (await rows())[0]?.thumbnailVersion]).toEqual([false, 0]);
      vi.advanceTimersByTime(1);
      expect(await isDue()).toBe(true);
    }
    expect([busy.thumbnail.mock.calls.length, (await rows())[0]]).toEqual([4, before]);
  });
});

test.each([
  ['without live events, and without a video', { state: 0, minimapSha256: null }],
  ['without making their video again', { state: 2, minimapSha256: 'x' }],
])('%s', async (_, video) => {
  const first = await start();
  await addOld(first, video);
  await first.close();
  const second = await start({}, { MINIMAP_RENDERER: '/bin/false' });
  await expect.poll(async () => (await rows())[0]?.decoderVersion).toBe(DECODER_VERSION);
  expect((await rows())[0]).toMatchObject({ ...video, lastError: null, runAfter: null });
  expect(second.events).toEqual([]);
});

test('the newest first', async () => {
  const first = await start();
  const ids = [];
  for (const days of [1, 0, 2])
    ids.push(await addOld(first, { createdAt: new Date(first.clock.now - days * DAY) }));
  await first.close();
  const order: string[] = [];
  await start({ restMs: 10 });
  await expect
    .poll(
      async () => {
        for (const { id, decoderVersion } of await rows())
          if (decoderVersion === DECODER_VERSION && !order.includes(id)) order.push(id);
        return order.length;
      },
      { interval: 5 },
    )
    .toBe(3);
  expect(order[0]).toBe(ids[1]);
});

test('only once if the file cannot be read: the job has failed, and the post stays as it was', async () => {
  const first = await start();
  const id = await addOld(first, { players: [{ name: 'As before' }] });
  const [row] = await rows();
  await first.files.remove('eu', row?.sha256 ?? '');
  await restart(first);
  expect((await rows()).find((one) => one.id === id)).toMatchObject({
    lastError: 'The file is missing.',
    players: [{ name: 'As before' }],
    facts: null,
  });
});

test('an imported file that is refused is never served, and stays among the failed jobs (rule 29.8)', async () => {
  const first = await start();
  const battle = fullBattle();
  for (const participant of battle.participants) participant.accountId = AURORA;
  const sha256 = await first.files.put('eu', fileOf(battle));
  const imported = await addOld(first, { decoderVersion: NOT_CHECKED, sha256 });
  const own = await addOld(first);
  const change = (id: string, values: Partial<Row>) =>
    database.transaction('eu', (db) => db.update(replays).set(values).where(eq(replays.id, id)));
  const second = await restart(first);
  await change(imported, { decoderVersion: DECODER_VERSION - 1, lastError: null });
  const third = await restart(second);
  await change(own, { decoderVersion: 0, facts: null });
  await applyRetention(database, third.clock.now + 31 * DAY, AbortSignal.timeout(60_000));
  expect((await rows()).filter((row) => row.lastError !== null).map(({ id }) => id)).toEqual([imported]);
  const read = async (id: string) => (await third.call('GET', `/api/Replay/${id}`)).json.downloadUri;
  expect([await read(imported), await read(own)]).toEqual([undefined, expect.any(String)]);
  await database.transaction('eu', (db) => enqueue(db, undefined, null, third.clock.now));
  expect([await read(imported), await read(own)]).toEqual([undefined, expect.any(String)]);
});

test('masked, and without their files, if someone in them was erased meanwhile', async () => {
  const first = await start();
  await addOld(first);
  const erased = { ids: new Set([500_100_003]), names: new Set(['Invented_Captain_2']) };
  await database.transaction('eu', (db) => keepErasure(db, erased, first.clock.now));
  await restart(first);
  const [row] = await rows();
  expect(row).toMatchObject({
    sha256: null,
    timelineSha256: null,
    thumbnailSha256: null,
    map: '53_Shoreside',
  });
  expect(JSON.stringify(row)).not.toContain('Invented_Captain_2');
});

test('unless their file was removed', async () => {
  const first = await start();
  const removed = await addOld(first, { sha256: null });
  const other = await addOld(first, { createdAt: new Date(first.clock.now - DAY) });
  await first.close();
  await start();
  const versionOf = async (id: string) => (await rows()).find((row) => row.id === id)?.decoderVersion;
  await expect.poll(() => versionOf(other)).toBe(DECODER_VERSION);
  expect(await versionOf(removed)).toBe(0);
});
