/** Security headers of every kind of answer (rule 17.19). */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ADMIN } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';
import { LOCAL_ADDRESSES } from '#tests/support/production.ts';

const api = setUpApi({ env: { RATE_LIMIT_ADDRESS: '1000' } });

const DATA = "default-src 'none'; frame-ancestors 'none'";

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
};
const ORIGIN = { origin: 'http://localhost:4321' };

describe('security headers', () => {
  test.each([
    ['data', 'GET', '/api/clan', 200, {}],
    ['empty data', 'GET', '/api/status', 200, {}],
    ['a refusal', 'PUT', '/api/profile', 401, {}],
    ['a bad request', 'GET', '/api/player/search/a', 400, {}],
    ['an unknown address', 'GET', '/nowhere', 404, {}],
    ['a malformed address', 'GET', '/%zz', 400, {}],
    ['a redirect', 'GET', '/api/auth/login', 302, {}],
    ['the redirect of an old address', 'GET', '/hangfire', 301, {}],
    ['a negotiation', 'POST', '/api/hubs/post/negotiate?negotiateVersion=1', 200, {}],
    ['a refused negotiation', 'POST', '/api/hubs/auth/negotiate?negotiateVersion=1', 401, {}],
    ['a foreign page', 'POST', '/api/hubs/post/negotiate', 403, { origin: 'https://evil.example' }],
    ['a preflight', 'OPTIONS', '/api/clan', 204, { ...ORIGIN, 'access-control-request-method': 'PUT' }],
  ])('of %s: %s %s answers %i', async (_, method, path, status, headers) => {
    const answer = await api.call(method, path, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...common, 'content-security-policy': DATA });
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  });

  test('of an unchanged answer, 304', async () => {
    const { headers } = await api.call('GET', '/api/clan');
    const again = await api.call('GET', '/api/clan', { headers: { 'if-none-match': String(headers.etag) } });
    expect(again.status).toBe(304);
    expect(again.headers).toMatchObject({ ...common, 'content-security-policy': DATA });
  });

  test.each([
    ['/swagger', "script-src 'self'"],
    ['/swagger/json', "script-src 'self'"],
    ['/swagger/static/swagger-ui.css', "script-src 'self'"],
    ['/jobs', "style-src 'sha256-"],
    ['/id/openid', "img-src 'self'"],
    ['/api/auth/wg-callback?openid.mode=cancel', "style-src 'sha256-"],
  ])('of the page %s have its own policy, which allows nothing by default', async (path, allowed) => {
    const { headers } = await api.call('GET', path, { as: ADMIN });
    const policy = String(headers['content-security-policy']);
    expect(headers).toMatchObject(common);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain(allowed);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('of the answer to malformed requests', async () => {
    const { port } = new URL(await listenOnLoopback(api));
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
      socket.write('this is no HTTP\r\n\r\n');
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400, title: 'Bad Request' });
  });
});

test('sends Strict-Transport-Security only where the API is reached over HTTPS', async () => {
  const options = { database: api.database, mode: 'production' } as const;
  const named = await openTestApi(options);
  const local = await openTestApi({ ...options, env: { ...LOCAL_ADDRESSES, TRUST_PROXY: 'loopback' } });
  const overHttps = { headers: { 'x-forwarded-proto': 'https' } };
  const answers = [
    await named.call('GET', '/api/status'),
    await local.call('GET', '/api/status', overHttps),
    await api.call('GET', '/api/status', overHttps),
  ];
  expect(answers.map(({ headers }) => headers['strict-transport-security'])).toEqual([
    'max-age=31536000',
    undefined,
    undefined,
  ]);
});

test('redirects to the site’s security.txt, and serves an icon', async () => {
  const { status, headers } = await api.call('GET', '/.well-known/security.txt', { region: 'na' });
  expect([status, headers.location]).toEqual([302, 'http://na.localhost:4321/.well-known/security.txt']);
  expect((await api.call('GET', '/favicon.ico')).headers['content-type']).toBe('image/x-icon');
});
