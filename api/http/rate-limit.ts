/**
 * How often one address may call, and how often one account may write, within a minute. Counted in this process:
 * several processes behind one address allow so many times more.
 */
import type { IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiConfig } from '#api/config.ts';
import { callerOf } from '#api/http/caller-address.ts';
import { tooManyRequests } from '#api/http/errors.ts';
import type { RegionId } from '#lib/regions.ts';

const WINDOW_MS = 60_000;
/** Addresses and accounts that are remembered at most; those that were silent longest are forgotten first. */
const REMEMBERED = 20_000;

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
const unlimitedIfZero = (max: number): number => (max === 0 ? Number.MAX_SAFE_INTEGER : max);

/** Counts a request of an address; answers the seconds to wait when there were too many. */
export type AddressCount = (request: IncomingMessage) => Promise<number | null>;
/** Counts a write of a signed-in user; rejects with 429 and `Retry-After` when there were too many. */
export type AccountLimit = (request: FastifyRequest, region: RegionId, accountId: number) => Promise<void>;

type Key = (request: FastifyRequest) => string;

/** Counts by key; answers the seconds to wait when there were too many. */
function counter(app: FastifyInstance, max: number, keyGenerator: Key) {
  const options = { max: unlimitedIfZero(max), timeWindow: WINDOW_MS, cache: REMEMBERED, keyGenerator };
  const count = app.createRateLimit(options);
  return async (request: FastifyRequest): Promise<number | null> => {
    const result = await count(request);
    return !result.isAllowed && result.isExceeded ? seconds(result.ttl) : null;
  };
}

/**
 * Installs the limit per address on everything that is answered after this call, unknown paths and hubs too. The
 * count is for upgrades, which the framework does not see.
 */
export async function installRateLimits(
  app: FastifyInstance,
  { rateLimits, trustedProxies }: Pick<ApiConfig, 'rateLimits' | 'trustedProxies'>,
): Promise<{ countAddress: AddressCount; limitAccount: AccountLimit }> {
  await app.register(rateLimit, { global: false });
  const ofAddress = counter(app, rateLimits.address, ({ raw }) => callerOf(raw, trustedProxies));
  const accounts = new WeakMap<FastifyRequest, string>();
  const ofAccount = counter(app, rateLimits.account, (request) => accounts.get(request) ?? '');
  app.addHook('onRequest', async (request) => {
    const wait = await ofAddress(request);
    if (wait !== null)
      throw tooManyRequests(`Too many requests from your address. Try again in ${wait} s.`, wait);
  });
  return {
    // The plugin looks for options of a route, which an upgrade has not.
    countAddress: (raw) => ofAddress({ raw, routeOptions: {} } as unknown as FastifyRequest),
    async limitAccount(request, region, accountId) {
      accounts.set(request, `${region}:${accountId}`);
      const wait = await ofAccount(request);
      if (wait !== null) throw tooManyRequests(`You are sending too quickly. Try again in ${wait} s.`, wait);
    },
  };
}
