/** Calls that queue replays again. */
import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/calls/core/route.ts';
import { type Ctx, route } from '#api/calls/core/route.ts';
import { replays } from '#api/db/replay-schema.ts';
import { notFound } from '#api/http/errors.ts';
import { enqueue } from '#api/model/replays/job-queue.ts';
import * as calls from '#lib/schemas/calls/replay.ts';

type SpanCtx = Ctx<typeof calls.reprocessReplays> | Ctx<typeof calls.reprocessMinimaps>;

function enqueueWhere(
  { deps, region }: Pick<Ctx, 'deps' | 'region'>,
  where: SQL | undefined,
): Promise<number> {
  return deps.database.write(region, async ({ db, now, afterCommit }) => {
    afterCommit(() => void deps.replayJobs.wake());
    return enqueue(db, where, now);
  });
}

async function reprocessOne(ctx: Pick<Ctx, 'deps' | 'region'>, where: SQL): Promise<undefined> {
  if ((await enqueueWhere(ctx, where)) === 0) throw notFound();
  return undefined;
}

async function reprocessSpan(ctx: SpanCtx): Promise<undefined> {
  const { start, end } = ctx.query;
  const from = start === undefined ? undefined : gte(replays.createdAt, new Date(start));
  const to = end === undefined ? undefined : lte(replays.createdAt, new Date(end));
  await enqueueWhere(ctx, and(from, to));
  return undefined;
}

/**
 * Registers the calls: for one replay, and for all replays of a time span. They respond before the work is done. Processing a
 * replay makes its video, too, so the calls for videos do the same.
 */
export function reprocessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.reprocessReplay, (ctx) => reprocessOne(ctx, eq(replays.id, ctx.params.replayId)));
  route(app, deps, calls.reprocessMinimap, (ctx) => reprocessOne(ctx, eq(replays.postId, ctx.params.postId)));
  route(app, deps, calls.reprocessReplays, reprocessSpan);
  route(app, deps, calls.reprocessMinimaps, reprocessSpan);
}
