import { and, eq } from 'drizzle-orm';
import type { Tx } from '#api/db/database.ts';
import { reviews } from '#api/db/review-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { setHeld } from '#api/model/posts/karma.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { logReview } from '#api/model/reviews/log.ts';
import { reopenReview } from '#api/model/reviews/queue.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Lets the post count or wait again, on open pages, too. */
export async function announceHeld(tx: Tx, post: StoredPost, held: boolean): Promise<void> {
  await setHeld(tx, post, held);
  await announceEdited(tx, post.id);
}

/** Whether the decision that a post stays, made at `at`, is the current one. */
export const isCurrent = async ({ db }: Tx, postId: string, at: Date): Promise<boolean> =>
  (await db.$count(reviews, and(eq(reviews.postId, postId), eq(reviews.decidedAt, at)))) > 0;

/** Opens the item of a post that was kept at `at` again. The caller must have locked the post. */
export async function reopenKept(tx: Tx, viewer: SessionUser, post: StoredPost, at: Date): Promise<void> {
  if (await reopenReview(tx, post.id, at)) await announceHeld(tx, post, true);
  await logReview(tx, viewer, { action: 'reopen', postId: post.id });
}
