/** The API with its files in a bucket (Rules 24.25 to 24.29). */

import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TIMELINE_VERSION } from 'wows-replay/timeline';
import { runCommand } from '#api/commands/command.ts';
import { moveFilesToBucket } from '#api/commands/move-files/move-to-bucket.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { BucketError, openBucket } from '#api/files/bucket.ts';
import { createBucketStore } from '#api/files/bucket-store.ts';
import { type FolderStore, openFolderStore } from '#api/files/folder-store.ts';
import type { FileStore } from '#api/files/store.ts';
import { sweepFiles } from '#api/jobs/housekeeping/housekeeping.ts';
import { createBackup } from '#api/storage/backup/create-backup.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { createPerson, erase } from '#tests/api/persons/world.ts';
import {
  AURORA,
  BORODINO,
  createTestApi,
  createTestFiles,
  MOD,
  type TestApi,
  type TestApiOptions,
} from '#tests/support/api.ts';
import { sumsIn } from '#tests/support/file-store-contract.ts';
import { runOperatorCommand } from '#tests/support/operator-command.ts';
import { addDatabase, dropDatabase, openCopy } from '#tests/support/postgres/databases.ts';
import { fileOf, replayFile } from '#tests/support/replay-file.ts';
import { startBucket, type TestBucket } from '#tests/support/scale/bucket.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const REPLAY = Buffer.from(replayFile());
const RENDERER = path.resolve(import.meta.dirname, '../support/renderer.mjs');

let bucket: TestBucket;
let folder: FolderStore;
let files: FileStore;
let api: TestApi;

const startApi = (options: TestApiOptions = {}): Promise<TestApi> => createTestApi({ files, ...options });

beforeAll(async () => {
  bucket = await startBucket();
  folder = createTestFiles();
  files = createBucketStore(openBucket(bucket.config), folder);
  api = await startApi();
});
beforeEach(() => files.removeAll());
afterAll(async () => {
  await api?.close();
  await bucket?.stop();
});

let variants = 0;
const anotherReplay = () => Buffer.concat([REPLAY, Buffer.from(`variant ${++variants}`)]);

interface Written {
  id: string;
  replayId: string;
  sha256: string;
  bytes: Buffer;
}

async function write(on = api): Promise<Written> {
  const bytes = anotherReplay();
  const { status, json } = await on.createPost({}, { replay: bytes });
  expect(status).toBe(201);
  const row = await on.storedReplay(json.replayId);
  return { id: json.id, replayId: json.replayId, sha256: row?.sha256 as string, bytes };
}

