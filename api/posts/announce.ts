/**
 * Events about posts, for everyone who listens. Nothing about a post that a visitor would not find in a list is announced:
 * not even its id, since its own address works (rule 5.7).
 */
import type { Tx } from '#api/db/database.ts';
import type { PostRow } from '#api/posts/columns.ts';
import { findPost } from '#api/posts/queries.ts';
import { toPost } from '#api/posts/view.ts';
import { isListed, optOutAllows } from '#api/posts/visibility.ts';

/** Sends a new or edited post once the transaction is committed (rule 17.4). */
export function announcePost({ publish }: Tx, type: 'newPost' | 'editedPost', row: PostRow): void {
  if (isListed(null, row)) publish({ type, post: toPost(row, null) });
}

/** Sends the id of a post that was deleted or removed by a moderator, once the transaction is committed. */
export function announceDeletion({ publish }: Tx, row: PostRow): void {
  if (optOutAllows(null, row)) publish({ type: 'deletedPost', postId: row.id });
}

/** Sends a stored post as edited; nothing when it is gone. */
export async function announceEdited(tx: Tx, postId: string): Promise<void> {
  const row = await findPost(tx.db, postId);
  if (row !== null) announcePost(tx, 'editedPost', row);
}
