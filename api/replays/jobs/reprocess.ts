/** Calls that queue replays again. */
import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { replays } from '#api/db/replay-schema.ts';
import type { Deps } from '#api/deps.ts';
import { notFound } from '#api/http/errors.ts';
import { route } from '#api/http/route.ts';
import { enqueue } from '#api/replays/jobs/queue.ts';
import type { RegionId } from '#lib/regions.ts';
import * as calls from '#lib/schemas/calls/replay.ts';

/** Registers both calls: for one replay, and for all replays of a time span. They answer before the work is done. */
export function reprocessRoutes(app: FastifyInstance, deps: Deps): void {
  const enqueueWhere = (region: RegionId, where: SQL | undefined): Promise<number> =>
    deps.database.write(region, async ({ db, now, afterCommit }) => {
      afterCommit(() => void deps.replayJobs.wake());
      return enqueue(db, where, now);
    });
  route(app, deps, calls.reprocessReplay, async ({ region, params }) => {
    const queued = await enqueueWhere(region, eq(replays.id, params.replayId));
    if (queued === 0) throw notFound();
    return undefined;
  });
  route(app, deps, calls.reprocessReplays, async ({ region, query: { start, end } }) => {
    const where = and(
      start === undefined ? undefined : gte(replays.createdAt, new Date(start)),
      end === undefined ? undefined : lte(replays.createdAt, new Date(end)),
    );
    await enqueueWhere(region, where);
    return undefined;
  });
}
