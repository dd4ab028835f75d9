/** The latest posts: the page that the address asks for, and what happens to it live. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { listLatestPosts } from '#lib/client/post.ts';
import { combineStops } from '#lib/combine-stops.ts';
import {
  belongsInFeed,
  type Feed,
  type FeedGap,
  gapAfter,
  mergePostEvent,
  startFeed,
} from '#lib/domain/feed.ts';
import type { PostEvent } from '#lib/domain/post-event.ts';
import { runtime } from '#lib/runtime.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $address } from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/coalesce.ts';
import { createPageLoader } from '#lib/stores/core/last-page.ts';
import { goLive, onPostEvent } from '#lib/stores/core/live.ts';
import { onMissedEvents } from '#lib/stores/core/missed-events.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { DEFAULT_VIEW, type FeedView, readFeedView, showFeed } from '#lib/stores/posts/feed-view.ts';
import { $session, $viewer, loadSession } from '#lib/stores/session/session.ts';

/** How long events are gathered before they are drawn together, in milliseconds: a burst stays smooth. */
export const EVENT_BATCH_MS = 30;
/** How long to wait for more deletions before asking the API what else changed, in milliseconds. */
export const REFRESH_DELAY_MS = 1000;

const view = atom<FeedView>(DEFAULT_VIEW);
const feed = createRemote<Feed>();

/** What the address asks for, as far as the viewer may have it. */
export const $feedView: ReadableAtom<FeedView> = view;

/** The page of posts. */
export const $feed: ReadableAtom<Remote<Feed>> = feed.$remote;

const loadPage = createPageLoader();

async function fetchPage(signal?: AbortSignal, page = view.get().page): Promise<Feed> {
  const { count, hasReplay, hideModActions } = view.get();
  return startFeed(await listLatestPosts({ page, pageSize: count, hasReplay, hideModActions }, signal));
}

function fetchFeed(signal: AbortSignal): Promise<Feed> {
  const showPage = (page: number): void => showFeed({ page }, { replace: true });
  return loadPage(view.get().page, (page) => fetchPage(signal, page), showPage);
}

/** Asks for the page again, after a failure. */
export function retryFeed(): void {
  void feed.load(fetchFeed, { mode: 'replace' });
}

/** Fetches the page anew without a sign of it. */
const refetch = coalesce(() => feed.reload({ mode: 'quiet' }));

/** Completes the page: anew where it lacks something, else only its totals, so that nothing moves. */
async function fillGap(gap: FeedGap): Promise<boolean> {
  if (gap === 'incomplete') return feed.reload({ mode: 'quiet' });
  try {
    const { paging } = await fetchPage();
    feed.update((shown) => (shown.paging.currentPage === paging.currentPage ? { ...shown, paging } : shown));
  } catch (error) {
    runtime.warn('The totals of the feed may be out of date.', error);
  }
  return true;
}

function followEvents(): () => void {
  let waiting: PostEvent[] = [];
  let gap: FeedGap | null = null;
  let cancelFlush = (): void => {};
  let cancelRefresh = (): void => {};
  const belongs = (post: Post) => belongsInFeed(post, view.get(), $viewer.get());
  const refresh = coalesce(async () => {
    const found = gap;
    gap = null;
    return found === null || fillGap(found);
  });
  const flush = (): void => {
    const events = waiting;
    waiting = [];
    if (remoteValue(feed.$remote.get()) === undefined) return;
    feed.update((shown) =>
      events.reduce((before, event) => {
        const after = mergePostEvent(before, event, belongs);
        const found = gapAfter(before, after, event, $viewer.get());
        gap = gap === 'incomplete' ? gap : (found ?? gap);
        return after;
      }, shown),
    );
    if (gap === null) return;
    cancelRefresh();
    cancelRefresh = runtime.setTimer(refresh, REFRESH_DELAY_MS);
  };
  const stop = onPostEvent((event) => {
    waiting.push(event);
    if (waiting.length === 1) cancelFlush = runtime.setTimer(flush, EVENT_BATCH_MS);
  });
  return () => {
    stop();
    cancelFlush();
    cancelRefresh();
  };
}

function followView(): () => void {
  let shown = '';
  const read = (): void => {
    const wanted = readFeedView($address.get().query, $session.get());
    const key = JSON.stringify(wanted);
    if (key === shown) return;
    shown = key;
    view.set(wanted);
    void feed.load(fetchFeed);
  };
  read();
  return combineStops([$address.listen(read), $session.listen(read)]);
}

onMount($feed, () => {
  if (!runtime.isBrowser) return;
  void loadSession();
  return combineStops([
    followView(),
    followEvents(),
    onMissedEvents(feed.$remote, refetch),
    feed.$remote.subscribe(({ status }) => {
      if (status === 'ready') goLive();
    }),
  ]);
});
