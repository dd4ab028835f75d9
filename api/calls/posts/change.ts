/** Editing and deleting a post, with its karma. */

import { eq } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import { posts } from '#api/db/schema.ts';
import { findHeld, lockLaterPosts } from '#api/model/advice/facts.ts';
import { adviseAll, changePost } from '#api/model/advice/store.ts';
import { notifyDeletion, notifyPost } from '#api/model/notifications/notify.ts';
import { karmaOf, moveKarma, NO_KARMA } from '#api/model/posts/karma.ts';
import { findPost, keepGone, requirePost } from '#api/model/posts/queries.ts';
import { checkIgnoreChecks, checkMayChange, checkNotBanned, keepCooldown } from '#api/model/posts/rules.ts';
import { announceDeletion, announcePost } from '#api/model/posts/visibility.ts';
import { releaseFilesOf } from '#api/model/replays/files.ts';
import { closeDeleted, keepVersion, openReview } from '#api/model/reviews/queue.ts';
import type * as calls from '#lib/schemas/calls/post-changes.ts';

/** Changes title, content, flairs and ticket id, and adjusts the target's karma. */
export async function updatePost(ctx: Ctx<typeof calls.updatePost>): Promise<undefined> {
  const { deps, region, request, viewer, body, query, write } = ctx;
  checkIgnoreChecks(viewer, query.ignoreChecks);
  await write(async (tx) => {
    const { db, now } = tx;
    await checkNotBanned(db, viewer.id, now);
    const post = await requirePost(db, body.id);
    checkMayChange(viewer, post, 'edit', query.ignoreChecks);
    if (post.authorId === viewer.id)
      await deps.limitAccount(request, region, viewer.id, { changedPost: post.id });
    // Decided again when the ratings change, even if a moderator kept the former ones (rule 28.6).
    const isDecided = body.flairs !== post.flairs && !query.ignoreChecks;
    const held = isDecided ? await findHeld(db, deps.config.holds, { ...body, held: post.held }) : post.held;
    const edited = { ...post, flairs: body.flairs, held };
    const karma = post.modLocked ? NO_KARMA : karmaOf(edited);
    await keepVersion(tx, post);
    const { flairs, title, content, supportTicketStatus } = body;
    const { ticketId } = supportTicketStatus;
    const changes = { flairs, title, content, ticketId, held, updatedAt: new Date(now) };
    const advice = await changePost(tx, post, changes, karma);
    const row = await findPost(db, post.id);
    if (row === null || row.modLocked) return;
    await openReview(tx, post, advice);
    await announcePost(tx, 'editedPost', row);
    await deps.discord.mark(tx, { postId: post.id });
    await notifyPost(tx, 'postEdited', row);
  });
}

/** Deletes the post with its replay, and removes its karma. */
export async function deletePost(ctx: Ctx<typeof calls.deletePost>): Promise<undefined> {
  const { deps, viewer, params, query, write } = ctx;
  checkIgnoreChecks(viewer, query.ignoreChecks);
  await write(async (tx) => {
    const { db } = tx;
    const post = await requirePost(db, params.postId);
    checkMayChange(viewer, post, 'delete', query.ignoreChecks);
    const row = await findPost(db, post.id);
    await keepCooldown(db, post);
    await closeDeleted(tx, post.id);
    await keepGone(db, [post.id]);
    await releaseFilesOf(tx, deps, post.id);
    await deps.discord.mark(tx, { postId: post.id });
    const later = await lockLaterPosts(db, [post.id]);
    await db.delete(posts).where(eq(posts.id, post.id));
    await adviseAll(db, later);
    await moveKarma(db, post.playerId, post, NO_KARMA);
    // Only its page and a revert need the texts of a moderator's edit (rule 28.36).
    const texts = { updatedPost: null, previousPost: null };
    await db.update(modActions).set(texts).where(eq(modActions.postId, post.id));
    if (row === null) return;
    await announceDeletion(tx, row);
    await notifyDeletion(tx, row);
  });
}
