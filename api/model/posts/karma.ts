/** Karma and ratings that posts give their target. Stored with each post, so that exactly these are removed later (rule 10.4). */
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { players, posts, type StoredPost } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { karmaEffect } from '#lib/domain/karma.ts';

/** The columns of a post with what it adds to its target's sums now. */
export type AppliedKarma = typeof NO_KARMA;

/** The karma of a locked or deleted post. */
export const NO_KARMA = {
  appliedSiteKarma: 0,
  appliedPerformance: 0,
  appliedTeamplay: 0,
  appliedCourtesy: 0,
};

/** The karma of a visible post with these flairs; none while it is held (rule 28.6). */
export function karmaOf(post: { flairs: number; negativeKarmaAble: boolean; held: boolean }): AppliedKarma {
  if (post.held) return NO_KARMA;
  const effect = karmaEffect(parseFlairs(post.flairs), post.negativeKarmaAble);
  return {
    appliedSiteKarma: effect.siteKarma,
    appliedPerformance: effect.performance,
    appliedTeamplay: effect.teamplay,
    appliedCourtesy: effect.courtesy,
  };
}

/**
 * Changes the target's sums by the difference between `from` and `to`. Needs a transaction, after it has locked all its posts.
 */
export async function moveKarma(
  db: Db,
  playerId: number,
  from: AppliedKarma,
  to: AppliedKarma,
): Promise<void> {
  const change = (key: keyof AppliedKarma): number => to[key] - from[key];
  const keys = Object.keys(NO_KARMA) as (keyof AppliedKarma)[];
  if (keys.every((key) => change(key) === 0)) return;
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

/** Removes what the posts give from their targets' sums, in one statement. Needs a transaction that has locked them all. */
export async function removeKarma(db: Db, postIds: readonly string[]): Promise<void> {
  await db.execute(sql`update ${players} set site_karma = site_karma - given.karma, rating_performance = rating_performance - performance,
      rating_teamplay = rating_teamplay - teamplay, rating_courtesy = rating_courtesy - courtesy
    from (select player_id, sum(applied_site_karma) as karma, sum(applied_performance) as performance,
      sum(applied_teamplay) as teamplay, sum(applied_courtesy) as courtesy
      from ${posts} where id = ${anyOf(postIds)} group by player_id) as given
    where ${players.id} = given.player_id`);
}

/** Stores whether a post waits for a moderator, and gives or takes its karma. The caller must have locked it. */
export async function setHeld({ db }: Pick<Tx, 'db'>, post: StoredPost, held: boolean): Promise<void> {
  if (held === post.held) return;
  const karma = post.modLocked ? NO_KARMA : karmaOf({ ...post, held });
  await moveKarma(db, post.playerId, post, karma);
  await db
    .update(posts)
    .set({ held, ...karma })
    .where(eq(posts.id, post.id));
}

/** Recalculates a player's sums from their posts; false when the player does not exist. Needs a transaction. */
export async function recalculateKarma(db: Db, playerId: number): Promise<boolean> {
  // Locks the player first: a concurrent write must not be counted twice or missed.
  const [player] = await db
    .select({ id: players.id })
    .from(players)
    .where(eq(players.id, playerId))
    .for('update');
  if (player === undefined) return false;
  const sumOf = (column: (typeof posts)[keyof AppliedKarma]) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
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
