/** How replay files are stored, removed and sent (rule 15.7). */

import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replays } from '#api/db/replay-schema.ts';
import { sweepFiles } from '#api/jobs/housekeeping/housekeeping.ts';
import { keepFile, removeUnreferenced } from '#api/model/replays/files.ts';
import { AURORA, replayForm } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { sumsIn } from '#tests/support/file-store-contract.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();

const REPLAY = Buffer.from(replayFile());
/** A replay with other bytes: those after the payload are ignored. */
let variants = 0;
const anotherReplay = () => Buffer.concat([REPLAY, Buffer.from(`variant ${++variants}`)]);

interface Uploaded {
  postId: string;
  id: string;
  sha256: string;
  file: string;
}

async function upload(bytes: Buffer, postId?: string): Promise<Uploaded> {
  const id = postId ?? (await api.addPost({ author: AURORA }));
  const form = replayForm(bytes);
  const { status, json } = await api.call('POST', `/api/replay/${id}`, { as: AURORA, form });
  expect(status).toBe(201);
  const sha256 = (await api.storedReplay(json.id))?.sha256 as string;
  return { postId: id, id: json.id, sha256, file: api.files.pathOf('eu', sha256) };
}

const remove = (postId: string) => api.call('DELETE', `/api/post/${postId}`, { as: AURORA });
const sweep = (graceMs: number) => sweepFiles(api.database, api.files, new AbortController().signal, graceMs);

describe('a stored file', () => {
  test('is readable only by the account of the API', async () => {
    const { file } = await upload(anotherReplay());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (let folder = path.dirname(file); !folder.endsWith('incoming'); folder = path.dirname(folder)) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      if (existsSync(path.join(folder, 'incoming'))) break;
    }
  });

  test('is stored once for two posts, and removed with the last of them', async () => {
    const bytes = anotherReplay();
    const [one, other] = [await upload(bytes), await upload(bytes)];
    expect(one.file).toBe(other.file);
    await remove(one.postId);
    expect(existsSync(other.file)).toBe(true);
    expect((await api.call('GET', `/api/replay/${other.id}/file`)).bytes).toEqual(bytes);
    await remove(other.postId);
    expect(existsSync(other.file)).toBe(false);
  });

  test('is removed when another replay replaces it', async () => {
    const first = await upload(anotherReplay());
    const second = await upload(anotherReplay(), first.postId);
    expect([existsSync(first.file), existsSync(second.file)]).toEqual([false, true]);
  });

  test('stays when the same replay is uploaded again for its post', async () => {
    const bytes = anotherReplay();
    const first = await upload(bytes);
    const second = await upload(bytes, first.postId);
    expect(second.file).toBe(first.file);
    expect(existsSync(first.file)).toBe(true);
  });
});

describe('an upload that is refused', () => {
  const incoming = () => path.join(path.dirname(api.files.pathOf('eu', 'aa')), '../../incoming');

  test.each([
    ['is no replay', new Uint8Array(1000), 422],
    ['is too large', new Uint8Array(5_242_881), 413],
  ])('leaves no file behind when it %s', async (_, bytes, status) => {
    const before = await sumsIn(api.files, 'eu');
    const form = replayForm(bytes);
    const postId = await api.addPost({ author: AURORA });
    expect((await api.call('POST', `/api/replay/${postId}`, { as: AURORA, form })).status).toBe(status);
    expect(await sumsIn(api.files, 'eu')).toEqual(before);
    expect(readdirSync(incoming())).toEqual([]);
  });
});

