/** How live events change a page of the latest posts without loading it again, and its filters, as they apply to events. */
import { isEvidence } from '#lib/domain/advice/badges.ts';
import { signOf } from '#lib/domain/flairs.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import { canSeeLockedInFeed, canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import { SIGN_NAMES } from '#lib/domain/ribbon.ts';
import type { Paging } from '#lib/schemas/common.ts';
import type { SignName } from '#lib/schemas/list-options.ts';
import { type Post, type PostEvent, postIdOf } from '#lib/schemas/post.ts';

/** A page of the feed as it is shown. */
export interface Feed {
  /** Newest first. */
  posts: readonly Post[];
  paging: Paging;
  /** Ids of live posts that `paging` counts but this page does not show. */
  unseen: ReadonlySet<string>;
  /** New posts that wait until the user requests them, newest first. `paging` does not count them yet. */
  waiting: readonly Post[];
  /** The requested page, which does not exist: this one is shown instead. */
  insteadOf?: number | undefined;
}

/** A feed from a page that the API sent. */
export function startFeed({ posts, paging }: Pick<Feed, 'posts' | 'paging'>): Feed {
  return { posts, paging, unseen: new Set(), waiting: [] };
}

function countBy(paging: Paging, change: number): Paging {
  const totalItems = Math.max(0, paging.totalItems + change);
  return { ...paging, totalItems, totalPages: Math.ceil(totalItems / paging.pageSize) };
}

/** The page with the number of posts that the API sent, which counts the waiting posts, too. */
export function withTotal({ paging, waiting, ...feed }: Feed, totalItems: number): Feed {
  return { ...feed, waiting, paging: countBy(paging, totalItems - waiting.length - paging.totalItems) };
}

const has = (posts: readonly Post[], id: string): boolean => posts.some((post) => post.id === id);

function without(feed: Feed, id: string): Feed {
  if (has(feed.waiting, id)) return { ...feed, waiting: feed.waiting.filter((post) => post.id !== id) };
  const wasShown = has(feed.posts, id);
  if (!wasShown && !feed.unseen.has(id)) return feed;
  return {
    ...feed,
    posts: wasShown ? feed.posts.filter((post) => post.id !== id) : feed.posts,
    paging: countBy(feed.paging, -1),
    unseen: new Set([...feed.unseen].filter((unseen) => unseen !== id)),
  };
}

const isOlder = (a: Post, b: Post): boolean => Date.parse(a.createdAt) < Date.parse(b.createdAt);

/** Inserts a post by its date; the list stays newest first. */
function insertByDate(posts: readonly Post[], post: Post): Post[] {
  const index = posts.findIndex((other) => isOlder(other, post));
  return posts.toSpliced(index < 0 ? posts.length : index, 0, post);
}

/** Adds a new post. It is counted, and shown if it belongs on this page: with `hold`, once the user requests it. */
function withNew(feed: Feed, post: Post, hold: boolean): Feed {
  if (feed.unseen.has(post.id)) return feed;
  const paging = countBy(feed.paging, 1);
  const posts = insertByDate(feed.posts, post).slice(0, paging.pageSize);
  const isShown = paging.currentPage === 1 && posts.includes(post);
  if (isShown && hold) return { ...feed, waiting: insertByDate(feed.waiting, post) };
  if (isShown) return { ...feed, posts, paging };
  return { ...feed, paging, unseen: new Set([...feed.unseen, post.id]) };
}

/** Events never have ticket ids, so a known one is kept. */
function keepTicket(before: Post, after: Post): Post {
  const { hasTicket, ticketId } = after.supportTicketStatus;
  if (!hasTicket || ticketId !== null || before.supportTicketStatus.ticketId === null) return after;
  return { ...after, supportTicketStatus: before.supportTicketStatus };
}

/** Events have advice about evidence only, so the rest that staff know is kept until the page is loaded again. */
function keepAdvice(before: Post, after: Post): Post {
  const rest = before.advice?.filter((code) => !isEvidence(code)) ?? [];
  return rest.length === 0 ? after : { ...after, advice: [...(after.advice ?? []), ...rest] };
}

/**
 * The page after an event: new posts that belong in the feed appear on page 1 (with `hold` they wait), edited ones are replaced
 * or removed, deleted ones removed, and the totals updated. Repeated events change nothing; an unchanged page is the same
 * object (Rule 14.1).
 */
export function mergePostEvent(
  feed: Feed,
  event: PostEvent,
  belongs: (post: Post) => boolean,
  hold = false,
): Feed {
  if (event.kind === 'deleted') return without(feed, event.postId);
  const before = [...feed.posts, ...feed.waiting].find((post) => post.id === event.post.id);
  const after = before ? keepAdvice(before, keepTicket(before, event.post)) : event.post;
  if (!belongs(after)) return without(feed, after.id);
  if (before === undefined) return event.kind === 'new' ? withNew(feed, after, hold) : feed;
  if (JSON.stringify(before) === JSON.stringify(after)) return feed;
  const replace = (posts: readonly Post[]) => posts.map((post) => (post === before ? after : post));
  return feed.waiting.includes(before)
    ? { ...feed, waiting: replace(feed.waiting) }
    : { ...feed, posts: replace(feed.posts) };
}

/**
 * The page loaded again, for a user who is reading `shown`: posts newer than its first one wait, and the posts that they would
 * push out stay.
 */
