/** The page of the latest posts that the address names, kept up to date by live events. */
import { onMount, type ReadableAtom } from 'nanostores';
import { countLatestPosts, listLatestPosts } from '#lib/client/post.ts';
import { combineStops } from '#lib/combine-stops.ts';
import {
  belongsInFeed,
  canEditsMatter,
  type Feed,
  type FeedFilters,
  type FeedGap,
  holdNewer,
  mergePostEvents,
  startFeed,
  withTotal,
} from '#lib/domain/feed.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { runtime } from '#lib/runtime.ts';
import type { Post, PostEvent } from '#lib/schemas/post.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { createPageLoader } from '#lib/stores/core/last-page.ts';
import { coalesce, followLive, onPostEvent } from '#lib/stores/core/live.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { $feedView, checkSignFilter, type FeedView, showFeed } from '#lib/stores/posts/feed-view.ts';
import { isModeratedHere, onModerated } from '#lib/stores/posts/moderated.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** How long events are collected before they are shown together, in milliseconds, so that a burst stays smooth. */
export const EVENT_BATCH_MS = 30;
/** How long to wait for more events before loading what they left out, in milliseconds. */
export const GAP_DELAY_MS = 1000;

async function fetchPage(view: FeedView, page: number, signal?: AbortSignal): Promise<Feed> {
  const list = listLatestPosts({ ...view, page, pageSize: view.count }, signal);
  // After the posts, because its code loads, too.
  const found = await list.finally(() => void checkSignFilter());
  await prepareTexts(found.posts.map(({ content }) => content));
  return startFeed(found);
}

const loadPage = createPageLoader();

const feed = createAddressed<FeedView, Feed>($feedView, (view, signal) =>
  loadPage(
    view.page,
    (page) => fetchPage(view, page, signal),
    (page) => showFeed({ page }, { replace: true }),
  ),
);

/** The page of posts. */
export const $feed: ReadableAtom<Remote<Feed>> = feed.$remote;

/** Loads the page again after a failure. */
export const retryFeed = feed.retry;

/** Whether the user is reading the list, so that nothing may move in it. The screen knows. */
let isReading = (): boolean => false;

/** Calls `read` before new posts are added: while the user is reading, they wait. Returns a function that stops this. */
export function whileReading(read: () => boolean): () => void {
  isReading = read;
  return () => {
    if (isReading === read) isReading = () => false;
  };
}

let mergeAll = (): void => {};

/** Loaded pages are merged, too: someone else's deletion must not move the list. */
const reload = (): Promise<boolean> =>
  feed.reload({
    mode: 'quiet',
    merge: (loaded, shown) => (isReading() ? holdNewer(loaded, shown) : loaded),
  });

/** Adds the posts that wait to the page. */
export const showWaiting = (): void => mergeAll();

const filtersOf = ({ page: _, count: __, ...filters }: FeedView): FeedFilters => filters;

/** Loads how many posts there are. A page that a deletion elsewhere left without posts is replaced by the last one. */
async function reloadTotal(): Promise<boolean> {
  const filters = filtersOf($feedView.get());
  try {
    const total = await countLatestPosts(filters);
    const isOther = JSON.stringify(filtersOf($feedView.get())) !== JSON.stringify(filters);
    if (total === null || isOther) return true;
    feed.update((shown) => withTotal(shown, total));
    const paging = remoteValue($feed.get())?.paging;
    if (paging && paging.currentPage > Math.max(1, paging.totalPages)) return reload();
  } catch (error) {
    runtime.warn('The totals of the feed may be out of date.', error);
  }
  return true;
}

const reloadModerated = coalesce(reload);

/** Merges live events into the page, and loads what they leave out: posts, or only the totals, so that nothing moves. */
function followEvents(): () => void {
  let events: PostEvent[] = [];
  let gap: FeedGap | null = null;
  let cancelMerge = (): void => {};
  let cancelFill: (() => void) | undefined;

  const fillGap = coalesce(async () => {
    const found = gap;
    gap = null;
    if (found === null) return true;
    const done = await (found === 'posts' ? reload() : reloadTotal());
    if (!done) gap = found === 'posts' ? found : (gap ?? found);
    return done;
  });

  const merge = (hold: boolean): void => {
    const batch = events;
    events = [];
    const viewer = $viewer.get();
    const view = $feedView.get();
    const options = {
      viewer,
      belongs: (post: Post) => belongsInFeed(post, view, viewer),
      hold,
      canEditsMatter: canEditsMatter(view),
    };
    const mergeBatch = (page: Feed) => mergePostEvents(page, batch, options);
    const shown = remoteValue($feed.get());
    feed.update((page) => mergeBatch(page).feed);
    const found = shown ? mergeBatch(shown).gap : null;
    if (found === null) return;
    if (gap !== 'posts') gap = found;
    // A timer that each batch restarts would never end while events keep coming.
    cancelFill ??= runtime.setTimer(() => {
      cancelFill = undefined;
      fillGap();
    }, GAP_DELAY_MS);
  };

  const stop = onPostEvent((event) => {
    // It may only be locked: the page that is loaded again knows.
    if (event.kind === 'deleted' && isModeratedHere(event.postId)) {
      reloadModerated();
      return;
    }
    events.push(event);
    if (events.length === 1) cancelMerge = runtime.setTimer(() => merge(isReading()), EVENT_BATCH_MS);
  });
  mergeAll = () => {
    cancelMerge();
    merge(false);
  };
  return combineStops([stop, () => cancelMerge(), () => cancelFill?.()]);
}

onMount($feed, () => {
  if (!runtime.isBrowser) return;
  return combineStops([followEvents(), followLive($feed, coalesce(reload)), onModerated(reload)]);
});
