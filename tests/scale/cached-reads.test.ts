/** nginx as the cache in front of the API: what visitors read as nginx keeps and sends it. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listLatestPosts } from '#lib/schemas/calls/post.ts';
import { addressesOf, LOOPBACK } from '#scripts/deploy/deployment.ts';
import { freePort } from '#scripts/support/listen.ts';
import { type Running, stop } from '#scripts/support/processes.ts';
import { ensureNginx, startWebServer } from '#scripts/testing/deploy/web-servers.ts';
import {
  AURORA,
  createTestApi,
  HOOD,
  MOD,
  START,
  type StoredPost,
  type TestApi,
} from '#tests/support/api.ts';
import { type RawAnswer, rawRequest } from '#tests/support/raw-request.ts';
import { until } from '#tests/support/scale/hub-listener.ts';

const LATEST = '/api/Post/latest?page=1&pageSize=10';
/** Kept longest, so that a busy machine does not outlast it between two requests. */
const IDS = '/api/Post';
/** nginx counts whole seconds, so it keeps an answer for up to one more. In milliseconds. */
const KEPT_MS = (Number(listLatestPosts.sharedSeconds) + 1) * 1000;
/** For a busy machine. */
const SLACK_MS = 4000;

let folder: string;
let api: TestApi;
let nginx: Running;
let port: number;
let sites: [string, string];
/** Requests that reached the API. */
const seen: string[] = [];
let nextTest = 0;

/** Each test has its own addresses, so that none gets what another one left in the cache. */
let own: string;
let ids: string;

async function startNginx(apiPort: number): Promise<void> {
  const sitePort = await freePort();
  port = await freePort();
  nginx = await startWebServer(
    'nginx',
    path.join(folder, 'nginx'),
    {
      ...addressesOf(`localhost:${sitePort}`, `localhost:${port}`),
      plainHttp: { site: [`127.0.0.1:${sitePort}`], api: [`127.0.0.1:${port}`] },
      siteFolder: folder,
      logFolder: path.join(folder, 'log'),
      cacheFolder: path.join(folder, 'cache'),
      api: [`127.0.0.1:${apiPort}`],
      operators: LOOPBACK,
      previews: `127.0.0.1:${await freePort()}`,
    },
    { withCache: true },
  );
  await until('nginx responds', () =>
    rawRequest(port, '/', { headers: { host: 'localhost' } }).then(
      () => true,
      () => false,
    ),
  );
}

beforeAll(async () => {
  ensureNginx('The tests of the cache');
  folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-cache-'));
  sites = ['http://localhost:4321', 'http://beta.localhost:4321'];
  api = await createTestApi({ env: { ALLOWED_ORIGINS: sites[1] } });
  api.app.server.on('request', ({ method, url, headers }) => {
    seen.push(`${method} ${url} ${headers.origin ?? ''}`.trim());
  });
  api.app.server.listen(0, '127.0.0.1');
  await once(api.app.server, 'listening');
  await startNginx((api.app.server.address() as AddressInfo).port);
});

beforeEach(() => {
  nextTest += 1;
  own = `${LATEST}&test=${nextTest}`;
  ids = `${IDS}?test=${nextTest}`;
  seen.length = 0;
});

afterAll(async () => {
  await stop(nginx);
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
  rawRequest(port, url, { method, headers: { host: 'localhost', ...headers } });

let latestAt = START;

/** Adds a post that is newer than all others. */
function addNewest(post: StoredPost = {}): Promise<string> {
  latestAt += 1000;
  return api.addPost({ ...post, createdAt: latestAt });
}

const idsIn = ({ body }: RawAnswer): string[] =>
  JSON.parse(body.toString()).map((item: string | { id: string }) =>
    typeof item === 'string' ? item : item.id,
  );

/** Milliseconds until a visitor no longer finds the post in `url`. */
async function timeUntilGone(url: string, id: string): Promise<number> {
  const from = performance.now();
  await expect.poll(async () => idsIn(await read(url)), { interval: 50 }).not.toContain(id);
  return performance.now() - from;
}

test('two visitors read the same list: one request reaches the API', async () => {
  const first = await read(ids, { origin: sites[0] });
  const second = await read(ids, { origin: sites[0] });
  expect([first.status, second.status, second.headers['cache-control']]).toEqual([
    200,
    200,
    'public, max-age=0, s-maxage=5',
  ]);
  expect(second.body.equals(first.body)).toBe(true);
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(seen).toHaveLength(1);
});

test('a refetch after an event gets the new answer at once, and others share it', async () => {
  await read(ids);
  const id = await addNewest();
  expect(idsIn(await read(ids))).not.toContain(id);
  expect(idsIn(await read(`${ids}&v=77`))).toContain(id);
  expect(idsIn(await read(`${ids}&v=77`))).toContain(id);
  expect(seen).toHaveLength(2);
});

test('a removed post is gone for visitors within the time that answers are kept (rule 24.23)', async () => {
  const id = await addNewest();
  const page = `/api/Post/${id}`;
  expect([idsIn(await read(own))[0], (await read(page)).status]).toEqual([id, 200]);
  const removal = { postId: id, actionType: 0, reason: 'Insults' };
  expect((await api.call('POST', '/api/mod/action', { as: MOD, body: removal })).status).toBe(202);
  expect(await timeUntilGone(own, id)).toBeLessThan(KEPT_MS + SLACK_MS);
  await expect.poll(async () => (await read(page)).status, { interval: 50 }).toBe(410);
});

test.each([
  ['bearer token', (token: string) => ({ authorization: `Bearer ${token}` })],
  ['cookie', (token: string) => ({ cookie: `a=b; Auth_EU=${token}` })],
])('a user with a %s gets neither a kept answer nor leaves one', async (_, headersOf) => {
  const headers = headersOf(await api.tokenOf(AURORA));
  const locked = await addNewest({ author: AURORA, player: HOOD, modLocked: true });
  expect(idsIn(await read(own, headers))).toContain(locked);
  expect(idsIn(await read(own))).not.toContain(locked);
  const again = await read(own, headers);
  expect([idsIn(again).includes(locked), again.headers['cache-control']]).toEqual([
    true,
    'private, no-cache',
  ]);
  expect(seen).toHaveLength(3);
});

test('pages of two origins get answers that each may read', async () => {
  for (const origin of [...sites, ...sites])
    expect((await read(ids, { origin })).headers['access-control-allow-origin']).toBe(origin);
  expect(seen).toEqual(sites.map((origin) => `GET ${ids} ${origin}`));
});

test('the check of a session passes as a HEAD request', async () => {
  const authorization = `Bearer ${await api.tokenOf(AURORA)}`;
  expect((await read('/api/Auth', { authorization }, 'HEAD')).status).toBe(200);
  expect((await read(own, {}, 'HEAD')).status).toBe(200);
  expect(seen).toEqual(['HEAD /api/Auth', `HEAD ${own}`]);
});
