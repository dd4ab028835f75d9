/**
 * Limits the requests of an address, and the writes, changes and look-ups by names of an account, in all
 * processes that share a Redis together.
 */
import type { IncomingMessage } from 'node:http';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { callerAddress } from '#api/base/trusted-proxies.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { dayLimit, tooManyRequests } from '#api/http/errors.ts';
import { isProbe } from '#api/http/probe.ts';
import { PREFIX, type RedisLink } from '#api/redis/link.ts';
import {
  CHANGES_PER_HOUR,
  changeLimitSentence,
  FILES_PER_HOUR,
  fileLimitSentence,
} from '#lib/domain/posting.ts';
import type { RegionId } from '#lib/regions.ts';

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
function createRateStore({ commands }: Pick<RedisLink, 'commands'>, max: number) {
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

const MINUTE_MS = 60_000;
/** Look-ups by names of an account. A battle is one, so that lists of all players cannot be made from many. */
const NAMES = { perMinute: 6, perDay: 200 };
/** A customer of a provider may have this network of IPv6, and rotate its addresses: it has the requests of so many of them. */
const NETWORK = { bits: 48, addresses: 10 };
/** Most addresses and accounts that are counted at a time; the least recently seen ones are dropped first. */
const REMEMBERED = 20_000;

/** Counts a request of an address; returns the seconds to wait when there were too many, else null. */
export type AddressCount = (request: IncomingMessage) => Promise<number | null>;
/**
 * Counts a write of an account, its look-up by names, the file that it replaces, or its change of a post or of the reply to it;
 * throws 429 with `Retry-After` when there were too many.
 */
export type AccountLimit = (
  request: FastifyRequest,
  region: RegionId,
  accountId: number,
  what?: 'write' | 'names' | 'file' | { changedPost: string },
) => Promise<void>;

/** Counts by key, without a limit when `limit` is 0; returns the seconds to wait when there were too many, else null. */
function counter(
  app: FastifyInstance,
  limit: number,
  keyGenerator: (request: FastifyRequest) => string,
  timeWindow = MINUTE_MS,
) {
  const max = limit || Number.MAX_SAFE_INTEGER;
  // The type lacks `cache`.
  const options = { max, timeWindow, cache: REMEMBERED, keyGenerator };
  const count = app.createRateLimit(options);
  return async (request: FastifyRequest): Promise<number | null> => {
    const result = await count(request);
    return !result.isAllowed && result.isExceeded ? Math.max(1, Math.ceil(result.ttl / 1000)) : null;
  };
}

/**
 * Installs the limit per address for everything, including unknown paths and hubs. `countAddress` is for WebSocket
 * upgrades, which the framework does not see.
 */
export async function installRateLimits(
  app: FastifyInstance,
  { rateLimits, trustedProxies }: Pick<ApiConfig, 'rateLimits' | 'trustedProxies'>,
  redis: RedisLink | null,
): Promise<{ countAddress: AddressCount; limitAccount: AccountLimit }> {
  const shared = redis === null ? {} : { store: createRateStore(redis, REMEMBERED) };
  await app.register(rateLimit, { global: false, ...shared });
  const ofAddress = counter(
    app,
    rateLimits.address,
    ({ raw }) => `address ${callerAddress(raw, trustedProxies)}`,
  );
  const networkOf = ({ raw }: FastifyRequest) =>
    `network ${callerAddress(raw, trustedProxies, NETWORK.bits)}`;
  const ofNetwork = counter(app, rateLimits.address * NETWORK.addresses, networkOf);
  // Requests that one home may not send are not counted for its neighbours.
  const countAddress = async (request: FastifyRequest): Promise<number | null> =>
    (await ofAddress(request)) ?? (networkOf(request).includes(':') ? ofNetwork(request) : null);
  const accounts = new WeakMap<FastifyRequest, string>();
  const keyOf = (what: string) => (request: FastifyRequest) => `${what} ${accounts.get(request)}`;
  const ofAccount = counter(app, rateLimits.account, keyOf('account'));
  // Without a limit of writes there is none of look-ups: benchmarks and tests make thousands.
  const unlessOff = (limit: number): number => (rateLimits.account === 0 ? 0 : limit);
  const namesOfMinute = counter(app, unlessOff(NAMES.perMinute), keyOf('names by minute'));
  const namesOfDay = counter(app, unlessOff(NAMES.perDay), keyOf('names by day'), millisecondsInDay);
  const hourly = (what: string, limit: number, sentence: (date: string) => string) => {
    const ofHour = counter(app, unlessOff(limit), keyOf(what), millisecondsInHour);
    return async (request: FastifyRequest): Promise<void> => {
      const wait = await ofHour(request);
      if (wait === null) return;
      const [now, until] = [Date.now(), Date.now() + wait * 1000];
      throw dayLimit(until, now, sentence(new Date(until).toISOString()));
    };
  };
  const limitChanges = hourly('changes', CHANGES_PER_HOUR, changeLimitSentence);
  const limitFiles = hourly('files', FILES_PER_HOUR, fileLimitSentence);
  const limitNames = async (request: FastifyRequest): Promise<void> => {
    const refuse = (seconds: number, rate: string, again: string) => {
      const now = Date.now();
      const sentence = `You can look up a team ${rate}. Try again in ${again}.`;
      return dayLimit(now + seconds * 1000, now, sentence);
    };
    const wait = await namesOfMinute(request);
    if (wait !== null) throw refuse(wait, `${NAMES.perMinute} times a minute`, `${wait} s`);
    const rest = await namesOfDay(request);
    if (rest !== null) throw refuse(rest, `${NAMES.perDay} times a day`, `${Math.ceil(rest / 60)} minutes`);
  };
  app.addHook('onRequest', async (request) => {
    if (isProbe(request) || request.routeOptions.config?.isOwn) return;
    const wait = await countAddress(request);
    if (wait !== null)
      throw tooManyRequests(`Too many requests from your address. Try again in ${wait} s.`, wait);
  });
  return {
    // The plugin reads route options, which an upgrade does not have.
    countAddress: (raw) => countAddress({ raw, routeOptions: {} } as unknown as FastifyRequest),
    async limitAccount(request, region, accountId, what = 'write') {
      const account = `${region}:${accountId}`;
      accounts.set(request, typeof what === 'object' ? `${account}:${what.changedPost}` : account);
      if (typeof what === 'object') return limitChanges(request);
      if (what === 'file') return limitFiles(request);
      if (what === 'names') return limitNames(request);
      const wait = await ofAccount(request);
      if (wait !== null) throw tooManyRequests(`You are sending too quickly. Try again in ${wait} s.`, wait);
    },
  };
}