describe('sweeping', () => {
  beforeEach(() => sweep(-1));

  const orphan = async (): Promise<string> => {
    const sha256 = await api.files.put('eu', anotherReplay());
    return api.files.pathOf('eu', sha256);
  };
  const makeOld = (file: string, hours: number) => {
    const then = Date.now() / 1000 - hours * 3600;
    utimesSync(file, then, then);
  };

  test('removes what no row refers to, once it is older than an hour', async () => {
    const [young, old] = [await orphan(), await orphan()];
    makeOld(old, 2);
    expect(await sweep(3_600_000)).toBe(1);
    expect([existsSync(young), existsSync(old)]).toEqual([true, false]);
  });

  test('keeps files that a row refers to, of any age', async () => {
    const { file } = await upload(anotherReplay());
    makeOld(file, 1000);
    expect(await sweep(3_600_000)).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  test('removes incomplete files of killed uploads', async () => {
    const half = await api.files.receive(
      (async function* () {
        yield Buffer.from('half a file');
      })(),
    );
    makeOld(half.path, 2);
    await sweep(3_600_000);
    expect(existsSync(half.path)).toBe(false);
  });

  test('keeps a file that a running transaction is about to refer to', async () => {
    const { postId } = await upload(anotherReplay());
    const received = await api.files.receive(
      (async function* () {
        yield anotherReplay();
      })(),
    );
    let removal: Promise<boolean> = Promise.resolve(false);
    await api.database.transaction('eu', async (db) => {
      await keepFile({ db, region: 'eu' }, api.files, received);
      removal = removeUnreferenced(api.database, api.files, 'eu', received.sha256);
      await db.update(replays).set({ minimapSha256: received.sha256 }).where(eq(replays.postId, postId));
    });
    expect(await removal).toBe(false);
    expect(existsSync(api.files.pathOf('eu', received.sha256))).toBe(true);
  });
});

describe('a download', () => {
  const bytes = anotherReplay();
  let replay: Uploaded;
  beforeAll(async () => {
    replay = await upload(bytes);
  });
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    api.call(method, `/api/replay/${replay.id}/file`, { headers });

  test('has the file’s SHA-256 as its ETag, and gets 304 for it', async () => {
    const whole = await get();
    expect(whole.headers).toMatchObject({
      etag: `"${replay.sha256}"`,
      'accept-ranges': 'bytes',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
    });
    const again = await get({ 'if-none-match': `"${replay.sha256}"` });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test('is not compressed, so length and ranges match the file', async () => {
    const { headers, bytes: sent } = await get({ 'accept-encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(sent).toEqual(bytes);
  });

  test.each([
    ['bytes=0-9', 206, [0, 10]],
    ['bytes=10-', 206, [10, undefined]],
    ['bytes=-3', 206, [-3, undefined]],
    ['bytes=0-99999999', 206, [0, undefined]],
    ['bytes=-99999999', 206, [0, undefined]],
    ['bytes=0-1,1-4', 206, [0, 5]],
    ['bytes=0-1,4-5', 200, [0, undefined]],
    ['bytes=x-y', 200, [0, undefined]],
    ['lines=0-1', 200, [0, undefined]],
  ] as const)('of the range %s answers %i with those bytes', async (range, status, [from, to]) => {
    const part = await get({ range });
    expect(part.status).toBe(status);
    expect(part.bytes).toEqual(bytes.subarray(from, to));
  });

  test.each(['bytes=99999999-', 'bytes=5-4', 'bytes=-0'])('of the range %s answers 416', async (range) => {
    const part = await get({ range });
    expect([part.status, part.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
  });

  test('resumes only if the file is still the same', async () => {
    const same = await get({ range: 'bytes=4-7', 'if-range': `"${replay.sha256}"` });
    const other = await get({ range: 'bytes=4-7', 'if-range': '"another"' });
    expect([same.status, other.status]).toEqual([206, 200]);
  });

  test('answers HEAD with headers only', async () => {
    const { status, headers, bytes: sent } = await get({}, 'HEAD');
    expect([status, headers['content-length'], sent.length]).toEqual([200, String(bytes.length), 0]);
  });

  test('of a missing file answers 404, and the replay can still be read', async () => {
    const lost = await upload(anotherReplay());
    await api.files.remove('eu', lost.sha256);
    const answer = await api.call('GET', `/api/replay/${lost.id}/file`);
    expect([answer.status, answer.json.detail]).toEqual([404, 'This file is no longer available.']);
    expect((await api.call('GET', `/api/replay/${lost.id}`)).status).toBe(200);
  });

  test('in progress survives the removal of its post', async () => {
    const doomed = await upload(anotherReplay());
    const open = await api.files.open('eu', doomed.sha256);
    await remove(doomed.postId);
    const content = await open?.read();
    expect(
      (await content?.toArray().then((chunks) => Buffer.concat(chunks)))?.subarray(0, REPLAY.length),
    ).toEqual(REPLAY);
  });
});
