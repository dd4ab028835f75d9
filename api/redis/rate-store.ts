/**
 * Counts of rate limits, in Redis for all processes together. Each process also counts for itself, so that limits remain while
 * Redis is away.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { PREFIX, type RedisLink } from '#api/redis/link.ts';

/** Counts one request; returns the count and the milliseconds until it starts again. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/** A count within a window of time. */
interface Count {
  current: number;
  ttl: number;
}

/** Counts in this process, for at most `max` keys. */
function createOwnCounts(max: number) {
  // The window begins with the first count of a key.
  const counts = new LRUCache<string, number>({ max, noUpdateTTL: true, ttlResolution: 0 });
  return (key: string, windowMs: number): Count => {
    const current = (counts.get(key) ?? 0) + 1;
    counts.set(key, current, { ttl: windowMs });
    return { current, ttl: counts.getRemainingTTL(key) };
  };
}

/** Creates the class of stores that the framework's plugin takes; `max` keys are counted in this process. */
export function createRateStore({ commands }: Pick<RedisLink, 'commands'>, max: number) {
  const countHere = createOwnCounts(max);
  const countTogether = async (key: string, windowMs: number): Promise<Count> => {
    const here = countHere(key, windowMs);
    try {
      const [current, ttl] = (await commands.eval(COUNT, 1, `${PREFIX}rate:${key}`, windowMs)) as number[];
      return { current: current ?? here.current, ttl: ttl ?? here.ttl };
    } catch {
      return here;
    }
  };
  return class RateStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs?: number): void {
      void countTogether(key, windowMs ?? 0).then((count) => callback(null, count));
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
