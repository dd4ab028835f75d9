/** Limits of hub calls and connections under load (rules 17.9, 17.21 and 17.22). */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { notifications } from '#api/db/message-schema.ts';
import { DEFAULT_LIMITS } from '#api/hubs/signalr/limits.ts';
import { ACKNOWLEDGE_MAX } from '#lib/schemas/notification.ts';
import { AURORA, createTestApi, START, type TestApi } from '#tests/support/api.ts';
import { connectHub, listenOnLoopback, readStream } from '#tests/support/hub-client.ts';
import { LOCAL_ADDRESSES } from '#tests/support/production.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ env: { RATE_LIMIT_ACCOUNT: '120' } });
  api.clock.now = Date.now();
  const pending = Array.from({ length: ACKNOWLEDGE_MAX }, (_, index) => ({
    accountId: AURORA,
    type: 1,
    emittedAt: new Date(START + index),
    payload: {},
  }));
  await api.database.transaction('eu', (db) => db.insert(notifications).values(pending));
});
afterAll(() => api.close());

/** One socket that always has 60 calls in flight, until it is closed. */
async function flood() {
  const origin = await listenOnLoopback(api);
  const token = await api.tokenOf(AURORA);
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}/api/hubs/notifications?access_token=${token}`,
  );
  onTestFinished(() => socket.terminate());
  let id = 0;
  const seen = { served: 0, reason: '' };
  const call = () =>
    socket.send(
      `${JSON.stringify({ type: 4, invocationId: `${++id}`, target: 'GetPendingNotifications', arguments: [] })}\u001e`,
    );
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    for (const text of data.toString().split('\u001e').filter(Boolean)) {
      const message = JSON.parse(text) as { type?: number; error?: string };
      if (message.type === 3 && message.error === undefined) seen.served += 1;
      if (message.type === 3 && socket.readyState === WebSocket.OPEN) call();
      if (message.type === 7) seen.reason = message.error ?? '';
    }
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(`${JSON.stringify({ protocol: 'json', version: 1 })}\u001e`);
  for (let count = 0; count < 60; count += 1) call();
  return seen;
}

test('closes a socket that keeps 60 calls running after a minute’s limit of calls', async () => {
  const flooding = await flood();
  await expect.poll(() => flooding.reason).toMatch(/^Too many messages/);
  expect(flooding.served).toBeGreaterThan(0);
  expect(flooding.served).toBeLessThanOrEqual(DEFAULT_LIMITS.callsPerConnection.perMinute);
  expect((await api.call('GET', '/api/post/latest')).status).toBe(200);
});

test('accepts a list of 500 notifications, and refuses a longer one', async () => {
  const fresh = await createTestApi({ database: api.database, env: { RATE_LIMIT_ACCOUNT: '120' } });
  onTestFinished(() => fresh.close());
  fresh.clock.now = Date.now();
  const { connection } = await connectHub(fresh, 'notifications', AURORA);
  const items = (await readStream(connection, 'GetPendingNotifications')) as { item2: { id: string } }[];
  const ids = items.map(({ item2 }) => item2.id);
  expect(ids).toHaveLength(ACKNOWLEDGE_MAX);
  await expect(connection.invoke('AcknowledgeNotifications', [...ids, ids[0]])).rejects.toThrow(
    `at most ${ACKNOWLEDGE_MAX}`,
  );
  await connection.invoke('AcknowledgeNotifications', ids);
  expect(await readStream(connection, 'GetPendingNotifications')).toEqual([]);
});

test.each([
  ['an unknown path', 'GET', '/nowhere'],
  ['a negotiation', 'POST', '/api/hubs/post/negotiate?negotiateVersion=1'],
  ['a poll', 'GET', '/api/hubs/post?id=unknown'],
  ['a message', 'POST', '/api/hubs/post?id=unknown'],
  ['the API page', 'GET', '/swagger'],
])('counts %s towards the limit of its address', async (_, method, path) => {
  const limited = await createTestApi({ database: api.database, env: { RATE_LIMIT_ADDRESS: '2' } });
  onTestFinished(() => limited.close());
  await limited.call(method, path);
  await limited.call(method, path);
  const { status, headers } = await limited.call(method, path);
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('counts upgrades by the address that the proxy reports', async () => {
  const limited = await createTestApi({
    database: api.database,
    mode: 'production',
    env: { ...LOCAL_ADDRESSES, RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: '1' },
  });
  onTestFinished(() => limited.close());
  const origin = await listenOnLoopback(limited);
  const upgrade = (address: string, path = '/api/hubs/post') =>
    new Promise<string>((resolve) => {
      const headers = { 'x-forwarded-for': `203.0.113.9, ${address}` };
      const socket = new WebSocket(origin.replace('http', 'ws') + path, { headers });
      onTestFinished(() => socket.terminate());
      socket.on('error', () => undefined);
      socket.once('open', () => resolve('open'));
      socket.once('unexpected-response', (_request, { statusCode, headers: { 'retry-after': wait } }) =>
        resolve(`${statusCode} ${Number(wait) > 0}`),
      );
    });
  expect(await upgrade('2001:db8::1')).toBe('open');
  expect(await upgrade('2001:db8::2', '/nowhere')).toBe('404 false');
  expect(await upgrade('2001:db8::3')).toBe('429 true');
  expect(await upgrade('192.0.2.1')).toBe('open');
});
