/** How live events change a page of the latest posts, without asking the API again. */
import { canSeeLockedInFeed, canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import { type PostEvent, postIdOf } from '#lib/domain/post-event.ts';
import type { Paging } from '#lib/schemas/common.ts';
import type { Post } from '#lib/schemas/post.ts';

/** What the feed leaves out. */
export interface FeedFilters {
  hasReplay: boolean;
  hideModActions: boolean;
}

/** A page of the feed as it is shown. */
export interface Feed {
  /** Newest first. */
  posts: readonly Post[];
  paging: Paging;
  /** Ids of posts that `paging` counts though the page does not show them: they came live. */
  unseen: ReadonlySet<string>;
  /** The page that was requested and does not exist: this one is shown in its place. */
  insteadOf?: number | undefined;
}

/** A page as the API answered it. */
export function startFeed({ posts, paging }: Pick<Feed, 'posts' | 'paging'>): Feed {
  return { posts, paging, unseen: new Set() };
}

/** Whether a post passes the filters and may be seen in the feed by the viewer (Rules 7.3, 7.6). */
export function belongsInFeed(post: Post, filters: FeedFilters, viewer: Viewer): boolean {
  if (post.modLocked && (filters.hideModActions || !canSeeLockedInFeed(viewer, post))) return false;
  return !filters.hasReplay || post.replayId !== null;
}

function countBy(paging: Paging, change: number): Paging {
  const totalItems = Math.max(0, paging.totalItems + change);
  return { ...paging, totalItems, totalPages: Math.ceil(totalItems / paging.pageSize) };
}

function without(feed: Feed, id: string): Feed {
  const wasShown = feed.posts.some((post) => post.id === id);
  if (!wasShown && !feed.unseen.has(id)) return feed;
  return {
    ...feed,
    posts: wasShown ? feed.posts.filter((post) => post.id !== id) : feed.posts,
    paging: countBy(feed.paging, -1),
    unseen: new Set([...feed.unseen].filter((unseen) => unseen !== id)),
  };
}

/** The list with one more post at the place of its date; the list is newest first and stays so. */
function insertByDate(posts: readonly Post[], post: Post): Post[] {
  const at = Date.parse(post.createdAt);
  const index = posts.findIndex(({ createdAt }) => Date.parse(createdAt) < at);
  return posts.toSpliced(index < 0 ? posts.length : index, 0, post);
}

/** A post that is not on the page: counted, and shown when its place is on this page. */
function withNew(feed: Feed, post: Post): Feed {
  if (feed.unseen.has(post.id)) return feed;
  const paging = countBy(feed.paging, 1);
  const posts = insertByDate(feed.posts, post).slice(0, paging.pageSize);
  if (paging.currentPage === 1 && posts.includes(post)) return { ...feed, posts, paging };
  return { ...feed, paging, unseen: new Set([...feed.unseen, post.id]) };
}

/** Events are sent as a visitor would see them: a ticket id that was known stays known. */
function keepTicket(before: Post, after: Post): Post {
  const { hasTicket, ticketId } = after.supportTicketStatus;
  if (!hasTicket || ticketId !== null || before.supportTicketStatus.ticketId === null) return after;
  return { ...after, supportTicketStatus: before.supportTicketStatus };
}

/**
 * The page after an event: new posts take their place on page 1 if they belong in the feed, edited ones are
 * replaced or leave it, deleted ones leave it, and the totals follow. Repeated events change nothing, and nothing
 * changed is the same object (Rule 14.1).
 */
export function mergePostEvent(feed: Feed, event: PostEvent, belongs: (post: Post) => boolean): Feed {
  if (event.kind === 'deleted') return without(feed, event.postId);
  const before = feed.posts.find((post) => post.id === event.post.id);
  if (before === undefined)
    return event.kind === 'new' && belongs(event.post) ? withNew(feed, event.post) : feed;
  const after = keepTicket(before, event.post);
  if (!belongs(after)) return without(feed, after.id);
  if (JSON.stringify(before) === JSON.stringify(after)) return feed;
  return { ...feed, posts: feed.posts.map((post) => (post === before ? after : post)) };
}

/** An event left the page without what only the API can tell: posts or a ticket's id; or only without true totals. */
export type FeedGap = 'incomplete' | 'uncounted';

/**
 * What `event` leaves out of the page, which is `feed` with the event in it and was `before`: a deletion may leave it
 * shorter than it could be, or concern a post that is not known here; and no event says a ticket's id, which some may see
 * (Rule 17.3).
 */
export function gapAfter(before: Feed, feed: Feed, event: PostEvent, viewer: Viewer): FeedGap | null {
  const id = postIdOf(event);
  const isOn = ({ posts }: Feed) => posts.some((post) => post.id === id);
  if (event.kind !== 'deleted') {
    const { hasTicket, ticketId } = event.post.supportTicketStatus;
    const isUntold = hasTicket && ticketId === null && canSeeTicketId(viewer, event.post);
    return isUntold && isOn(feed) ? 'incomplete' : null;
  }
  if (!isOn(before)) return before.unseen.has(id) ? null : 'uncounted';
  const { currentPage, totalPages } = before.paging;
  return currentPage < totalPages || (currentPage > 1 && feed.posts.length === 0) ? 'incomplete' : null;
}
