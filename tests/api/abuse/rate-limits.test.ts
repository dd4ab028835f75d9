/** How often an address may call and an account may write (rule 17.9). */
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { AURORA, BORODINO } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';
import { LOCAL_ADDRESSES } from '#tests/support/production.ts';

const ADDRESS_LIMIT = 12;
const ACCOUNT_LIMIT = 4;

const api = setUpApi({
  mode: 'production',
  env: {
    ...LOCAL_ADDRESSES,
    RATE_LIMIT_ADDRESS: String(ADDRESS_LIMIT),
    RATE_LIMIT_ACCOUNT: String(ACCOUNT_LIMIT),
    TRUST_PROXY: '1',
  },
});

let last = 0;
/** An unused address. */
const newAddress = () => `192.0.2.${++last}`;
const call = (address: string, method = 'GET', path = '/api/status', options = {}) =>
  api.call(method, path, {
    headers: { 'x-forwarded-for': address, origin: 'http://localhost:4321' },
    ...options,
  });
const statuses = async (count: number, send: () => ReturnType<typeof call>) => {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await send()).status);
  return all;
};

describe('an address', () => {
  test('is limited per minute, and gets the time to wait', async () => {
    const address = newAddress();
    expect(await statuses(ADDRESS_LIMIT, () => call(address))).toEqual(Array(ADDRESS_LIMIT).fill(200));
    const refused = await call(address);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.json).toMatchObject({
      status: 429,
      title: 'Too Many Requests',
      detail: `Too many requests from your address. Try again in ${wait} s.`,
    });
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(refused.headers['access-control-allow-origin']).toBe('http://localhost:4321');
  });

  test('is limited over all calls, independently of other addresses', async () => {
    const [one, other] = [newAddress(), newAddress()];
    await statuses(ADDRESS_LIMIT, () => call(one, 'GET', '/api/post/latest'));
    expect((await call(one, 'GET', '/api/clan')).status).toBe(429);
    expect((await call(other)).status).toBe(200);
  });

  test('of IPv6 counts as its 64-bit network', async () => {
    await statuses(ADDRESS_LIMIT, () => call('2001:db8:1:1::1'));
    expect((await call('2001:db8:1:1::2')).status).toBe(429);
    expect((await call('2001:db8:1:2::1')).status).toBe(200);
  });

  test('of IPv6 also counts as its /48, which has ten times the requests', async () => {
    const from = async (network: number, home: number) =>
      (await statuses(ADDRESS_LIMIT / 2, () => call(`2001:db8:${network}:${home}::1`))).at(-1);
    for (let home = 0; home < 20; home += 1) expect(await from(48, home)).toBe(200);
    expect([await from(48, 20), await from(49, 20)]).toEqual([429, 200]);
    expect((await call(newAddress())).status).toBe(200);
  });

  test('cannot be forged when no proxy is trusted', async () => {
    const direct = await openTestApi({ database: api.database, env: { RATE_LIMIT_ADDRESS: '3' } });
    const get = (address: string) =>
      direct.call('GET', '/api/status', { headers: { 'x-forwarded-for': address } });
    for (let index = 0; index < 3; index += 1) await get(newAddress());
    expect((await get(newAddress())).status).toBe(429);
  });
});

describe('an account', () => {
  const settings = (as: number, address = newAddress()) =>
    call(address, 'PUT', '/api/profile', { as, body: { id: as, optedOut: false } });

  test('is limited in writes per minute from any address, and gets the time to wait', async () => {
    expect(await statuses(ACCOUNT_LIMIT, () => settings(AURORA))).toEqual(Array(ACCOUNT_LIMIT).fill(204));
    const refused = await settings(AURORA);
    expect(refused.status).toBe(429);
    expect(refused.json.detail).toMatch(/^You are sending too quickly\. Try again in \d+ s\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('can still read, and does not affect other accounts', async () => {
    await statuses(ACCOUNT_LIMIT + 1, () => settings(AURORA));
    const read = await call(newAddress(), 'GET', '/api/auth/refresh-token', { as: AURORA });
    expect(read.status).toBe(200);
    expect((await settings(BORODINO)).status).toBe(204);
  });

  test('is limited separately in each region', async () => {
    await statuses(ACCOUNT_LIMIT + 1, () => settings(BORODINO));
    const elsewhere = await api.call('PUT', '/api/profile', {
      as: BORODINO,
      region: 'na',
      headers: { 'x-forwarded-for': newAddress() },
      body: { id: BORODINO, optedOut: false },
    });
    expect(elsewhere.status).toBe(204);
  });
});

test.each([
  ['an unknown path', 'GET', '/nowhere'],
  ['a negotiation', 'POST', '/api/hubs/post/negotiate?negotiateVersion=1'],
  ['a poll', 'GET', '/api/hubs/post?id=unknown'],
  ['a message', 'POST', '/api/hubs/post?id=unknown'],
  ['the API page', 'GET', '/swagger'],
])('counts %s towards the limit of its address', async (_, method, path) => {
  const limited = await openTestApi({ database: api.database, env: { RATE_LIMIT_ADDRESS: '2' } });
  await limited.call(method, path);
  await limited.call(method, path);
  const { status, headers } = await limited.call(method, path);
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('counts upgrades by the address that the proxy reports', async () => {
  const limited = await openTestApi({
    database: api.database,
    mode: 'production',
    env: { ...LOCAL_ADDRESSES, RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: '1' },
  });
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
