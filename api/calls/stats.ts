/** The call `/api/stats`. */
import type { FastifyInstance } from 'fastify';
import { createTimedMap } from '#api/base/timed-map.ts';
import type { Deps } from '#api/calls/core/deps.ts';
import { type Ctx, route } from '#api/calls/core/route.ts';
import { countSince } from '#api/calls/stats-queries.ts';
import { getStats, STATS_DAYS, type Stats } from '#lib/schemas/calls/stats.ts';

const DAY_MS = 86_400_000;

/** How long the numbers are answered from memory, in milliseconds: counting them reads all posts of the week. */
const KEPT_MS = 60_000;

/** Registers the call. */
export function statsRoutes(app: FastifyInstance, deps: Deps): void {
  const kept = createTimedMap<Promise<Stats>>(KEPT_MS, deps.now);
  const count = ({ deps: { database }, region, now }: Ctx<typeof getStats>): Promise<Stats> => {
    const counted = database.read(region, (db) => countSince(db, new Date(now - STATS_DAYS * DAY_MS)));
    kept.set(region, counted);
    counted.catch(() => kept.delete(region));
    return counted;
  };
  route(app, deps, getStats, (ctx) => kept.get(ctx.region) ?? count(ctx));
}
