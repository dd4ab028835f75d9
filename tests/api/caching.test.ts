/** Responses that shared caches may keep (Rules 24.21 and 24.22); the permission matrix checks it for every call and user. */
import { describe, expect, test } from 'vitest';
import { fillPath, queryString } from '#lib/client/client.ts';
import type { Call } from '#lib/schemas/call.ts';
import { listLatestPosts } from '#lib/schemas/calls/post.ts';
import { CALLS, MATRIX } from '#tests/api/contract/matrix.ts';
import { createWorld } from '#tests/api/contract/world.ts';
import { AURORA } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi({ env: { SITE_ORIGIN_EU: 'http://localhost:4321 http://beta.localhost:4321' } });
const SITE = 'http://localhost:4321';
const LATEST = listLatestPosts.path;
const SHARED = 'public, max-age=0, s-maxage=2';
const PRIVATE = 'private, no-cache';

const latest = async (headers: Record<string, string> = {}, path: string = LATEST) =>
  (await api.call('GET', path, { headers })).headers;
const allCalls: Call[] = Object.values(CALLS).flatMap((calls) => Object.values(calls));

describe('a list of posts (Rule 24.21)', () => {
  test('may be kept for two seconds when a visitor requests it', async () => {
    expect((await latest({ origin: SITE }))['cache-control']).toBe(SHARED);
    expect((await latest())['cache-control']).toBe(SHARED);
  });

  test.each([
    ['the cookie of a session', async () => ({ cookie: `a=1; Auth_EU=${await api.tokenOf(AURORA)}` })],
    ['a cookie that is no token', () => ({ cookie: 'Auth_EU=x' })],
    ['the cookie of another region', () => ({ cookie: 'Auth_SEA=x' })],
    ['a bearer token', async () => ({ authorization: `Bearer ${await api.tokenOf(AURORA)}` })],
    ['another authorization', () => ({ authorization: 'Basic eDp4' })],
    ['the origin of another site', () => ({ origin: 'https://evil.example' })],
  ])('is private when the request has %s', async (_, headers) => {
    expect((await latest(await headers()))['cache-control']).toBe(PRIVATE);
  });

  test('is private when the address has a token', async () => {
    expect((await latest({}, `${LATEST}?access_token=x`))['cache-control']).toBe(PRIVATE);
  });

  test('may be kept when the request has other cookies', async () => {
    expect((await latest({ cookie: 'theme=dark; NotAuth_EU=1' }))['cache-control']).toBe(SHARED);
  });

  test('keeps its headers when it is answered 304', async () => {
    const { etag } = await latest({ origin: SITE });
    const { status, headers } = await api.call('GET', LATEST, {
      headers: { origin: SITE, 'if-none-match': String(etag) },
    });
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      304,
      SHARED,
      SITE,
    ]);
  });
});

describe('an answer that may be kept (Rule 24.22)', () => {
  test('names in Vary what it depends on, also for a signed-in user', async () => {
    const vary = 'origin, accept-encoding, cookie, authorization';
    expect((await latest({ origin: SITE })).vary).toBe(vary);
    expect((await latest({ 'accept-encoding': 'br' })).vary).toBe(vary);
    expect((await api.call('GET', LATEST, { as: AURORA })).headers.vary).toBe(vary);
  });

  test.each([
    ['no origin', {}, SITE],
    ['another allowed origin', { origin: 'http://beta.localhost:4321' }, 'http://beta.localhost:4321'],
  ])('allows a site to read it after a request with %s', async (_, headers, allowed) => {
    expect(await latest(headers)).toMatchObject({
      'cache-control': SHARED,
      'access-control-allow-origin': allowed,
      'access-control-allow-credentials': 'true',
    });
  });
});

test('only reads that anyone may make can be kept, and no files with access rules', () => {
  const shared = allCalls.filter(({ sharedSeconds }) => sharedSeconds !== undefined);
  expect(shared.length).toBeGreaterThan(15);
  for (const { method, access } of shared) expect([method, access]).toEqual(['GET', 'anyone']);
  expect(shared.filter(({ path, contentType }) => path.startsWith('/api/') && contentType)).toEqual([]);
});

test('answers and previews are kept for at most 5 s, feeds for a minute', () => {
  for (const { path, sharedSeconds = 1 } of allCalls)
    expect(sharedSeconds, path).toBeLessThanOrEqual(path.startsWith('/feed/') ? 60 : 5);
});

test('after a removal, no answer that may be kept has the post (Rule 24.23)', async () => {
  const id = await api.addPost();
  const isListed = async () => (await api.call('GET', LATEST)).text.includes(id);
  expect(await isListed()).toBe(true);
  expect((await api.moderate(id)).status).toBe(202);
  expect([await isListed(), (await api.call('GET', `/api/Post/${id}`)).status]).toEqual([false, 410]);
});

test.each(['/health', '/ready', '/swagger/', '/jobs', '/api/nothing', '/nothing'])(
  '%s is never kept',
  async (path) => {
    expect((await api.call('GET', path)).headers['cache-control']).toMatch(/^(private, no-cache|no-store)$/);
  },
);

test('every call that may be kept ignores the version of the data', async () => {
  const world = await createWorld(api);
  for (const { call, request, statuses } of MATRIX) {
    if (call.sharedSeconds === undefined) continue;
    const { params, query } = (await request?.(world, 0)) ?? {};
    const path = fillPath(call.path, params) + queryString({ ...query, v: '-12' });
    expect((await api.call('GET', path)).status, path).toBe(statuses.anonymous);
  }
});
