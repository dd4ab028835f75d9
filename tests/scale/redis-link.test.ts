/** The connections to a real Redis. */
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisLink } from '#api/redis/link.ts';
import { until } from '#tests/support/scale/hub-listener.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';

const PASSWORD = 'correct-horse-battery';

async function start(): Promise<{ server: RedisServer; admin: Redis }> {
  const server = await startRedis();
  const admin = new Redis(server.url);
  onTestFinished(async () => {
    admin.disconnect();
    await server.stop();
  });
  return { server, admin };
}

/** A link that is started, with what it logs. */
async function linkTo(url: string): Promise<{ link: RedisLink; logged: string[] }> {
  const logged: string[] = [];
  const log = (details: object, sentence: string): void =>
    void logged.push(`${sentence} ${JSON.stringify(details)}`);
  const link = new RedisLink(url, { error: log, warn: log });
  onTestFinished(() => link.close());
  await link.start();
  return { link, logged };
}

test('a refused password is reported once, and no password is logged', async () => {
  const { server, admin } = await start();
  await admin.config('SET', 'requirepass', PASSWORD);
  const { link, logged } = await linkTo(server.url.replace('//', '//:wrong-horse@'));
  expect(link.lostSince).not.toBeNull();
  expect(logged).toEqual([expect.stringContaining('Redis is unavailable {"reason":"WRONGPASS')]);
  expect(logged.join()).not.toContain('wrong-horse');
  const right = await linkTo(server.url.replace('//', `//:${PASSWORD}@`));
  expect([right.link.lostSince, right.logged]).toEqual([null, []]);
});

test('a server that no longer answers counts as lost, and commands then fail at once', async () => {
  const { server, admin } = await start();
  const { link, logged } = await linkTo(server.url);
  await admin.call('CLIENT', 'PAUSE', '8000', 'ALL');
  await expect(link.commands.get('anything')).rejects.toThrow();
  await until('the loss is noticed', () => link.lostSince !== null);
  const before = performance.now();
  await expect(link.commands.get('anything')).rejects.toThrow();
  expect(performance.now() - before).toBeLessThan(1_000);
  await until('Redis is available again', () => link.lostSince === null);
  expect(await link.commands.get('anything')).toBeNull();
  expect(logged.map((line) => line.split(' {')[0])).toEqual([
    'Redis is unavailable',
    'Redis is available again',
  ]);
});
