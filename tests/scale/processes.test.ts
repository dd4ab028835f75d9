/** Processes that find each other on one database. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiProcess, type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

async function fleetOf(count: number, env: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const fleet = await startFleet(count, () => env);
  onTestFinished(() => fleet.close());
  return fleet;
}

const only = ({ processes }: Fleet): ApiProcess => processes[0] as ApiProcess;

describe('without Redis (rule 24.16)', () => {
  test('a second process is refused with the name of the first', async () => {
    const fleet = await fleetOf(1);
    const { child } = only(fleet);
    await expect(fleet.start()).rejects.toThrow(
      new RegExp(
        `Process ${child.pid} on \\S+, started at \\S+, uses this database, and both have no REDIS_URL: set it`,
      ),
    );
    await expect(fleet.start({ REDIS_URL: redis.url })).rejects.toThrow('and it has no REDIS_URL');
    expect((await fetch(`${only(fleet).origin()}/ready`)).status).toBe(200);
  });

  test('a process starts after the first one was stopped or killed', async () => {
    const fleet = await fleetOf(1);
    expect(await only(fleet).end('SIGTERM')).toBe(0);
    const second = await fleet.start();
    await second.end('SIGKILL');
    await fleet.start();
  });

  test('of two processes that start at once, one is refused', async () => {
    const fleet = await fleetOf(0);
    const outcomes = await Promise.allSettled([fleet.start(), fleet.start()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('next to processes with Redis, one without it is refused (rule 24.16)', async () => {
  const fleet = await fleetOf(2, { REDIS_URL: redis.url });
  await expect(fleet.start({ REDIS_URL: '' })).rejects.toThrow('and this process has no REDIS_URL');
});

test('next to processes with Redis, one with another JWT_SECRET is refused (rule 24.16)', async () => {
  const fleet = await fleetOf(1, { REDIS_URL: redis.url });
  const other = { JWT_SECRET: 'another secret that is only used by tests' };
  await expect(fleet.start(other)).rejects.toThrow(
    new RegExp(`Process ${only(fleet).child.pid} on .* uses this database with another JWT_SECRET`),
  );
});
