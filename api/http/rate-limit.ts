/**
 * How often one address may call, and how often one account may write, within a minute. Counted in this process:
 * several processes behind one address allow so many times more.
 */
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
const after = (ttl: number) => `Try again in ${seconds(ttl)} s.`;

/** Counts a write of a signed-in user; rejects with 429 and `Retry-After` when there were too many. */
export type AccountLimit = (request: FastifyRequest, region: RegionId, accountId: number) => Promise<void>;

/** Installs the limit per address on every route that is registered later, and answers the one per account. */
export async function installRateLimits(
  app: FastifyInstance,
  { rateLimits, trustedProxies }: Pick<ApiConfig, 'rateLimits' | 'trustedProxies'>,
): Promise<AccountLimit> {
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: unlimitedIfZero(rateLimits.address),
    timeWindow: WINDOW_MS,
    cache: REMEMBERED,
    keyGenerator: ({ raw }) => callerOf(raw, trustedProxies),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) =>
      tooManyRequests(`Too many requests from your address. ${after(ttl)}`, seconds(ttl)),
  });
  const accounts = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max: unlimitedIfZero(rateLimits.account),
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => accounts.get(request) ?? '',
  });
  return async (request, region, accountId) => {
    accounts.set(request, `${region}:${accountId}`);
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded)
      throw tooManyRequests(`You are sending too quickly. ${after(result.ttl)}`, seconds(result.ttl));
  };
}
