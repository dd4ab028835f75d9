/**
 * Hub events about posts. A post that a visitor does not find in lists is not announced, not even its id, because its
 * own address works (rule 5.7).
 */
import type { Tx } from '#api/db/database.ts';
import { findPost, type PostRow, toPost } from '#api/posts/queries.ts';
import { isListed, optOutAllows } from '#api/posts/visibility.ts';

/** Publishes a new or edited post. */
export function announcePost({ publish }: Tx, type: 'newPost' | 'editedPost', row: PostRow): void {
  if (isListed(null, row)) publish({ type, post: toPost(row, null) });
}

/** Publishes the id of a post that was deleted or removed by a moderator. */
export function announceDeletion({ publish }: Tx, row: PostRow): void {
  if (optOutAllows(null, row)) publish({ type: 'deletedPost', postId: row.id });
}

/** Publishes a stored post as edited; does nothing when it no longer exists. */
export async function announceEdited(tx: Tx, postId: string): Promise<void> {
  const row = await findPost(tx.db, postId);
  if (row !== null) announcePost(tx, 'editedPost', row);
}
