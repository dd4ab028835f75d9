/** Lists without pages are read and sent in pieces (rule 17.20). */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DataSource, Reader } from '#api/db/database.ts';
import { clans, posts } from '#api/db/schema.ts';
import { LIST_PIECE } from '#api/db/sql.ts';
import type { RegionId } from '#lib/regions.ts';
import { ADMIN, AURORA, BORODINO, createTestApi, MOD, type TestApi } from '#tests/support/api.ts';
import { borrowTestDatabase } from '#tests/support/test-database.ts';

/** Three pieces and a part, so that the list is sent as a stream. */
const POSTS = LIST_PIECE * 3 + 7;

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };

let api: TestApi;
let database: DataSource;
/** Pieces of lists that were read. */
let reads = 0;
/** What reads of them wait for. */
let held: Promise<void> | undefined;
/** So many of them are full pieces of other rows. */
let invented = 0;
const INVENTED: unknown = Array.from({ length: LIST_PIECE }, () => ({
  id: randomUUID(),
  createdAt: '2020-01-01 00:00:00+00',
}));
beforeAll(async () => {
  const real = await borrowTestDatabase();
  database = {
    ...real,
    read: async <T>(region: RegionId, run: (db: Reader) => Promise<T>): Promise<T> => {
      const result = await real.read(region, run);
      if (!Array.isArray(result)) return result;
      reads += 1;
      await held;
      return reads <= invented ? (INVENTED as T) : result;
    },
  };
  api = await createTestApi({ database });
  // Many with the same time, so that the id determines their order.
  await database.transaction('na', (db) =>
    db.execute(sql`insert into ${posts} (author_id, player_id, title, content, created_at)
      select ${AURORA}, ${BORODINO}, 'A fair fight', 'Some content', timestamptz '2026-01-01' + make_interval(secs => n / 500)
      from generate_series(1, ${POSTS}) n`),
  );
});
afterAll(async () => {
  await api.close();
  await database.close();
});

