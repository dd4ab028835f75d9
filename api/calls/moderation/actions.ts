/** Mod actions on posts: deletion and update, each with karma, events and notification in one transaction. */
import { randomUUID } from 'node:crypto';
import type { Ctx } from '#api/calls/core/route.ts';
import { checkMayModerate, checkNotReporter, type ModeratorCtx } from '#api/calls/moderation/rules.ts';
import type { Tx } from '#api/db/database.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import { ruleError, validationError } from '#api/http/errors.ts';
import { changePost } from '#api/model/advice/store.ts';
import { findModAction } from '#api/model/moderation.ts';
import { notifyModAction } from '#api/model/notifications/notify.ts';
import { karmaOf, NO_KARMA } from '#api/model/posts/karma.ts';
import { findPost, requirePost } from '#api/model/posts/queries.ts';
import { announceDeletion, announcePost } from '#api/model/posts/visibility.ts';
import { decideReview, openReview } from '#api/model/reviews/queue.ts';
import type { createModAction as call } from '#lib/schemas/calls/moderation.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';

type CreateCtx = Ctx<typeof call>;

/** Title, content and flairs of a post. */
export function textOf({ title, content, flairs }: PostText): PostText {
  return { title, content, flairs };
}

function requestedText({ body, request }: CreateCtx): PostText | null {
  if (body.actionType === MOD_ACTION_TYPE.delete) return null;
  if (body.updatedPost === null)
    throw validationError({ updatedPost: ['This field is required.'] }, request.id);
  return textOf(body.updatedPost);
}

/** Acts on a post: removes it, or replaces its text. Returns the id of the stored action, and the post's author. */
export async function act(
  tx: Tx,
  { viewer, deps }: ModeratorCtx,
  body: Pick<ModActionCreate, 'postId' | 'actionType' | 'reason' | 'rules'>,
  text: PostText | null,
): Promise<{ id: string; authorId: number }> {
  const { db, now } = tx;
  const post = await requirePost(db, body.postId);
  checkMayModerate(viewer, post);
  await checkNotReporter(db, viewer, post.id);
  if (post.modLocked) throw ruleError('post', 'This post was already removed by a moderator.');
  // A removal hides the post and removes its karma (rule 11.2); an update makes it read-only (rule 11.1).
  if (text === null) await changePost(tx, post, { modLocked: true }, NO_KARMA);
  else {
    const karma = karmaOf({ ...post, flairs: text.flairs });
    await changePost(tx, post, { ...text, readOnly: true, updatedAt: new Date(now) }, karma);
  }
  const id = randomUUID();
  await db.insert(modActions).values({
    id,
    postId: post.id,
    authorId: post.authorId,
    actionType: body.actionType,
    modId: viewer.id,
    reason: body.reason,
    rules: body.rules ?? [],
    updatedPost: text,
    previousPost: textOf(post),
    createdAt: new Date(now),
  });
  const row = await findPost(db, post.id);
  if (row !== null) {
    if (text === null) await announceDeletion(tx, row);
    else await announcePost(tx, 'editedPost', row);
  }
  const action = await findModAction(db, id, { id: post.authorId, roles: [] });
  if (action !== null && row !== null) await notifyModAction(tx, action, row);
  await decideReview(tx, post.id, { by: viewer.id, outcome: text === null ? 'removed' : 'edited' });
  // A held post does not count until it is kept, which needs its item (rule 28.6).
  if (text !== null && post.held && row !== null) await openReview(tx, post, row.advice);
  await deps.discord.mark(tx, { postId: post.id });
  await deps.discord.queue(tx, { kind: 'action', id, postId: post.id, playerId: post.playerId });
  return { id, authorId: post.authorId };
}

/** Acts on a post; responds with 202 once it is committed. */
export async function createModAction(ctx: CreateCtx): Promise<{ id: string }> {
  const text = requestedText(ctx);
  const { id } = await ctx.write((tx) => act(tx, ctx, ctx.body, text));
  return { id };
}
