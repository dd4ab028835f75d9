/** What posts add to their target's sums, kept with each post so that it can be taken back exactly (rule 10.4). */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players, posts } from '#api/db/schema.ts';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { karmaEffect } from '#lib/domain/karma.ts';

/** The columns of a post that say what is counted in its target's sums now. */
export interface AppliedKarma {
  appliedSiteKarma: number;
  appliedPerformance: number;
  appliedTeamplay: number;
  appliedCourtesy: number;
}

/** What a locked or deleted post counts. */
export const NO_KARMA: AppliedKarma = {
  appliedSiteKarma: 0,
  appliedPerformance: 0,
  appliedTeamplay: 0,
  appliedCourtesy: 0,
};

/** What a post with these flairs counts while it is visible. */
export function karmaOf(post: { flairs: number; negativeKarmaAble: boolean }): AppliedKarma {
  const effect = karmaEffect(parseFlairs(post.flairs), post.negativeKarmaAble);
  return {
    appliedSiteKarma: effect.siteKarma,
    appliedPerformance: effect.performance,
    appliedTeamplay: effect.teamplay,
    appliedCourtesy: effect.courtesy,
  };
}

/** Moves the target's sums from what was counted to what is to be counted. Needs a transaction. */
export async function moveKarma(
  db: Db,
  playerId: number,
  from: AppliedKarma,
  to: AppliedKarma,
): Promise<void> {
  const change = (key: keyof AppliedKarma): number => to[key] - from[key];
  const changes = (Object.keys(NO_KARMA) as (keyof AppliedKarma)[]).some((key) => change(key) !== 0);
  if (!changes) return;
  await db
    .update(players)
    .set({
      siteKarma: sql`${players.siteKarma} + ${change('appliedSiteKarma')}`,
      ratingPerformance: sql`${players.ratingPerformance} + ${change('appliedPerformance')}`,
      ratingTeamplay: sql`${players.ratingTeamplay} + ${change('appliedTeamplay')}`,
      ratingCourtesy: sql`${players.ratingCourtesy} + ${change('appliedCourtesy')}`,
    })
    .where(eq(players.id, playerId));
}

/** A stored post, locked until the transaction ends, so that changes to it take turns. Null when there is none. */
export async function lockPost(db: Db, id: string): Promise<typeof posts.$inferSelect | null> {
  const [row] = await db.select().from(posts).where(eq(posts.id, id)).for('update');
  return row ?? null;
}
