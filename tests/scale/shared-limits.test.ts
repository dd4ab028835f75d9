/** Hub tickets and rate limits of two processes that share Redis. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ApiProcess, type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { until } from '#tests/support/scale/hub-listener.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { addWriters, type Writer } from '#tests/support/scale/writers.ts';

const LIMIT = 30;

let redis: RedisServer;
let fleet: Fleet;
let one: ApiProcess;
let two: ApiProcess;

beforeAll(async () => {
  redis = await startRedis();
  fleet = await startFleet(2, () => ({
    REDIS_URL: redis.url,
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_ADDRESS: String(LIMIT),
    RATE_LIMIT_ACCOUNT: '5',
  }));
  [one, two] = fleet.processes as [ApiProcess, ApiProcess];
});
afterAll(async () => {
  await fleet?.close();
  await redis?.stop();
});

/** Every test is another caller. */
const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

async function negotiate({ origin }: ApiProcess, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${origin()}/api/hubs/post/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers,
  });
  return ((await response.json()) as { connectionToken: string }).connectionToken;
}

/** Status of a WebSocket upgrade with a token; 101 when the hub answers the handshake. */
const upgrade = ({ origin }: ApiProcess, token: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin().replace('http', 'ws')}/api/hubs/post?id=${token}`, { headers });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => socket.send('{"protocol":"json","version":1}\u001e'));
    socket.on('message', () => {
      resolve(101);
      socket.close();
    });
    socket.on('error', reject);
  });

test('a WebSocket may reach another process than its negotiation, once (rule 24.15)', async () => {
  const headers = from('192.0.2.1');
  const token = await negotiate(one, headers);
  expect(await upgrade(two, token, headers)).toBe(101);
  expect(await upgrade(two, token, headers)).toBe(404);
  expect(await upgrade(one, token, headers)).toBe(404);
});

test('of many upgrades with one token at once, one succeeds (rule 24.15)', async () => {
  const headers = from('192.0.2.2');
  const token = await negotiate(one, headers);
  const statuses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => upgrade(index % 2 ? one : two, token, headers)),
  );
  expect(statuses.filter((status) => status === 101)).toHaveLength(1);
  expect(statuses.every((status) => [101, 404, 409].includes(status))).toBe(true);
});

test('long polling in another process is refused, so that the client starts again (rule 24.15)', async () => {
  const headers = from('192.0.2.3');
  const token = await negotiate(one, headers);
  const poll = (process: ApiProcess) => fetch(`${process.origin()}/api/hubs/post?id=${token}`, { headers });
  expect((await poll(two)).status).toBe(404);
  expect((await poll(one)).status).toBe(200);
});

test('requests of an address are counted in all processes together (rule 24.14)', async () => {
  const headers = from('192.0.2.4');
  const statuses: number[] = [];
  for (let index = 0; index <= LIMIT; index++) {
    const { origin } = index % 2 ? one : two;
    statuses.push((await fetch(`${origin()}/api/Status`, { headers })).status);
  }
  expect(statuses.slice(0, LIMIT).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test('writes of an account are counted in all processes together (rule 24.14)', async () => {
  const [user] = (await addWriters(fleet, 1)) as [Writer];
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++) {
    const response = await fetch(`${(index % 2 ? one : two).origin()}/api/Post/${crypto.randomUUID()}`, {
      method: 'DELETE',
      headers: { ...from('192.0.2.5'), authorization: `Bearer ${user.token}` },
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});

test('battles that an account looks up are counted in all processes together (rule 33.39)', async () => {
  const [user] = (await addWriters(fleet, 1)) as [Writer];
  const statuses: number[] = [];
  for (let index = 0; index < 7; index++) {
    const response = await fetch(`${(index % 2 ? one : two).origin()}/api/Player/by-names`, {
      method: 'POST',
      headers: {
        ...from('192.0.2.7'),
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ names: [`Player_${user.id}`] }),
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('without Redis each process limits for itself, and serves its own negotiations (rule 24.14)', async () => {
  await redis.stop();
  const ready = async () =>
    ((await (await fetch(`${one.origin()}/ready`)).json()) as { warnings: string[] }).warnings;
  await until('the outage is noticed', async () => (await ready()).length > 0);
  const headers = from('192.0.2.6');
  expect(await upgrade(one, await negotiate(one, headers), headers)).toBe(101);
  const statuses = await Promise.all(
    Array.from({ length: LIMIT }, () =>
      fetch(`${one.origin()}/api/Status`, { headers }).then(({ status }) => status),
    ),
  );
  // The negotiation and the upgrade count, too.
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});
