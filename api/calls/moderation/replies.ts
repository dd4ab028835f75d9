/** Removing and restoring the reply to a post as a moderator. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { checkMayModerate, checkNotReporter, type ModeratorCtx } from '#api/calls/moderation/rules.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions, replies } from '#api/db/decision-schema.ts';
import { gone, notFound } from '#api/http/errors.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import { notifyDecision, withdrawReply } from '#api/model/notifications/notify.ts';
import { requirePost } from '#api/model/posts/queries.ts';
import { findReply } from '#api/model/posts/replies.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { decideReview, openReview, reopenReview } from '#api/model/reviews/queue.ts';
import type * as calls from '#lib/schemas/calls/reply.ts';

/** Locks a post and reads its reply; 404 without one, 403 for moderators who are involved. */
async function findAnswered(db: Db, { viewer }: ModeratorCtx, postId: string) {
  const post = await requirePost(db, postId);
  checkMayModerate(viewer, post);
  await checkNotReporter(db, viewer, postId);
  const reply = await findReply(db, postId);
  if (reply === null) throw notFound();
  return { post, reply };
}

/** Removes a reply with its reports, and notifies its author (rule 31.7). Returns the id of the decision; 410 when it or the post is removed. */
export async function removeReplyOf(
  tx: Tx,
  ctx: ModeratorCtx,
  postId: string,
  { reason, rules = [] }: { reason: string; rules?: string[] | undefined },
): Promise<{ id: string }> {
  const { db, now } = tx;
  const { post, reply } = await findAnswered(db, ctx, postId);
  if (post.modLocked || reply.removed) throw gone();
  await db.update(replies).set({ removed: true }).where(eq(replies.postId, postId));
  const [id, by, kind] = [randomUUID(), ctx.viewer.id, 'reply-removed'] as const;
  const parties = { personId: reply.authorId, otherId: post.authorId, modId: by };
  const former = { title: '', content: reply.content, flairs: 0 };
  const decision = { id, kind, postId, ...parties, rules, reason, former, createdAt: new Date(now) };
  await db.insert(decisions).values(decision);
  await decideReview(tx, postId, { by, outcome: 'removed', part: 'reply' });
  // A held post does not count until it is kept, which needs its item (rule 28.6).
  if (post.held) await openReview(tx, post, post.advice);
  await withdrawReply(tx, { id: postId, author: { id: post.authorId } });
  await notifyDecision(tx, reply.authorId, { decisionId: id, kind, reason, rules });
  await ctx.deps.discord.mark(tx, { postId });
  await announceEdited(tx, postId);
  return { id };
}

/** Shows a removed reply again and opens its reports (rule 31.7); 404 unless it is removed. */
export async function restoreReplyOf(tx: Tx, ctx: ModeratorCtx, postId: string): Promise<void> {
  const { db } = tx;
  await findAnswered(db, ctx, postId);
  const isRemoval = and(eq(decisions.postId, postId), eq(decisions.kind, 'reply-removed'));
  const [removal] = await db
    .select()
    .from(decisions)
    .where(and(isRemoval, isNull(decisions.revertedAt)))
    .for('update');
  if (removal === undefined) throw notFound();
  await db.update(replies).set({ removed: false }).where(eq(replies.postId, postId));
  await endDecision(tx, ctx.deps.discord.mark, removal.id);
  await reopenReview(tx, postId, removal.createdAt);
  await ctx.deps.discord.mark(tx, { postId });
  await announceEdited(tx, postId);
}

/** Removes a reply; responds with 202 once it is committed. */
export const removeReply = (ctx: Ctx<typeof calls.removeReply>): Promise<{ id: string }> =>
  ctx.write((tx) => removeReplyOf(tx, ctx, ctx.params.postId, ctx.body));

/** Reverts the removal of a reply; responds with 205 once it is committed. */
export async function restoreReply(ctx: Ctx<typeof calls.restoreReply>): Promise<undefined> {
  await ctx.write((tx) => restoreReplyOf(tx, ctx, ctx.params.postId));
}
