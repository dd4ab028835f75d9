import { expect, test } from 'vitest';
import { createMetrics } from '#api/operation/metrics.ts';

/** The metrics of a process, with Redis in that state; null without Redis. */
async function read(isUp: boolean | null): Promise<string> {
  const metrics = createMetrics(Date.now);
  metrics.observe({
    regions: ['eu'],
    hubConnections: () => new Map(),
    replayJobs: async () => ({ waiting: 0, running: 0, failed: 0 }),
    discordMessages: async () => ({ waiting: 0, retried: 0 }),
    backups: null,
    redisUp: isUp === null ? null : () => isUp,
    readOnly: () => false,
    pool: () => ({ active: 0, idle: 0, waiting: 0 }),
  });
  return metrics.registry.metrics();
}

test('the metric of Redis is 1 while it is available, and 0 while it is away', async () => {
  expect(await read(true)).toContain('\nfleet_karma_redis_up 1\n');
  expect(await read(false)).toContain('\nfleet_karma_redis_up 0\n');
});

test('without REDIS_URL there is no metric of Redis', async () => {
  expect(await read(null)).not.toContain('redis');
});
