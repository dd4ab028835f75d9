import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { reviewLog, reviews } from '#api/db/review-schema.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Keeps who decided about a reported post or looked at a reporter (rules 28.32 and 28.33). */
export const logReview = (
  { db, now }: Tx,
  viewer: SessionUser,
  entry: { id?: string; action: 'keep' | 'reopen' | 'reporter' | 'mute'; postId: string; reportId?: string },
) => db.insert(reviewLog).values({ ...entry, modId: viewer.id, createdAt: new Date(now) });

/** The viewer's decision that a post stays; null unless it is the current one. */
export async function findOwnKeep(db: Db, viewer: SessionUser, postId: string) {
  const isCurrent = sql`case when ${reviews.decisionId} is null then ${reviewLog.createdAt} = ${reviews.decidedAt}
    else ${reviewLog.id} = ${reviews.decisionId} end`;
  const [kept] = await db
    .select({ id: reviewLog.id, postId: reviewLog.postId, createdAt: reviewLog.createdAt })
    .from(reviews)
    .innerJoin(reviewLog, and(eq(reviewLog.postId, reviews.postId), isCurrent))
    .where(
      and(
        eq(reviews.postId, postId),
        eq(reviews.decidedBy, viewer.id),
        eq(reviewLog.modId, viewer.id),
        eq(reviewLog.action, 'keep'),
      ),
    );
  return kept ?? null;
}
