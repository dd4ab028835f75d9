/** Request ids (rule 22.3) and the access log (rule 22.4). */
import { expect, test } from 'vitest';
import { AURORA, type TestApi, type TestApiOptions } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { startLogging } from '#tests/support/logging-api.ts';

const api = setUpApi();

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The log of an API on the same database while `run` uses it: a parsed entry per line. */
async function logOf(options: TestApiOptions, run: (logging: TestApi) => Promise<void>) {
  const logging = await startLogging({ ...options, database: api.database });
  await run(logging);
  await logging.close();
  const lines = logging.log().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const behindProxy = { mode: 'production', env: { TRUST_PROXY: 'loopback' } } as const;

test('every request is one line without its query, headers and body', async () => {
  const token = await api.tokenOf(AURORA);
  const entries = await logOf({ env: { ACCESS_LOG: 'true' } }, async ({ call }) => {
    await call('GET', `/api/Player/${AURORA}?access_token=${token}`, {
      token,
      headers: { cookie: `Auth_EU=${token}` },
    });
    await call('GET', `/no/such/path?secret=${token}`);
    await call('GET', `/api/hubs/notifications?access_token=${token}`);
  });
  expect(entries).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      requestId: expect.stringMatching(GUID),
      call: 'GET /api/Player/:id',
      method: 'GET',
      path: `/api/Player/${AURORA}`,
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
    },
    expect.objectContaining({ call: 'unknown path', path: '/no/such/path', status: 404 }),
    expect.objectContaining({ path: '/api/hubs/notifications' }),
  ]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

test('the address in the log is the one that the proxy reports', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const entries = await logOf(behindProxy, async ({ call }) => {
    await call('GET', '/api/status', { headers });
  });
  expect(entries).toMatchObject([{ address: '203.0.113.9' }]);
});

test('probes are not logged', async () => {
  const entries = await logOf({ env: { ACCESS_LOG: 'true' } }, async ({ call }) => {
    await call('GET', '/health');
    await call('GET', '/ready');
  });
  expect(entries).toEqual([]);
});

test('the access log can be switched off in production', async () => {
  const env = { ...behindProxy.env, ACCESS_LOG: 'false' };
  expect(
    await logOf({ mode: 'production', env }, async ({ call }) => void (await call('GET', '/api/status'))),
  ).toEqual([]);
});

test("a trusted proxy's request id is in the answer, in its error and in the log", async () => {
  const headers = { 'x-request-id': 'edge-1:4f.2_A' };
  const entries = await logOf(behindProxy, async ({ call }) => {
    const answer = await call('GET', '/api/post/latest?page=-1', { headers });
    expect(answer.headers['x-request-id']).toBe('edge-1:4f.2_A');
    expect(answer.json.traceId).toBe('edge-1:4f.2_A');
  });
  expect(entries).toMatchObject([{ requestId: 'edge-1:4f.2_A', status: 400 }]);
});

test('unsafe request ids are replaced', async () => {
  const env = { TRUST_PROXY: 'loopback', ACCESS_LOG: 'false' };
  const proxied = await openTestApi({ ...behindProxy, env, database: api.database });
  for (const given of ['', 'two words', 'x'.repeat(65), '{"a":1}', 'naïve', '<b>']) {
    const { headers } = await proxied.call('GET', '/api/status', { headers: { 'x-request-id': given } });
    expect(headers['x-request-id'], given).toMatch(GUID);
  }
});

test('the request id of a caller that is no trusted proxy is ignored', async () => {
  const { headers } = await api.call('GET', '/api/status', { headers: { 'x-request-id': 'mine' } });
  expect(headers['x-request-id']).toMatch(GUID);
});
