/** Mod actions on posts, removal and edit: each with karma, events and notification in one transaction. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#api/db/database.ts';
import { warnings } from '#api/db/decision-schema.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { ruleError } from '#api/http/errors.ts';
import { changePost } from '#api/model/advice/store.ts';
import type { Act } from '#api/model/decisions/acts/act.ts';
import { addWarning, checkMayWarn, isWarning } from '#api/model/decisions/acts/warning.ts';
import type { Concerned, Decider } from '#api/model/decisions/concerned.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import { checkMayModerate, checkNotReporter, checkNotReversed } from '#api/model/decisions/rules.ts';
import { findModAction } from '#api/model/moderation.ts';
import { notifyModAction } from '#api/model/notifications/notify.ts';
import { karmaOf, NO_KARMA } from '#api/model/posts/karma.ts';
import { findPost, requirePost } from '#api/model/posts/queries.ts';
import { announceDeletion, announcePost } from '#api/model/posts/visibility.ts';
import { decideReview, openReview, reopenReview } from '#api/model/reviews/queue.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';

/** A post, why it is removed, and whether that warns its author (rule 31.30). */
export type PostRemoval = Pick<ModActionCreate, 'postId' | 'reason' | 'rules'> & {
  warns?: boolean | undefined;
};
/** A post with its new text. */
export type PostEdit = Omit<PostRemoval, 'warns'> & { text: PostText };

/** Title, content and flairs of a post. */
export function textOf({ title, content, flairs }: PostText): PostText {
  return { title, content, flairs };
}

/** Removes a post, or replaces its text. */
async function apply(
  tx: Tx,
  decider: Decider,
  { text, warns = false, ...said }: PostRemoval & { text?: PostText },
) {
  const { db, now } = tx;
  const { viewer, deps } = decider;
  const post = await requirePost(db, said.postId);
  checkMayModerate(viewer, post);
  await checkNotReporter(db, viewer, post.id);
  await checkNotReversed(tx, viewer, [post.id]);
  if (warns) await checkMayWarn(db, viewer, post.authorId);
  if (post.modLocked) throw ruleError('post', 'This post was already removed by a moderator.');
  // A removal hides the post and removes its karma (rule 11.2); an update makes it read-only (rule 11.1).
  if (text === undefined) await changePost(tx, post, { modLocked: true }, NO_KARMA);
  else {
    const karma = karmaOf({ ...post, flairs: text.flairs });
    await changePost(tx, post, { ...text, readOnly: true, updatedAt: new Date(now) }, karma);
  }
  const id = randomUUID();
  await db.insert(modActions).values({
    id,
    postId: post.id,
    authorId: post.authorId,
    actionType: text === undefined ? MOD_ACTION_TYPE.delete : MOD_ACTION_TYPE.update,
    modId: viewer.id,
    reason: said.reason,
    rules: said.rules ?? [],
    updatedPost: text ?? null,
    previousPost: textOf(post),
    createdAt: new Date(now),
  });
  if (warns) await addWarning(db, id, post.authorId);
  const row = await findPost(db, post.id);
  if (row !== null) {
    if (text === undefined) await announceDeletion(tx, row);
    else await announcePost(tx, 'editedPost', row);
  }
  await decideReview(tx, post.id, { id, by: viewer.id, outcome: text === undefined ? 'removed' : 'edited' });
  // A held post does not count until it is kept, which needs its item (rule 28.6).
  if (text !== undefined && post.held && row !== null) await openReview(tx, post, row.advice);
  await deps.discord.mark(tx, { postId: post.id });
  await deps.discord.queue(tx, { kind: 'action', id, postId: post.id, playerId: post.playerId });
  return id;
}

type StoredAction = NonNullable<Concerned['action']>;

const inForce = (postId: string) => and(eq(modActions.postId, postId), isNull(modActions.revertedAt));

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

/** Makes a removed post visible again and adds its karma again (rule 11.7), or reverts an edit. */
async function revertPost(tx: Tx, post: StoredPost, action: StoredAction, isRemoval: boolean) {
  if (isRemoval) await changePost(tx, post, { modLocked: false }, karmaOf(post));
  else await revertUpdate(tx, post, action);
  const row = await findPost(tx.db, post.id);
  if (row !== null && !row.modLocked) await announcePost(tx, isRemoval ? 'newPost' : 'editedPost', row);
}

/**
 * Reverts an action. The five cases of what happens to the post:
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
async function revert(
  tx: Tx,
  { viewer, deps }: Decider,
  { post, action, decision }: Parameters<Act<PostRemoval>['revert']>[2],
) {
  const { db, now } = tx;
  if (action === null) return;
  const isRemoval = action.actionType === MOD_ACTION_TYPE.delete;
  await db
    .update(modActions)
    .set({ revertedAt: new Date(now), revertedBy: viewer.id })
    .where(eq(modActions.id, action.id));
  if (post !== null) await revertPost(tx, post, action, isRemoval);
  // Warnings that the release before issued with the removal.
  const warned = await db.select({ id: warnings.id }).from(warnings).where(eq(warnings.actionId, action.id));
  for (const { id } of warned) await endDecision(tx, deps.discord.mark, id);
  await reopenReview(tx, action.postId, decision);
  if (post === null) return;
  const { id, playerId } = post;
  if (isRemoval) await deps.discord.queue(tx, { kind: 'post', id, postId: id, playerId });
  else await deps.discord.mark(tx, { postId: id });
}

const act = {
  apply,
  revert,
  async involved(db, { viewer }, { post, decision: { postId, personId } }) {
    checkMayModerate(viewer, post ?? { authorId: personId, playerId: null });
    if (postId !== null) await checkNotReporter(db, viewer, postId);
  },
  async notify(tx, { decision: { id, postId, personId } }) {
    const row = postId === null ? null : await findPost(tx.db, postId);
    const action = await findModAction(tx.db, id, { id: personId, roles: [] });
    if (action !== null && row !== null) await notifyModAction(tx, action, row, await isWarning(tx.db, id));
  },
} satisfies Act<PostRemoval & { text?: PostText }>;

/** A removed post (rule 11.2). */
export const removal: Act<PostRemoval> = act;

/** An edited post (rule 11.1). */
export const edit: Act<PostEdit> = act;
