/** The call of the cooldown. */
import { callerOf } from '#api/calls/core/caller-of.ts';
import type { Ctx } from '#api/calls/core/route.ts';
import { notFound } from '#api/http/errors.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { findAllowance, findCooldownEnd } from '#api/model/posts/rules.ts';
import type { getCooldown as call } from '#lib/schemas/calls/cooldown.ts';
import type { PostCooldown } from '#lib/schemas/post.ts';

/** When the viewer may post about a player again, and how many posts they may write now; 404 for an unknown player. */
export async function getCooldown(ctx: Ctx<typeof call>): Promise<PostCooldown> {
  const { deps, region, viewer, query } = ctx;
  await deps.publisher.ensurePlayer(region, query.playerId, callerOf(ctx));
  // A snapshot, for the clock that will decide about the post, too.
  return deps.database.snapshot(region, async (db, now) => {
    if ((await findPlayer(db, query.playerId)) === null) throw notFound();
    const end = await findCooldownEnd(db, viewer.id, query.playerId, now);
    const { postsLeft, nextPostAt } = await findAllowance(db, viewer, now, deps.config.postsPerDay);
    const until = Math.max(end ?? 0, nextPostAt ?? 0);
    return { until: until === 0 ? null : new Date(until).toISOString(), postsLeft };
  });
}
