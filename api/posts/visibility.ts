/**
 * Which posts are listed for whom, in SQL and for a row that is loaded: one rule for every list, id list and event. Posts
 * that a moderator removed are for staff and their author (rule 7.6). Posts about a player who opted out are for staff,
 * their author and that player (rule 5.7), because their flairs add up to the hidden ratings. A post's own address does
 * not depend on the opt-out.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { posts } from '#api/db/schema.ts';
import {
  canSeeLockedInFeed,
  canSeeLockedPost,
  canSeeOptedOut,
  hasRole,
  isAuthor,
  isStaff,
  type Viewer,
} from '#lib/domain/permissions.ts';

/** Where posts are listed: in the latest feed, removed posts are not for administrators who are no moderators. */
export type Listing = 'feed' | 'list';

/** What of a post decides who sees it listed. */
export interface ListedPost {
  author: { id: number };
  player: { id: number };
  modLocked: boolean;
  /** Whether the player it is about has opted out. */
  playerOptedOut: boolean;
}

const seesRemoved = (viewer: Viewer, listing: Listing): boolean =>
  listing === 'feed' ? hasRole(viewer, 'mod') : isStaff(viewer);

/** Condition of the posts whose player has not opted out, or hides nothing from this viewer. */
export function whereOptOutAllows(viewer: Viewer): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  // An index holds exactly these players, however many others there are.
  const isPublic = sql`${posts.playerId} not in (select hidden.id from players as hidden where hidden.opted_out)`;
  return viewer === null
    ? isPublic
    : or(isPublic, eq(posts.authorId, viewer.id), eq(posts.playerId, viewer.id));
}

/** Condition of the posts that are listed for the viewer; undefined when all are. */
export function whereListed(viewer: Viewer, listing: Listing = 'list'): SQL | undefined {
  const kept = eq(posts.modLocked, false);
  const own = viewer === null ? undefined : eq(posts.authorId, viewer.id);
  return and(seesRemoved(viewer, listing) ? undefined : or(kept, own), whereOptOutAllows(viewer));
}

/** The same as `whereOptOutAllows`, of a loaded post. */
export function optOutAllows(viewer: Viewer, post: ListedPost): boolean {
  return !post.playerOptedOut || canSeeOptedOut(viewer, post.player.id) || isAuthor(viewer, post);
}

/** The same as `whereListed`, of a loaded post. */
export function isListed(viewer: Viewer, post: ListedPost, listing: Listing = 'list'): boolean {
  const canSeeRemoved = listing === 'feed' ? canSeeLockedInFeed : canSeeLockedPost;
  return (!post.modLocked || canSeeRemoved(viewer, post)) && optOutAllows(viewer, post);
}

/** What of the viewer decides what is listed: viewers with the same key see the same. */
export function listingKey(viewer: Viewer, listing: Listing = 'list'): string {
  const removed = seesRemoved(viewer, listing);
  const hidden = isStaff(viewer);
  return removed && hidden ? 'all' : [removed, hidden, viewer?.id ?? ''].join();
}
