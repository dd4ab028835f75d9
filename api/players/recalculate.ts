/** A player's sums, made anew from what their visible posts applied. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players, posts } from '#api/db/schema.ts';

/** Sets site karma and ratings to the sums of the posts; false when there is no such player. Needs a transaction. */
export async function recalculate(db: Db, playerId: number): Promise<boolean> {
  // Locked first, so that no post is counted twice or not at all by a write that runs at the same time.
  const [player] = await db
    .select({ id: players.id })
    .from(players)
    .where(eq(players.id, playerId))
    .for('update');
  if (player === undefined) return false;
  const sumOf = (
    column: (typeof posts)['appliedSiteKarma' | 'appliedPerformance' | 'appliedTeamplay' | 'appliedCourtesy'],
  ) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [sums] = await db
    .select({
      siteKarma: sumOf(posts.appliedSiteKarma),
      ratingPerformance: sumOf(posts.appliedPerformance),
      ratingTeamplay: sumOf(posts.appliedTeamplay),
      ratingCourtesy: sumOf(posts.appliedCourtesy),
    })
    .from(posts)
    .where(eq(posts.playerId, playerId));
  if (sums !== undefined) await db.update(players).set(sums).where(eq(players.id, playerId));
  return true;
}
