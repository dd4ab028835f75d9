/** Taking a moderator action back. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { modActions, posts } from '#api/db/schema.ts';
import { notFound } from '#api/http/errors.ts';
import type { Ctx } from '#api/http/route.ts';
import { textOf } from '#api/moderation/actions.ts';
import type { PostText } from '#api/moderation/queries.ts';
import { checkMayModerate } from '#api/moderation/rules.ts';
import { withdrawNotifications } from '#api/notifications/notify.ts';
import { announcePost } from '#api/posts/announce.ts';
import { karmaOf, lockPost, moveKarma, NO_KARMA } from '#api/posts/karma.ts';
import { findPost } from '#api/posts/queries.ts';
import type { revertModAction as call } from '#lib/schemas/calls/moderation.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';

type RevertCtx = Ctx<typeof call>;
type StoredPost = typeof posts.$inferSelect;
type StoredAction = typeof modActions.$inferSelect;

const standing = (postId: string) => and(eq(modActions.postId, postId), isNull(modActions.revertedAt));
const isSameText = (one: PostText, other: PostText): boolean =>
  one.title === other.title && one.content === other.content && one.flairs === other.flairs;

/** Rule 11.7: visible again, and its karma counts again. */
async function unlock(db: Db, post: StoredPost): Promise<void> {
  const karma = karmaOf(post);
  await moveKarma(db, post.playerId, post, karma);
  await db
    .update(posts)
    .set({ modLocked: false, ...karma })
    .where(eq(posts.id, post.id));
}

/** Updates that stand on this one's text go back to what was before this one when they are reverted in turn. */
async function passOnPrevious(db: Db, action: StoredAction): Promise<void> {
  const updated = JSON.stringify(action.updatedPost);
  await db
    .update(modActions)
    .set({ previousPost: action.previousPost })
    .where(and(standing(action.postId), sql`${modActions.previousPost} = ${updated}::jsonb`));
}

/** The text from before the update, unless it was changed since. Read-only as long as another update stands. */
async function restore(db: Db, post: StoredPost, action: StoredAction, now: number): Promise<void> {
  const unchanged = isSameText(post, action.updatedPost as PostText);
  const text = unchanged ? textOf(action.previousPost as PostText) : textOf(post);
  const karma = post.modLocked ? NO_KARMA : karmaOf({ ...post, flairs: text.flairs });
  await passOnPrevious(db, action);
  const others = await db
    .select({ id: modActions.id })
    .from(modActions)
    .where(and(standing(post.id), eq(modActions.actionType, MOD_ACTION_TYPE.update)))
    .limit(1);
  await moveKarma(db, post.playerId, post, karma);
  await db
    .update(posts)
    .set({
      ...text,
      ...karma,
      readOnly: others.length > 0,
      updatedAt: unchanged ? new Date(now) : post.updatedAt,
    })
    .where(eq(posts.id, post.id));
}

async function undo(tx: Tx, post: StoredPost, action: StoredAction): Promise<void> {
  const { db, now } = tx;
  const isDeletion = action.actionType === MOD_ACTION_TYPE.delete;
  if (isDeletion) await unlock(db, post);
  else await restore(db, post, action, now);
  const row = await findPost(db, post.id);
  if (row === null || row.modLocked) return;
  const type = isDeletion ? 'newPost' : 'editedPost';
  announcePost(tx, type, row);
}

async function revert(tx: Tx, { params, viewer }: RevertCtx): Promise<void> {
  const { db, now } = tx;
  const [action] = await db
    .select()
    .from(modActions)
    .where(and(eq(modActions.id, params.id), isNull(modActions.revertedAt)))
    .for('update');
  if (action === undefined) throw notFound();
  const post = await lockPost(db, action.postId);
  checkMayModerate(viewer, post ?? { authorId: action.authorId, playerId: null });
  await db
    .update(modActions)
    .set({ revertedAt: new Date(now), revertedBy: viewer.id })
    .where(eq(modActions.id, action.id));
  if (post !== null) await undo(tx, post, action);
  await withdrawNotifications(tx, { modActionId: action.id });
}

/** Reverts an action; answers 205 once it is committed, 404 when it is unknown or was reverted before. */
export async function revertModAction(ctx: RevertCtx): Promise<undefined> {
  await ctx.deps.database.write(ctx.region, (tx) => revert(tx, ctx));
  return undefined;
}