const download = (replayId: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.call(method, `/api/replay/${replayId}/file`, { headers });

describe('a replay (Rule 24.25)', () => {
  test('is in the bucket after its post was created, and gone after it was deleted', async () => {
    const { id, sha256 } = await write();
    expect([await sumsIn(files, 'eu'), await sumsIn(folder, 'eu')]).toEqual([[sha256], []]);
    expect((await api.call('DELETE', `/api/post/${id}`, { as: AURORA })).status).toBe(205);
    expect(await sumsIn(files, 'eu')).toEqual([]);
  });

  test('is processed with its minimap’s video', async () => {
    const rendering = await startApi({
      env: { MINIMAP_RENDERER: [process.execPath, RENDERER, 'ok'].join(' ') },
      database: api.database,
      jobLimits: { pollMs: 50, checkSizeEveryMs: 20 },
    });
    onTestFinished(() => rendering.close());
    const { replayId } = await write(rendering);
    const read = async () => (await api.call('GET', `/api/replay/${replayId}`)).json.minimapUri;
    await expect.poll(read, { interval: 25 }).toMatch(/\/minimap$/);
    expect(await sumsIn(files, 'eu')).toHaveLength(2);
    const { headers } = await api.call('GET', `/api/replay/${replayId}/minimap`);
    const video = await fetch(String(headers.location), { headers: { range: 'bytes=4-7' } });
    expect([video.status, video.headers.get('content-type'), await video.text()]).toEqual([
      206,
      'video/mp4',
      'ftyp',
    ]);
  });

  test('has its timeline and thumbnail in the bucket, which the API sends itself', async () => {
    const { id, replayId } = (await api.createPost({}, { replay: fileOf() })).json;
    // The file, its timeline and its thumbnail.
    expect(await sumsIn(files, 'eu')).toHaveLength(3);
    for (const encoding of ['br', 'identity']) {
      const { status, headers, bytes } = await api.call('GET', `/api/replay/${replayId}/timeline`, {
        headers: { 'accept-encoding': encoding },
      });
      const text = encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
      expect([status, headers.location]).toEqual([200, undefined]);
      expect(JSON.parse(String(text))).toMatchObject({ v: TIMELINE_VERSION, map: { name: '53_Shoreside' } });
    }
    const thumbnail = createHash('sha256');
    for (const shape of ['', '?shape=strip']) {
      const { status, headers, bytes } = await api.call('GET', `/api/replay/${replayId}/thumbnail${shape}`);
      expect([status, headers.location, headers['content-type']]).toEqual([200, undefined, 'image/webp']);
      thumbnail.update(bytes);
    }
    // The stored file has both pictures.
    expect(await sumsIn(files, 'eu')).toContain(thumbnail.digest('hex'));
    await api.call('DELETE', `/api/post/${id}`, { as: AURORA });
    expect(await sumsIn(files, 'eu')).toEqual([]);
  });

  test('that no row refers to is removed later', async () => {
    const { sha256 } = await write();
    await files.put('eu', Buffer.from('left behind'));
    // Object storage counts whole seconds, and may round up.
    expect(await sweepFiles(api.database, files, new AbortController().signal, -5_000)).toBe(1);
    expect(await sumsIn(files, 'eu')).toEqual([sha256]);
  });

  test('of an erased person is removed from the bucket', async () => {
    await api.database.transaction('eu', (db) => db.delete(posts));
    await createPerson(api);
    const before = await sumsIn(files, 'eu');
    await erase(api);
    const after = await sumsIn(files, 'eu');
    expect(after.length).toBeLessThan(before.length);
    const rows = await api.database.read('eu', (db) => db.select().from(replays));
    const referred = rows
      .flatMap((row) => [row.sha256, row.minimapSha256, row.timelineSha256, row.thumbnailSha256])
      .filter((sum) => sum !== null);
    expect(after).toEqual([...new Set(referred)].sort());
  });
});

describe('a download (Rule 24.26)', () => {
  test('is redirected to the bucket, where name, type and ranges are those of the API', async () => {
    const { replayId, bytes } = await write();
    const { status, headers } = await download(replayId, { origin: 'http://localhost:4321' });
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      302,
      'private, no-store',
      'http://localhost:4321',
    ]);
    const address = String(headers.location);
    expect(address).toMatch(new RegExp(`^${bucket.endpoint}/${bucket.bucket}/eu/[0-9a-f]{64}\\?`));
    const whole = await fetch(address);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="battle.wowsreplay"',
      'content-length': String(bytes.length),
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(address, { headers: { range: 'bytes=4-9' } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(4, 10))]).toEqual([
      206,
      true,
    ]);
  });

  test('is checked by the API each time: a removed post’s replay has no address', async () => {
    const { id, replayId } = await write();
    await api.database.transaction('eu', (db) =>
      db.update(posts).set({ modLocked: true }).where(eq(posts.id, id)),
    );
    const refused = await download(replayId);
    expect([refused.status, refused.headers.location]).toEqual([410, undefined]);
    const staff = await api.call('GET', `/api/replay/${replayId}/file`, { as: MOD });
    expect([staff.status, staff.headers['cache-control']]).toEqual([302, 'private, no-store']);
  });

  test('is answered by the API itself for HEAD, and for a file that the browser has', async () => {
    const { replayId, sha256, bytes } = await write();
    const head = await download(replayId, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([
      200,
      String(bytes.length),
      `"${sha256}"`,
    ]);
    const known = await download(replayId, { 'if-none-match': `"${sha256}"` });
    expect([known.status, known.headers.location]).toEqual([304, undefined]);
  });

  test('of a lost file is 404', async () => {
    const { replayId, sha256 } = await write();
    await files.remove('eu', sha256);
    expect((await download(replayId)).json.detail).toBe('This file is no longer available.');
  });
});

