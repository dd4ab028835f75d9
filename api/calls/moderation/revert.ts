/** Reverting mod actions, and decisions that are an action and a ban. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { act, textOf } from '#api/calls/moderation/actions.ts';
import { issueBan, liftBan } from '#api/calls/moderation/bans.ts';
import { checkMayModerate, checkNotReporter, type ModeratorCtx } from '#api/calls/moderation/rules.ts';
import type { Tx } from '#api/db/database.ts';
import { warnings } from '#api/db/decision-schema.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { notFound } from '#api/http/errors.ts';
import { changePost } from '#api/model/advice/store.ts';
import { lockDecision } from '#api/model/decisions/find.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import { withdrawNotifications } from '#api/model/notifications/notify.ts';
import { karmaOf, NO_KARMA } from '#api/model/posts/karma.ts';
import { findPost, lockPost } from '#api/model/posts/queries.ts';
import { announcePost } from '#api/model/posts/visibility.ts';
import { reopenReview } from '#api/model/reviews/queue.ts';
import type * as calls from '#lib/schemas/calls/moderation.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';

type StoredAction = typeof modActions.$inferSelect;

const inForce = (postId: string) => and(eq(modActions.postId, postId), isNull(modActions.revertedAt));

/** Makes the post visible again and adds its karma again (rule 11.7). */
async function revertDeletion(tx: Tx, post: StoredPost): Promise<void> {
  await changePost(tx, post, { modLocked: false }, karmaOf(post));
}

/** Restores the text from before the update, unless it was changed since (rule 11.11). */
async function revertUpdate(tx: Tx, post: StoredPost, action: StoredAction): Promise<void> {
  const { db, now } = tx;
  const updated = textOf(action.updatedPost as PostText);
  const previous = textOf(action.previousPost as PostText);
  const isUpdate = eq(modActions.actionType, MOD_ACTION_TYPE.update);
  const isUnchanged = isDeepStrictEqual(textOf(post), updated);
  const text = isUnchanged ? previous : textOf(post);
  // A later update that replaced this one's text must now go back to the text before both.
  await db
    .update(modActions)
    .set({ previousPost: previous })
    .where(
      and(inForce(post.id), isUpdate, sql`${modActions.previousPost} = ${JSON.stringify(updated)}::jsonb`),
    );
  const otherUpdates = await db.$count(modActions, and(inForce(post.id), isUpdate));
  const karma = post.modLocked ? NO_KARMA : karmaOf({ ...post, flairs: text.flairs });
  const updatedAt = isUnchanged ? new Date(now) : post.updatedAt;
  await changePost(tx, post, { ...text, readOnly: otherUpdates > 0, updatedAt }, karma);
}

async function revertPost(tx: Tx, post: StoredPost, action: StoredAction): Promise<void> {
  const isDeletion = action.actionType === MOD_ACTION_TYPE.delete;
  if (isDeletion) await revertDeletion(tx, post);
  else await revertUpdate(tx, post, action);
  const row = await findPost(tx.db, post.id);
  if (row !== null && !row.modLocked) await announcePost(tx, isDeletion ? 'newPost' : 'editedPost', row);
}

/** Reverts the action in force with this id, if it is on the post. Returns whether there is one. */
export async function revert(
  tx: Tx,
  { viewer, deps }: ModeratorCtx,
  actionId: string,
  postId?: string,
): Promise<boolean> {
  const { db, now } = tx;
  const isIt = and(eq(modActions.id, actionId), isNull(modActions.revertedAt));
  const [found] = await db.select({ postId: modActions.postId }).from(modActions).where(isIt);
  if (found === undefined) return false;
  const post = await lockPost(db, found.postId);
  await lockDecision(db, actionId);
  const [action] = await db.select().from(modActions).where(isIt).for('update');
  if (action === undefined) return false;
  if (postId !== undefined && action.postId !== postId) throw notFound();
  checkMayModerate(viewer, post ?? { authorId: action.authorId, playerId: null });
  await checkNotReporter(db, viewer, action.postId);
  await db
    .update(modActions)
    .set({ revertedAt: new Date(now), revertedBy: viewer.id })
    .where(eq(modActions.id, action.id));
  if (post !== null) await revertPost(tx, post, action);
  await withdrawNotifications(tx, { modActionId: action.id });
  const warned = await db.select({ id: warnings.id }).from(warnings).where(eq(warnings.actionId, action.id));
  for (const { id } of [action, ...warned]) await endDecision(tx, deps.discord.mark, id);
  await reopenReview(tx, action.postId, action.createdAt);
  await deps.discord.mark(tx, { id: action.id });
  if (post === null) return true;
  const { id, playerId } = post;
  const isRestored = action.actionType === MOD_ACTION_TYPE.delete;
  if (isRestored) await deps.discord.queue(tx, { kind: 'post', id, postId: id, playerId });
  else await deps.discord.mark(tx, { postId: id });
  return true;
}

/**
 * Reverts an action; responds with 205 once it is committed, 404 when it is unknown or was reverted before. Its notification is
 * removed. The five cases of what happens to the post:
 *
 * | action   | post                       | text                     | karma        | event        |
 * | -------- | -------------------------- | ------------------------ | ------------ | ------------ |
 * | deletion | removed                    | stays                    | added again  | `newPost`    |
 * | update   | has the text of the update | the one before is back   | recalculated | `editedPost` |
 * | update   | was changed since          | stays                    | stays        | `editedPost` |
 * | update   | removed by a deletion      | as in the two rows above | stays 0      | none         |
 * | either   | was deleted by its author  |                          |              | none         |
 *
 * After an update is reverted, the post stays read-only while another update is in force (rule 11.11).
 */
export async function revertModAction(ctx: Ctx<typeof calls.revertModAction>): Promise<undefined> {
  await ctx.write(async (tx) => {
    if (!(await revert(tx, ctx, ctx.params.id))) throw notFound();
  });
}

/** Removes a post and bans its author, with one reason: both or neither (rule 28.47). */
export async function removeAndBan(
  ctx: Ctx<typeof calls.removeAndBan>,
): Promise<{ actionId: string; banId: string }> {
  const { postId } = ctx.params;
  const { days, ...reason } = ctx.body;
  return ctx.write(async (tx) => {
    const removal = { postId, actionType: MOD_ACTION_TYPE.delete, ...reason };
    const { id, authorId } = await act(tx, ctx, removal, null);
    const ban = { userId: authorId, postIds: [postId], ...reason };
    return { actionId: id, banId: await issueBan(tx, ctx, ban, days) };
  });
}

/** Reverts the removal and the ban: both or neither. One that was reverted before stays so (rule 28.48). */
export async function revertRemoveAndBan(ctx: Ctx<typeof calls.revertRemoveAndBan>): Promise<undefined> {
  const { actionId, banId } = ctx.query;
  const { postId } = ctx.params;
  await ctx.write(async (tx) => {
    await revert(tx, ctx, actionId, postId);
    await liftBan(tx, ctx, banId, postId);
  });
}
