/** The posting cooldown. It starts with an author's latest post about a player, even if that was deleted. */

import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { callerOf } from '#api/calls/core/caller-of.ts';
import type { Ctx } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { deletedPosts, posts } from '#api/db/schema.ts';
import { cooldown, notFound } from '#api/http/errors.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { cooldownEnd, cooldownSentence, POST_COOLDOWN_HOURS } from '#lib/domain/posting.ts';
import { HOUR_MS } from '#lib/domain/time.ts';
import type { getCooldown as call } from '#lib/schemas/calls/cooldown.ts';
import type { PostCooldown } from '#lib/schemas/post.ts';

/**
 * End of the author's cooldown for the player in milliseconds, or null. One statement reads both tables, so that a post
 * that is being deleted is seen in one of them.
 */
async function findCooldownEnd(
  db: Db,
  authorId: number,
  playerId: number,
  now: number,
): Promise<number | null> {
  const existing = db
    .select({ at: posts.createdAt })
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.playerId, playerId)));
  const deleted = db
    .select({ at: deletedPosts.postedAt })
    .from(deletedPosts)
    .where(and(eq(deletedPosts.authorId, authorId), eq(deletedPosts.playerId, playerId)));
  const [latest] = await unionAll(existing, deleted).orderBy(desc(posts.createdAt)).limit(1);
  return cooldownEnd(latest?.at.toISOString() ?? null, now);
}

/** Requires 24 hours between two posts of one author about one player (rule 5.9); else 423 with the end. */
export async function checkCooldown(db: Db, authorId: number, playerId: number, now: number): Promise<void> {
  const end = await findCooldownEnd(db, authorId, playerId, now);
  if (end !== null) throw cooldown(end, now, cooldownSentence(new Date(end).toISOString()));
}

/** Stores author, player and time of a post that is about to be deleted. */
export async function keepCooldown(
  db: Db,
  { authorId, playerId, createdAt }: typeof posts.$inferSelect,
): Promise<void> {
  await db
    .insert(deletedPosts)
    .values({ authorId, playerId, postedAt: createdAt })
    .onConflictDoUpdate({
      target: [deletedPosts.authorId, deletedPosts.playerId],
      set: { postedAt: sql`greatest(${deletedPosts.postedAt}, excluded.posted_at)` },
    });
}

/** Removes deleted posts whose cooldown is over. */
export async function forgetOldCooldowns(db: Db, now: number): Promise<void> {
  const oldest = new Date(now - POST_COOLDOWN_HOURS * HOUR_MS);
  await db.delete(deletedPosts).where(lte(deletedPosts.postedAt, oldest));
}

/** When the viewer may post about a player again; 404 for an unknown player. */
export async function getCooldown(ctx: Ctx<typeof call>): Promise<PostCooldown> {
  const { deps, region, viewer, query } = ctx;
  await deps.publisher.ensurePlayer(region, query.playerId, callerOf(ctx));
  // A transaction, for the clock that will decide about the post, too.
  return deps.database.write(region, async ({ db, now }) => {
    if ((await findPlayer(db, query.playerId)) === null) throw notFound();
    const end = await findCooldownEnd(db, viewer.id, query.playerId, now);
    return { until: end === null ? null : new Date(end).toISOString() };
  });
}
