/** Rules that apply to every call. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { fillPath } from '#lib/client/client.ts';
import type { Call } from '#lib/schemas/call.ts';
import { getFeatures } from '#lib/schemas/calls/features.ts';
import { CALLS } from '#tests/api/contract/matrix.ts';
import { AURORA, BORODINO, DAY, HOOD, postDto, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { startLogging } from '#tests/support/logging-api.ts';

const api = setUpApi();
beforeAll(async () => {
  for (let index = 0; index < 60; index++)
    await api.addPost({ author: BORODINO, player: HOOD, createdAt: START - index * DAY });
});

const SITE = 'http://localhost:4321';

describe('URLs', () => {
  test('match in any letter case, with or without a final slash', async () => {
    for (const path of ['/api/Player/500000001', '/API/PLAYER/500000001', '/api/player/500000001/'])
      expect((await api.call('GET', path)).json.username).toBe('Aurora_Captain');
  });

  test('select the region by host', async () => {
    const id = await api.addPlayer({ username: 'Only_In_Asia' }, 'sea');
    expect((await api.call('GET', `/api/player/${id}`, { region: 'sea' })).status).toBe(200);
    expect((await api.call('GET', `/api/player/${id}`, { region: 'eu' })).status).toBe(404);
  });

  test('answer 404 with a problem when unknown', async () => {
    const { status, headers, json } = await api.call('GET', '/api/nothing');
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(json).toMatchObject({ title: 'Not Found', status: 404 });
  });
});

describe('CORS', () => {
  test.each(['http://na.localhost:4321', 'https://evil.example', 'null'])('refuses %s', async (origin) => {
    const { headers } = await api.call('GET', '/api/post/latest', { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('answers a preflight request of the site', async () => {
    const { status, headers } = await api.call('OPTIONS', '/api/profile', {
      headers: {
        origin: SITE,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,authorization',
      },
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toContain('PUT');
    expect(headers['access-control-allow-headers']).toContain('authorization');
  });
});

describe('ETags', () => {
  test('answer 304 without a body when unchanged, else 200', async () => {
    const get = (etag: string) =>
      api.call('GET', '/api/player/500000001', { headers: { 'if-none-match': etag } });
    const etag = String((await get('"other"')).headers.etag);
    const second = await get(etag);
    expect([second.status, second.text, second.headers.etag]).toEqual([304, '', etag]);
  });
});

test('compresses answers for clients that accept it', async () => {
  const { headers, bytes } = await api.call('GET', '/api/post/latest?pageSize=50', {
    headers: { 'accept-encoding': 'br' },
  });
  expect(headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toHaveLength(50);
});

describe('bodies', () => {
  test.each(['application/json', 'text/json', 'application/problem+json', 'application/*+json'])(
    'are read as %s',
    async (type) => {
      const payload = `\ufeff${JSON.stringify([AURORA])}`;
      const { status, json } = await api.call('POST', '/api/player/karmas', {
        payload,
        headers: { 'content-type': type },
      });
      expect([status, json]).toEqual([200, { [AURORA]: 0 }]);
    },
  );

  test('answer 415 for another content type', async () => {
    const headers = { 'content-type': 'application/xml' };
    expect((await api.call('POST', '/api/player/karmas', { payload: '<x/>', headers })).status).toBe(415);
  });

  test.each([
    ['broken JSON', '{"id":'],
    ['no body', ''],
    ['a body of another kind', '"text"'],
    ['a prototype', '{"__proto__":{"id":1}}'],
  ])('answer 400 with a message for %s', async (_, payload) => {
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await api.call('PUT', '/api/profile', { as: AURORA, payload, headers });
    expect(status).toBe(400);
    expect(Object.values(json.errors).flat().length).toBeGreaterThan(0);
  });

  const bodyless = Object.values(CALLS)
    .flatMap((calls): Call[] => Object.values(calls))
    .filter(({ method, body, multipart }) => !['GET', 'HEAD'].includes(method) && !body && !multipart);
  test.each(bodyless)('may be empty and called JSON where none is read: $method $path', async (call) => {
    const path = fillPath(call.path, { id: 1, postId: 'x', replayId: 'x', reportId: 'x' });
    for (const type of ['application/json; charset=utf-8', 'text/json']) {
      const sent = { as: AURORA, payload: '', headers: { 'content-type': type } };
      expect((await api.call(call.method, path, sent)).json?.errors?.body).toBeUndefined();
    }
  });

  test('answer 413 when too large', async () => {
    const body = { id: AURORA, optedOut: true, padding: 'x'.repeat(300_000) };
    expect((await api.call('PUT', '/api/profile', { as: AURORA, body })).status).toBe(413);
  });

  test('cause no error when nested deeply', async () => {
    const payload = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const headers = { 'content-type': 'application/json' };
    expect((await api.call('POST', '/api/player/karmas', { payload, headers })).status).toBe(400);
  });
});

describe('validation', () => {
  test('returns a readable message for every field', async () => {
    const post = { id: crypto.randomUUID(), flairs: 64, title: 'x', content: '' };
    const { status, headers, json } = await api.call('PUT', '/api/post', { as: AURORA, body: post });
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(json).toMatchObject({
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: {
        flairs: ['The value must be at most 63.'],
        title: ['The value must be at least 5 characters long.'],
      },
    });
    expect(json.traceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['a NUL character', 'A fair\0 fight'],
    ['half of a surrogate pair', 'A fair \ud83d fight'],
  ])('refuses %s before the database', async (_, title) => {
    const body = { ...postDto({ title }), id: crypto.randomUUID() };
    const { status, json } = await api.call('PUT', '/api/post', { as: AURORA, body });
    expect([status, json.errors]).toEqual([
      400,
      { title: ['The text contains characters that cannot be stored.'] },
    ]);
  });
});

test('names what it has beyond the original API, as the documentation does (Rule 17.23)', async () => {
  const { json } = await api.call('GET', '/api/features');
  const documented = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n## Features\n(.*?)\n## /s.exec(documented) ?? [];
  const names = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  // Named only with their settings, and in CIS.
  const named = [
    ...getFeatures.response.parse(json).features,
    'holds',
    'holds-unproven',
    'minimaps',
    'cis-replays',
  ];
  expect(named.sort()).toEqual(names.sort());
});

test('sends an answer once that a handler sends itself', async () => {
  const { call, close, log } = await startLogging({ database: api.database });
  // A compressed answer ends after it is sent; in between, a second one could be sent.
  const token = await api.tokenOf(AURORA);
  const headers = { 'accept-encoding': 'br' };
  expect((await call('GET', '/api/auth/refresh-token', { token, headers })).status).toBe(200);
  expect((await call('GET', '/api/auth/login', { headers })).status).toBe(302);
  expect((await call('GET', '/api/auth/wg-callback?openid.mode=cancel', { headers })).status).toBe(403);
  await close();
  expect(log()).toBe('');
});

test('logs an unexpected error without the values of its statement, and answers without details', async () => {
  const read: DataSource['read'] = (region, run) =>
    api.database.read(region, async (db) => {
      await db.execute(sql`select ${'a very secret value'} from no_such_table`);
      return run(db);
    });
  const database = { ...api.database, read };
  const { app, close, log } = await startLogging({ database });
  const answer = await app.inject({ url: '/api/player/500000001?access_token=abc' });
  await close();
  expect(answer.statusCode).toBe(500);
  expect(JSON.parse(answer.body)).toEqual({
    type: 'https://tools.ietf.org/html/rfc9110#section-15.6.1',
    title: 'Something went wrong on our side. Try again later.',
    status: 500,
    detail: 'Something went wrong on our side. Try again later.',
    instance: '/api/player/500000001',
  });
  expect(log()).toContain('no_such_table');
  expect(log()).not.toContain('secret value');
});
