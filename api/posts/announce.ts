/** Telling open pages that a post looks different now. */
import type { AfterCommit, Db } from '#api/db/database.ts';
import type { Bus } from '#api/hubs/bus.ts';
import { findPost } from '#api/posts/queries.ts';
import { toPost } from '#api/posts/view.ts';
import type { RegionId } from '#lib/regions.ts';

/** Sends the post as edited once the transaction is committed; nothing when it is gone or removed (rule 17.4). */
export async function announceEdited(
  db: Db,
  afterCommit: AfterCommit,
  bus: Bus,
  region: RegionId,
  postId: string,
): Promise<void> {
  const row = await findPost(db, postId);
  if (row === null || row.modLocked) return;
  afterCommit(() => bus.publish(region, { type: 'editedPost', post: toPost(row, null) }));
}
