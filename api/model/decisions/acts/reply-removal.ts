/** The removal of the reply to a post (rule 31.7). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions, replies } from '#api/db/decision-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { gone, notFound } from '#api/http/errors.ts';
import type { Act } from '#api/model/decisions/acts/act.ts';
import { addWarning, checkMayWarn, isWarning } from '#api/model/decisions/acts/warning.ts';
import type { Decider } from '#api/model/decisions/concerned.ts';
import { checkMayModerate, checkNotReporter, checkNotReversed } from '#api/model/decisions/rules.ts';
import { notifyDecision, withdrawReply } from '#api/model/notifications/notify.ts';
import { requirePost } from '#api/model/posts/queries.ts';
import { findRemovable } from '#api/model/posts/replies.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { decideReview, openForReply, openReview, reopenReview } from '#api/model/reviews/queue.ts';

/** A reply, by its post, why it is removed, and whether that warns its author (rule 31.30). */
export interface NewReplyRemoval {
  postId: string;
  reason: string;
  rules?: string[] | undefined;
  warns?: boolean | undefined;
}

/** The reply to a post; 404 without one, 403 for moderators who are involved. */
async function findAnswer(db: Db, { viewer }: Decider, post: StoredPost | null) {
  if (post === null) throw notFound();
  checkMayModerate(viewer, post);
  await checkNotReporter(db, viewer, post.id);
  const reply = await findRemovable(db, post.id);
  if (reply === null) throw notFound();
  return reply;
}

async function setRemoved(tx: Tx, { deps }: Decider, postId: string, removed: boolean): Promise<void> {
  await tx.db.update(replies).set({ removed }).where(eq(replies.postId, postId));
  await deps.discord.mark(tx, { postId });
  await announceEdited(tx, postId);
}

/** A removed reply, which may be withdrawn before; 410 when it or its post is removed already. */
export const replyRemoval: Act<NewReplyRemoval> = {
  async apply(tx, decider, { postId, reason, rules = [], warns = false }) {
    const { db, now } = tx;
    const post = await requirePost(db, postId);
    const reply = await findAnswer(db, decider, post);
    await checkNotReversed(tx, decider.viewer, [postId]);
    if (warns) await checkMayWarn(db, decider.viewer, reply.authorId);
    if (post.modLocked || reply.removed) throw gone();
    const [id, by] = [randomUUID(), decider.viewer.id];
    const parties = { personId: reply.authorId, otherId: post.authorId, postId, modId: by };
    const former = { title: '', content: reply.content, flairs: 0 };
    const said = { reason, rules, former, createdAt: new Date(now) };
    await db.insert(decisions).values({ id, kind: 'reply-removed', ...parties, ...said });
    if (warns) await addWarning(db, id, reply.authorId);
    await decideReview(tx, postId, { id, by, outcome: 'removed', part: 'reply' });
    // A held post does not count until it is kept, which needs its item (rule 28.6).
    if (post.held) await openReview(tx, post, post.advice);
    await withdrawReply(tx, { id: postId, author: { id: post.authorId } });
    await setRemoved(tx, decider, postId, true);
    return id;
  },
  async revert(tx, decider, { post, decision }) {
    if (post === null) return;
    await reopenReview(tx, post.id, decision);
    await openForReply(tx, post);
    await setRemoved(tx, decider, post.id, false);
  },
  async involved(db, decider, { post }) {
    if (post !== null) await findAnswer(db, decider, post);
  },
  async notify(tx, { decision: { id, personId, reason, rules } }) {
    const warned = (await isWarning(tx.db, id)) && { warned: true };
    const said = { reason: reason ?? '', rules, ...warned };
    await notifyDecision(tx, personId, { decisionId: id, kind: 'reply-removed', ...said });
  },
};
