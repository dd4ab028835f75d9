/** How the timeline of a battle is announced, sent and removed. */
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import { replays } from '#api/db/replay-schema.ts';
import { sweepFiles } from '#api/jobs/housekeeping/housekeeping.ts';
import { createWorld, TIMELINE_FILE, type World } from '#tests/api/contract/world.ts';
import { ADMIN, AURORA, BORODINO } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';

const TIMELINE = makeTimeline();
const api = setUpApi();
let world: World;
let id: string;
beforeAll(async () => {
  world = await createWorld(api);
});
beforeEach(async () => {
  id = await world.replay({ author: AURORA, player: BORODINO });
});

const change = (values: Partial<typeof replays.$inferInsert>) =>
  api.database.transaction('eu', (db) => db.update(replays).set(values).where(eq(replays.id, id)));
const get = (headers: Record<string, string> = {}) =>
  api.call('GET', `/api/replay/${id}/timeline`, { headers });

describe('the address of a timeline (Rule 25.21)', () => {
  test('has the version of the decoder', async () => {
    await change({ decoderVersion: 7 });
    const { timelineUri } = (await api.call('GET', `/api/replay/${id}`)).json;
    expect(timelineUri).toMatch(new RegExp(`/api/Replay/${id}/timeline\\?v=7$`));
    const { pathname, search } = new URL(timelineUri);
    expect((await api.call('GET', pathname + search)).json).toEqual(TIMELINE);
  });

  test('is null where there is none, and the call answers 404', async () => {
    await change({ timelineSha256: null });
    expect((await api.call('GET', `/api/replay/${id}`)).json.timelineUri).toBeNull();
    const { status, headers } = await get();
    expect([status, headers['cache-control']]).toEqual([404, 'private, no-cache']);
  });
});

describe('a timeline is sent (Rule 25.21)', () => {
  test('with brotli as it is stored', async () => {
    const { headers, bytes } = await get({ 'accept-encoding': 'gzip, deflate, br' });
    expect([headers['content-encoding'], headers['content-length']]).toEqual(['br', String(bytes.length)]);
    expect(bytes).toEqual(TIMELINE_FILE);
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(TIMELINE);
  });

  test('with gzip, or as it is, to clients without brotli', async () => {
    const zipped = await get({ 'accept-encoding': 'gzip, br;q=0' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(zipped.bytes).toString())).toEqual(TIMELINE);
    const plain = await get();
    expect([plain.headers['content-encoding'], plain.json]).toEqual([undefined, TIMELINE]);
  });

  test('once to a browser, which keeps it for five minutes and then checks it', async () => {
    const { headers } = await get({ 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('private, max-age=300');
    expect(headers.vary).toContain('accept-encoding');
    for (const encoding of ['br', 'gzip', 'identity']) {
      const again = await get({ 'accept-encoding': encoding, 'if-none-match': String(headers.etag) });
      expect([again.status, again.text, again.headers['cache-control']]).toEqual([
        304,
        '',
        'private, max-age=300',
      ]);
    }
  });

  test('without a body to a HEAD request', async () => {
    const { status, headers, bytes } = await api.call('HEAD', `/api/replay/${id}/timeline`);
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(headers.etag).toMatch(/^W\/"[0-9a-f]{64}"$/);
  });

  test('only while its client stays, also without brotli: then its file is closed', async () => {
    const client = new AbortController();
    const content = new PassThrough();
    // Not `once`, which rejects when the stream is destroyed with an error.
    const closed = new Promise((resolve) => content.on('close', resolve));
    const read = async () => {
      client.abort();
      return content;
    };
    const open = async () => ({ size: 1, read, close: async () => {} });
    const own = await openTestApi({ database: api.database, files: { ...api.files, open } });
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { 'accept-encoding': 'identity' };
    const answer = fetch(`${address}/api/Replay/${id}/timeline`, { headers, signal: client.signal });
    await expect(answer).rejects.toThrow('aborted');
    await closed;
  });

  test('never when its file is lost: the answer is 404 with a sentence', async () => {
    await change({ timelineSha256: 'f'.repeat(64) });
    const { status, json, headers } = await get();
    expect([status, json.detail]).toEqual([404, 'The timeline of this replay is no longer available.']);
    expect(headers.etag).toBeUndefined();
  });
});

describe('the file of a timeline (Rule 25.22)', () => {
  const sweep = () => sweepFiles(api.database, api.files, new AbortController().signal, -1);

  test('is shared by replays of the same battle, and removed with the last of their posts', async () => {
    const other = await world.replay({ author: AURORA, player: BORODINO });
    const rows = await api.database.read('eu', (db) => db.select().from(replays));
    const mine = rows.filter((row) => [id, other].includes(row.id));
    const [sum] = mine.map(({ timelineSha256 }) => timelineSha256);
    const file = api.files.pathOf('eu', String(sum));
    const kept = rows.filter((row) => row.timelineSha256 === sum && !mine.includes(row));
    for (const { postId } of kept)
      await api.call('DELETE', `/api/post/${postId}?ignoreChecks=true`, { as: ADMIN });
    await api.call('DELETE', `/api/post/${mine[0]?.postId}?ignoreChecks=true`, { as: ADMIN });
    await sweep();
    expect(existsSync(file)).toBe(true);
    await api.call('DELETE', `/api/post/${mine[1]?.postId}?ignoreChecks=true`, { as: ADMIN });
    expect(existsSync(file)).toBe(false);
  });
});
