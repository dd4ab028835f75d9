/** An imported region, as the API serves it: files are checked in the background, and moderation goes on. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DECODER_VERSION } from 'wows-replay/replay';
import { importRegion } from '#api/commands/import-wows-karma/import.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { posts } from '#api/db/schema.ts';
import { advisePostsAgain } from '#api/jobs/housekeeping/housekeeping.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import { getPlayer } from '#lib/schemas/calls/player.ts';
import { getPost } from '#lib/schemas/calls/post.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { createPlaces } from '#tests/support/data-places.ts';
import { filesOf, playersWithWrongSums } from '#tests/support/database-content.ts';
import { PLAYER, POST, REPLAY, uuid } from '#tests/support/wows-karma/ids.ts';
import { createOldDatabase, type OldFixture } from '#tests/support/wows-karma/old-database.ts';
import { writeOldFiles } from '#tests/support/wows-karma/old-files.ts';
import { ODD_ROWS } from '#tests/support/wows-karma/rows.ts';

const places = createPlaces();
let old: OldFixture;
let data: Data;
let api: TestApi | null = null;

beforeAll(async () => {
  const files = path.join(places.folder, 'old-files');
  const target = path.join(places.folder, 'backup');
  writeOldFiles(files);
  old = await createOldDatabase(ODD_ROWS);
  await importRegion({ from: old.url, files, region: 'eu', target }, () => {});
  const place = await places.add('server');
  await restoreBackup(place, target, false, { only: 'eu' });
  data = await openData(place, () => {});
});
afterAll(async () => {
  await api?.close();
  await data.database.close();
  await old.remove();
  await places.remove();
});

const postRows = () => data.database.read('eu', (db) => db.select().from(posts));
const rows = () => data.database.read('eu', (db) => db.select().from(replays));

const start = async (jobLimits: object): Promise<TestApi> => {
  await api?.close();
  api = await createTestApi({
    ...data,
    env: { HOLD_UNPROVEN: 'true' },
    jobLimits: { pollMs: 60_000, restMs: 0, backOff: ONCE, ...jobLimits },
  });
  return api;
};

const fileStatus = async (id: string): Promise<number> =>
  (await (api as TestApi).call('GET', `/api/Replay/${id}/file`)).status;

test('gives advice about posts in the background, but none about a file before it is read (rule 29.9)', async () => {
  await advisePostsAgain(data.database, AbortSignal.timeout(60_000), 0);
  const advice = new Map((await postRows()).map((row) => [row.id, row.advice]));
  expect(advice.get(POST.plain)).toEqual([]);
  expect(advice.get(POST.edited)).toEqual([]);
  expect(advice.get(POST.allBits)).toContain('not-checked');
});

test('serves a file once the decoder has accepted it, and one that it refuses never (rule 29.8)', async () => {
  await start({ restMs: 3_600_000 });
  // The newest one is decoded, then the process rests: the oldest waits.
  await expect.poll(async () => (await rows()).map(({ id }) => id)).not.toContain(REPLAY.dangerous);
  expect(await fileStatus(REPLAY.whole)).toBe(404);

  await start({});
  await expect
    .poll(async () =>
      (await rows()).filter((row) => row.decoderVersion === NOT_CHECKED || row.runAfter !== null),
    )
    .toEqual([]);
  const after = new Map((await rows()).map((row) => [row.id, row]));
  for (const id of [REPLAY.whole, REPLAY.again, REPLAY.ofWrongPost]) {
    expect(after.get(id)).toMatchObject({ decoderVersion: DECODER_VERSION, map: '53_Shoreside' });
    expect(await fileStatus(id)).toBe(200);
  }
  expect(after.get(REPLAY.again)).toMatchObject({ state: 2 });
  expect(await fileStatus(REPLAY.ofOldGame)).toBe(200);

  for (const id of [REPLAY.damaged, REPLAY.large]) {
    const refused = after.get(id);
    expect(refused?.lastError).toMatch(/./);
    expect(refused?.players).toMatchObject([{ name: 'Captain_1' }]);
    expect(await filesOf(data)).toContain(`eu ${refused?.sha256}`);
    expect(await fileStatus(id)).toBe(404);
  }
  const answer = await (api as TestApi).call('GET', `/api/Replay/${REPLAY.damaged}`);
  expect(answer.json).not.toHaveProperty('downloadUri');

  expect(after.has(REPLAY.dangerous)).toBe(false);
  const post = await (api as TestApi).call('GET', `/api/post/${POST.unknownBits}`);
  expect(post.json.model).toMatchObject({ replayId: null });
});

test('has no post that is reported, in the queue or held, whatever its replay shows (rule 29.9)', async () => {
  const stored = await postRows();
  const advice = new Map(stored.map((row) => [row.id, row.advice]));
  expect(advice.get(POST.plain)).toContain('player-not-shown');
  expect(advice.get(POST.bothBits)).toContain('player-not-shown');
  expect(stored.filter(({ held }) => held)).toEqual([]);
  expect(await playersWithWrongSums(data.database)).toEqual([]);
  expect(await data.database.read('eu', (db) => db.select().from(reviews))).toEqual([]);
  expect(await data.database.read('eu', (db) => db.select().from(reports))).toEqual([]);
});

test('ends an edit’s being read-only without changing the text when both are reverted (rule 29.4)', async () => {
  const { call } = await start({});
  const readPost = async () => (await call('GET', `/api/post/${POST.readOnly}`)).json.model;
  const before = await readPost();
  expect(before).toMatchObject({ readOnly: true, title: 'A good game' });
  for (const number of [4, 5]) {
    const { status } = await call('DELETE', `/api/mod/action/${uuid('action', number)}`, {
      as: PLAYER.moderator,
    });
    expect(status).toBe(205);
  }
  const { title, content, flairs } = before;
  expect(await readPost()).toMatchObject({ readOnly: false, title, content, flairs });
});

test('hides removed posts, lists both bans of an account, and keeps hidden karma hidden (rule 29.4)', async () => {
  const { call } = await start({});
  expect((await call('GET', `/api/post/${POST.locked}`)).status).toBe(410);
  expect((await call('GET', `/api/post/${POST.locked}`, { as: PLAYER.moderator })).status).toBe(200);
  const { json: bans } = await call('GET', `/api/mod/bans/${PLAYER.oldFlag}`, { as: PLAYER.moderator });
  expect(bans.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'Banned before the move; ask a moderator',
    'Insults',
  ]);
  const { json: ids } = await call('GET', '/api/post');
  expect(ids).not.toContain(POST.aboutOptedOut);
  expect(ids).toContain(POST.long);
});

test('has posts and players that the site can read', async () => {
  const { call } = await start({});
  const { json: ids } = await call('GET', '/api/post');
  expect(ids.length).toBeGreaterThan(15);
  for (const id of ids)
    expect(getPost.response?.parse((await call('GET', `/api/post/${id}`)).json)).toBeTruthy();
  for (const id of Object.values(PLAYER)) {
    const { status, json } = await call('GET', `/api/player/${id}?includeClanInfo=true`);
    if (status === 200) expect(getPlayer.response?.parse(json)).toMatchObject({ id });
  }
});