describe('while the bucket is unavailable (Rule 24.27)', () => {
  const unreachable = () =>
    createBucketStore(openBucket({ ...bucket.config, endpoint: 'http://127.0.0.1:9' }), createTestFiles());

  test('a post with a replay is refused with 503 and not stored', async () => {
    const down = await startApi({ files: unreachable(), database: api.database });
    onTestFinished(() => down.close());
    const before = await api.database.read('eu', (db) => db.$count(posts));
    const { status, headers, json } = await down.createPost({}, { replay: anotherReplay() });
    expect([status, headers['retry-after'], json.status]).toEqual([503, '5', 503]);
    expect(json.detail).toBe('Files are unavailable right now. Try again in a moment.');
    expect(await api.database.read('eu', (db) => db.$count(posts))).toBe(before);
    expect(await api.database.read('eu', (db) => db.$count(replays))).toBe(await countReplays());
  });

  test('downloads are 503, and everything else works', async () => {
    const { replayId, id } = await write();
    const down = await startApi({ files: unreachable(), database: api.database });
    onTestFinished(() => down.close());
    const refused = await down.call('GET', `/api/replay/${replayId}/file`);
    expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
      503,
      '5',
      'private, no-cache',
    ]);
    expect((await down.call('GET', `/api/post/${id}`)).status).toBe(200);
    expect((await down.call('GET', '/ready')).status).toBe(200);
  });
});

const countReplays = () => api.database.read('eu', (db) => db.$count(replays));

describe('moving files from the folder (Rule 24.28)', () => {
  const move = () =>
    moveFilesToBucket({ database: api.database, folder, bucket: openBucket(bucket.config) }, () => {});

  /** A post of the time before the bucket. */
  async function writeToFolder(): Promise<Written> {
    const before = await startApi({ files: folder, database: api.database });
    onTestFinished(() => before.close());
    return write(before);
  }

  beforeEach(() => api.database.transaction('eu', (db) => db.delete(posts)));

  test('moves what rows refer to; downloads work before, during and after', async () => {
    const { replayId, sha256, bytes } = await writeToFolder();
    const left = await folder.put('eu', Buffer.from('without a row'));
    const before = await download(replayId);
    expect([before.status, before.bytes.equals(bytes)]).toEqual([200, true]);
    expect(await move()).toEqual({ moved: 1, present: 0, broken: [] });
    expect(await sumsIn(folder, 'eu')).toEqual([left]);
    const after = await fetch(String((await download(replayId)).headers.location));
    expect(Buffer.from(await after.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await files.open('eu', sha256))?.size).toBe(bytes.length);
  });

  test('can be repeated, also after an interruption', async () => {
    const [one, other] = [await writeToFolder(), await writeToFolder()];
    // Uploaded, but not yet removed from the folder.
    await openBucket(bucket.config).put(`eu/${one.sha256}`, one.bytes, one.bytes.length, one.sha256);
    expect(await move()).toEqual({ moved: 2, present: 0, broken: [] });
    expect(await move()).toEqual({ moved: 0, present: 2, broken: [] });
    expect(await sumsIn(files, 'eu')).toEqual([one.sha256, other.sha256].sort());
  });

  test('reports missing and damaged files, and leaves them as they are', async () => {
    const [lost, damaged] = [await writeToFolder(), await writeToFolder()];
    await folder.remove('eu', lost.sha256);
    const wrong = await folder.receive([
      Buffer.from('other content'),
    ] as unknown as AsyncIterable<Uint8Array>);
    await folder.keep('eu', { ...wrong, sha256: damaged.sha256 });
    const { moved, broken } = await move();
    expect([moved, broken.sort()]).toEqual([0, [`eu/${lost.sha256}`, `eu/${damaged.sha256}`].sort()]);
    expect(await sumsIn(folder, 'eu')).toEqual([damaged.sha256]);
  });
});

