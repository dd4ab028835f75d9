/** Decisions that a post stays (rules 28.31 and 28.35). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '#api/db/database.ts';
import { reviews } from '#api/db/review-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { sentence } from '#api/http/errors.ts';
import type { Act } from '#api/model/decisions/acts/act.ts';
import { checkNotReversed } from '#api/model/decisions/rules.ts';
import { setHeld } from '#api/model/posts/karma.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { logReview } from '#api/model/reviews/log.ts';
import { decideReview, reopenReview } from '#api/model/reviews/queue.ts';
import { isDecidedBy } from '#api/model/reviews/settled.ts';
import { REPORT_SENTENCES } from '#lib/domain/reports.ts';

/** Lets the post count or wait again, on open pages, too. */
async function announceHeld(tx: Tx, post: StoredPost, held: boolean): Promise<void> {
  await setHeld(tx, post, held);
  await announceEdited(tx, post.id);
}

/** A post, whose open item the caller has locked, and the sentence to its reporters. */
export interface NewKeep {
  post: StoredPost;
  isReported: boolean;
  sentence: string;
}

/**
 * A kept post, which counts from then on (rule 28.6). Of a reported one there is a decision; its reporters are
 * notified as their reports are settled.
 */
export const keep: Act<NewKeep> = {
  async apply(tx, { viewer, deps }, { post, isReported, sentence: words }) {
    if (isReported && words === '') throw sentence(422, REPORT_SENTENCES.reasonNeeded);
    await checkNotReversed(tx, viewer, [post.id]);
    const id = randomUUID();
    const said = { by: viewer.id, outcome: 'kept', sentence: words, accepted: post.held } as const;
    await decideReview(tx, post.id, { id, ...said });
    if (post.held) await announceHeld(tx, post, false);
    await logReview(tx, viewer, { id, action: 'keep', postId: post.id });
    await deps.discord.mark(tx, { postId: post.id });
    return id;
  },
  /** Opens the item again, or tells the reporters what has become of the post since (rule 31.26). */
  async revert(tx, { viewer, deps }, { post, decision }) {
    const { postId } = decision;
    if (postId === null) return;
    const [item] = await tx.db.select().from(reviews).where(eq(reviews.postId, postId));
    if ((await reopenReview(tx, postId, decision)) && post !== null) await announceHeld(tx, post, true);
    // The log reverts the latest keep.
    if (item !== undefined && isDecidedBy(item, decision))
      await logReview(tx, viewer, { action: 'reopen', postId });
    await deps.discord.mark(tx, { postId });
  },
  involved: async () => undefined,
  notify: async () => undefined,
};