export function holdNewer(loaded: Feed, shown: Feed): Feed {
  const { posts, paging } = loaded;
  const [first] = shown.posts;
  const pages = [paging.currentPage, shown.paging.currentPage];
  if (first === undefined || pages.some((page) => page !== 1)) return loaded;
  const waiting = posts.filter((post) => isOlder(first, post));
  if (waiting.length === 0) return loaded;
  const last = paging.totalPages > 1 ? posts.at(-1) : undefined;
  const displaced = shown.posts.filter((post) => last && isOlder(post, last));
  const kept = [...posts.slice(waiting.length), ...displaced].slice(0, paging.pageSize);
  return { ...loaded, posts: kept, waiting, paging: countBy(paging, -waiting.length) };
}

/** Takes the waiting posts out of the page. Returns them as events, oldest first. */
function releaseWaiting(feed: Feed): { feed: Feed; events: readonly PostEvent[] } {
  if (feed.waiting.length === 0) return { feed, events: [] };
  return {
    feed: { ...feed, waiting: [] },
    events: feed.waiting.toReversed().map((post) => ({ kind: 'new', post })),
  };
}

/** Which posts are shown, such as `1–10 of 4,686`; null without any. */
export function feedRange({ posts, paging }: Pick<Feed, 'posts' | 'paging'>): string | null {
  if (posts.length === 0) return null;
  const first = (paging.currentPage - 1) * paging.pageSize + 1;
  const [from, to, total] = [first, first + posts.length - 1, paging.totalItems].map((n) => formatNumber(n));
  return `${from}–${to} of ${total}`;
}

/** The part that an event lacks and that has to be loaded: the page (its posts, or a ticket id), or only the totals. */
export type FeedGap = 'posts' | 'totals';

/**
 * The part that is missing on the page after `event`, which turned `before` into `after`:
 * - a new or edited post whose ticket id the viewer may see: events never have it (Rule 17.3);
 * - a deleted post of this page: the next page's first post moves up, or the page no longer exists;
 * - a deleted post that this page does not know: it may have been counted in the totals.
 */
export function gapAfter(before: Feed, after: Feed, event: PostEvent, viewer: Viewer): FeedGap | null {
  const isOn = ({ posts }: Feed) => posts.some(({ id }) => id === postIdOf(event));
  if (event.kind !== 'deleted') {
    const { hasTicket, ticketId } = event.post.supportTicketStatus;
    const lacksTicketId = hasTicket && ticketId === null && canSeeTicketId(viewer, event.post);
    return lacksTicketId && isOn(after) ? 'posts' : null;
  }
  if (!isOn(before)) return before.unseen.has(event.postId) ? null : 'totals';
  const { currentPage, totalPages } = before.paging;
  const hasNextPage = currentPage < totalPages;
  const isLastPageEmptied = after.posts.length === 0 && currentPage > 1;
  return hasNextPage || isLastPageEmptied ? 'posts' : null;
}

interface MergeOptions {
  viewer: Viewer;
  belongs: (post: Post) => boolean;
  /** New posts wait. Otherwise all waiting posts are shown, too. */
  hold: boolean;
  /** Whether an edit may change which posts pass the filters. */
  canEditsMatter?: boolean;
}

/**
 * The part that is missing after the edit of a post that this page does not show: it may pass the filters now, and then be one of
 * this page, or no longer pass them.
 */
function gapAfterUnseenEdit({ posts, waiting }: Feed, post: Post, belongs: boolean): FeedGap | null {
  if (has([...posts, ...waiting], post.id)) return null;
  const last = posts.at(-1);
  return belongs && (last === undefined || isOlder(last, post)) ? 'posts' : 'totals';
}

/** Applies events in order. Returns the feed and what they left out; where several left something out, the largest gap. */
export function mergePostEvents(
  feed: Feed,
  events: readonly PostEvent[],
  { viewer, belongs, hold, canEditsMatter = false }: MergeOptions,
): { feed: Feed; gap: FeedGap | null } {
  const released = hold ? { feed, events: [] } : releaseWaiting(feed);
  let merged = released.feed;
  const gaps = new Set<FeedGap | null>();
  for (const event of [...released.events, ...events]) {
    const before = merged;
    merged = mergePostEvent(before, event, belongs, hold);
    gaps.add(gapAfter(before, merged, event, viewer));
    if (canEditsMatter && event.kind === 'edited')
      gaps.add(gapAfterUnseenEdit(before, event.post, belongs(event.post)));
  }
  return { feed: merged, gap: gaps.has('posts') ? 'posts' : gaps.has('totals') ? 'totals' : null };
}

/** Filters of the feed. */
export interface FeedFilters {
  /** How the posts rate their player on the whole; undefined for all. */
  sign: SignName | undefined;
  hasReplay: boolean;
  hideModActions: boolean;
}

/** Whether a post passes the filters, and the viewer may see it in the feed (Rules 7.3, 7.6, 7.8). */
export function belongsInFeed(
  post: Post,
  { sign, hasReplay, hideModActions }: FeedFilters,
  viewer: Viewer,
): boolean {
  if (post.modLocked && (hideModActions || !canSeeLockedInFeed(viewer, post))) return false;
  if (sign !== undefined && SIGN_NAMES[signOf(post.flairs)] !== sign) return false;
  return !hasReplay || post.replayId !== null;
}

/** Whether an edit may change which posts pass. */
export const canEditsMatter = ({ sign, hasReplay }: FeedFilters): boolean => sign !== undefined || hasReplay;