test('a backup has the files of the bucket, and is restored into another one (Rule 24.29)', async () => {
  await api.database.transaction('eu', (db) => db.delete(posts));
  const { sha256, bytes } = await write();
  const home = temporaryFolder();
  const databaseUrl = await addDatabase();
  onTestFinished(() => dropDatabase(databaseUrl));
  const source = path.join(home, 'backup');
  expect(await createBackup({ database: api.database, files }, source)).toMatchObject({
    files: 1,
    missing: [],
  });
  await files.removeAll();
  const place = { dataDir: home, filesDir: path.join(home, 'files'), bucket: bucket.config, databaseUrl };
  await restoreBackup(place, source, false);
  const stored = await files.open('eu', sha256);
  expect(Buffer.concat((await (await stored?.read())?.toArray()) ?? []).equals(bytes)).toBe(true);
  await expect(restoreBackup(place, source, false)).rejects.toThrow('The target already has');
});

test('npm run move-files names what it moved and what is missing (Rule 24.28)', async () => {
  const home = temporaryFolder();
  const source = await openCopy();
  onTestFinished(() => source.close());
  const from = openFolderStore(home);
  const [there, lost] = [await from.put('eu', REPLAY), 'f'.repeat(64)];
  await source.transaction('eu', async (db) => {
    for (const sha256 of [there, lost]) {
      const postId = randomUUID();
      const text = { flairs: 0, title: 'Before the bucket', content: 'A post.', ticketId: null };
      await db.insert(posts).values({
        id: postId,
        authorId: AURORA,
        playerId: BORODINO,
        ...text,
        hasReplay: true,
        createdAt: new Date(),
      });
      const parts = { players: [], chatMessages: [] };
      await db.insert(replays).values({
        postId,
        fileName: 'battle.wowsreplay',
        fileSize: REPLAY.length,
        sha256,
        ...parts,
        createdAt: new Date(),
      });
    }
  });
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const env = {
    DATABASE_URL: source.url,
    FILES_DIR: home,
    ...bucket.env,
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  };
  const { code, stdout, stderr } = await runOperatorCommand('move-files', [], env);
  expect([code, stderr]).toEqual([
    1,
    'Missing or damaged: 1 (see above). These files are left as they are.\n',
  ]);
  expect(stdout).toContain(`Missing or damaged: eu/${lost}`);
  expect(stdout).toContain(`bucket ${bucket.bucket}: 1. There before: 0.`);
  expect((await files.open('eu', there))?.size).toBe(REPLAY.length);
  const down = await runOperatorCommand('move-files', [], { ...env, S3_ENDPOINT: 'http://127.0.0.1:1' });
  const sentence = /^Files are not available until .*: it refuses connections \(ECONNREFUSED\) .*\.\n$/;
  expect([down.code, down.stdout, down.stderr]).toEqual([1, '', expect.stringMatching(sentence)]);
});

test('a command whose bucket goes away ends with a sentence (Rule 24.28)', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => void vi.restoreAllMocks());
  await runCommand('', () => Promise.reject(new BucketError({ code: 'ECONNREFUSED' })));
  const sentence = expect.stringMatching(/^Files are not available: .*ECONNREFUSED\)\.\n$/);
  expect([write.mock.calls, exit.mock.calls]).toEqual([[[sentence]], [[1]]]);
});