/** Answers wait for others until the test lets time pass. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const list = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.call(method, path, { region: 'na', headers });

describe('a list of several pieces', () => {
  test('contains every id once, oldest first', async () => {
    const expected = await database.read('na', (db) =>
      db.execute<{ id: string }>(sql`select id from ${posts} order by created_at, id`),
    );
    const { status, headers, json } = await list('/api/Post');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toEqual(expected.rows.map(({ id }) => id));
  });

  test('has no ETag, and is compressed for clients that accept it', async () => {
    expect((await list('/api/Post')).headers.etag).toBeUndefined();
    const { headers, bytes } = await list('/api/Post', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(bytes.length).toBeGreaterThan(10_000);
  });

  test('is not read to the end for HEAD of a user', async () => {
    reads = 0;
    const { status, bytes } = await api.call('HEAD', '/api/Post', { region: 'na', as: MOD });
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(reads).toBe(1);
  });

  test('is read once for all visitors of five seconds (Rule 24.34)', async () => {
    api.clock.now += 5_001;
    reads = 0;
    const encodings = ['identity', 'gzip', 'br', 'identity', 'gzip', 'br'];
    const answers = await Promise.all(
      encodings.map((encoding) => list('/api/Post', { 'accept-encoding': encoding })),
    );
    expect(reads).toBe(4);
    expect(answers.map(({ headers }) => headers['content-encoding'] ?? 'identity')).toEqual(encodings);
    const decoded = answers.map(
      ({ bytes, headers }) => DECODE[headers['content-encoding'] as 'br']?.(bytes) ?? bytes,
    );
    expect(new Set(decoded.map(String)).size).toBe(1);
    expect(JSON.parse(String(decoded[0]))).toHaveLength(POSTS);
    api.clock.now += 4_999;
    const { headers } = await list('/api/Post');
    expect([reads, headers.age]).toEqual([4, '4']);
    api.clock.now += 2;
    await list('/api/Post');
    expect(reads).toBe(8);
  });

  test('is read for one request of an account and of an address at a time (Rule 24.34)', async () => {
    stopTime();
    const { promise, resolve } = Promise.withResolvers<void>();
    const get = (as: number, from: string) => api.call('GET', '/api/Post', { region: 'na', as, from });
    held = promise;
    reads = 0;
    const first = get(MOD, '192.0.2.1');
    await expect.poll(() => reads).toBe(1);
    const refused = [get(MOD, '192.0.2.2'), get(ADMIN, '192.0.2.1')];
    const other = get(AURORA, '192.0.2.3');
    await expect.poll(() => reads).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const { status, headers } of await Promise.all(refused))
      expect([status, headers['retry-after']]).toEqual([429, '5']);
    const last = get(MOD, '192.0.2.1');
    held = undefined;
    resolve();
    for (const answer of [await first, await other, await last]) expect(answer.json).toHaveLength(POSTS);
  });

  test('is no longer read after the client disconnects', async () => {
    invented = Number.POSITIVE_INFINITY;
    // Of a list this long, only the first 16 MB are kept.
    api.clock.now += 5_001;
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const gone = new Promise((resolve) => {
      api.app.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const request = http.get({
      host: '127.0.0.1',
      port,
      path: '/api/Post',
      headers: { host: 'na.localhost' },
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response, 'data');
    request.destroy();
    await gone;
    const before = reads;
    for (let turn = 0; turn < 5; turn += 1) await fetch(`http://127.0.0.1:${port}/api/Status`);
    invented = 0;
    // One read may have been running.
    expect(reads).toBeLessThanOrEqual(before + 1);
  });

  test('of more than 16 MB is read once, and its first part for all visitors of five seconds (Rule 24.34)', async () => {
    api.clock.now += 5_001;
    reads = 0;
    invented = 250;
    expect((await list('/api/Post')).json).toHaveLength(250 * LIST_PIECE + POSTS);
    expect(reads).toBe(254);
    invented = 0;
    expect((await list('/api/Post')).json).toHaveLength(216 * LIST_PIECE + POSTS);
    expect(reads).toBe(258);
  });

  test('is sent to an address once at a time, and to others meanwhile (Rule 24.34)', async () => {
    stopTime();
    // Longer than what sockets hold, so that an answer does not end while no one reads it.
    api.clock.now += 5_001;
    reads = 0;
    invented = 200;
    const { port } = api.app.server.address() as AddressInfo;
    const started: string[] = [];
    const sockets = ['127.0.0.1', '127.0.0.1', '127.0.0.2'].map((localAddress, index) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      socket.write('GET /api/Post HTTP/1.1\r\nHost: na.localhost\r\n\r\n');
      socket.on('error', () => {}).once('readable', () => started.push(`${index}`));
      return socket;
    });
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expect.poll(() => started.toSorted()).toEqual(['0', '2']);
    sockets[0]?.destroy();
    await expect.poll(() => started).toContain('1');
    invented = 0;
  });
});

test('lists all clans once by tag, in several pieces', async () => {
  const expected = await database.transaction('cis', async (db) => {
    await db.execute(sql`insert into ${clans} (id, tag, name, created_at, updated_at)
      select n, 'T' || n % 7, 'Name ' || n, now(), now() from generate_series(1, ${LIST_PIECE + 5}) n`);
    return db.execute<{ id: number }>(sql`select id::int as id from ${clans} order by tag, id`);
  });
  const { json } = await api.call('GET', '/api/Clan', { region: 'cis' });
  expect(json.map(({ id }: { id: number }) => id)).toEqual(expected.rows.map(({ id }) => id));
});

test('sends a short list whole, with an ETag', async () => {
  for (const path of ['/api/Post', '/api/Replay', '/api/Player', '/api/Clan']) {
    const { status, headers, json } = await api.call('GET', path);
    expect([path, status, typeof headers.etag, Array.isArray(json)]).toEqual([path, 200, 'string', true]);
    const again = await api.call('GET', path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([path, again.status]).toEqual([path, 304]);
  }
});
