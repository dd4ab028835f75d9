/**
 * Which posts a viewer finds in lists, id lists and events, as SQL and for loaded rows. Posts that a moderator removed are
 * listed for staff and their author (rule 7.6). Posts about a player who opted out are listed for staff, their author and
 * that player (rule 5.7), because their flairs add up to the hidden ratings. A post's own address ignores the opt-out.
 * A post that a visitor does not find in lists is not announced to hubs, not even its id.
 */
import { and, eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { nameOfTable } from '#api/db/statements.ts';
import type { PostEvent } from '#api/events/bus.ts';
import { findPost, lockPost, type PostRow, toPost } from '#api/model/posts/queries.ts';
import {
  canSeeLockedInFeed,
  canSeeLockedPost,
  canSeeOptedOut,
  isAuthor,
  isStaff,
  type Viewer,
} from '#lib/domain/permissions.ts';

/** Kind of list. The latest feed shows removed posts only to moderators and their authors, not to other staff. */
type Listing = 'feed' | 'list';

/** The fields that decide who finds a post in lists. */
export interface ListedPost {
  author: { id: number };
  player: { id: number };
  modLocked: boolean;
  /** Whether the player it is about has opted out. */
  playerOptedOut: boolean;
}

/** Condition: the post's player has not opted out, or the viewer may see the post anyway. Undefined: always. */
export function whereOptOutAllows(
  viewer: Viewer,
  id: number | Placeholder = viewer?.id ?? 0,
): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  const isOpen = sql`not ${posts.subjectHidden}`;
  return viewer === null ? isOpen : or(isOpen, eq(posts.authorId, id), eq(posts.playerId, id));
}

/** Condition: the post is listed for the viewer, whose id is a placeholder. Undefined: always. For the feed, see `sources.ts`. */
export function whereListed(viewer: Viewer): SQL | undefined {
  if (viewer === null) return sql`${posts.isPublic}`;
  if (isStaff(viewer)) return undefined;
  const id = sql.placeholder('viewer');
  return and(or(sql`not ${posts.modLocked}`, eq(posts.authorId, id)), whereOptOutAllows(viewer, id));
}

/** The same as `whereOptOutAllows`, for a loaded post. */
export function optOutAllows(viewer: Viewer, post: ListedPost): boolean {
  return !post.playerOptedOut || canSeeOptedOut(viewer, post.player.id) || isAuthor(viewer, post);
}

/** The same as `whereListed`, for a loaded post. */
export function isListed(viewer: Viewer, post: ListedPost, listing: Listing = 'list'): boolean {
  const canSeeRemoved = listing === 'feed' ? canSeeLockedInFeed : canSeeLockedPost;
  return (!post.modLocked || canSeeRemoved(viewer, post)) && optOutAllows(viewer, post);
}

/**
 * The next version of an event, from which receivers know the order of a post's changes. Take it under the post's lock: then
 * the versions of a post follow the order of its commits.
 */
async function nextVersion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ version: string | number }>(
    sql`select nextval(${nameOfTable('event_versions')}) as version`,
  );
  return Number(rows[0]?.version);
}

type Announced = 'newPost' | 'editedPost';

/** The event of a post as it is now; null when it is gone or visitors do not find it. */
async function eventOf(db: Db, type: Announced, row: PostRow | null): Promise<PostEvent | null> {
  if (row === null || !isListed(null, row)) return null;
  return { type, post: toPost(row, null), version: await nextVersion(db) };
}

/**
 * Publishes a new post, or an edited one in its turn (rule 14.10). The caller must have locked or
 * inserted it before it read the row.
 */
export async function announcePost(tx: Tx, type: Announced, row: PostRow): Promise<void> {
  const event = await eventOf(tx.db, type, row);
  if (event === null) return;
  if (type === 'newPost') tx.publish(event);
  else
    tx.publishPaced(row.id, event, async (db) => {
      await lockPost(db, row.id);
      return eventOf(db, type, await findPost(db, row.id));
    });
}

/** Publishes the id of a post that was deleted or removed by a moderator. The caller must have locked it. */
export async function announceDeletion({ db, publish }: Tx, row: PostRow): Promise<void> {
  if (optOutAllows(null, row))
    publish({ type: 'deletedPost', postId: row.id, version: await nextVersion(db) });
}

/** Publishes a stored post as edited; does nothing when it no longer exists. The caller must have locked it. */
export async function announceEdited(tx: Tx, postId: string): Promise<void> {
  const row = await findPost(tx.db, postId);
  if (row !== null) await announcePost(tx, 'editedPost', row);
}
