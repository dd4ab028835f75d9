/** The list of the moderators' queue: the tab in the address, its items, and their claims (Rules 28.45 and 28.50). */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { httpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { listReviews } from '#lib/schemas/calls/review.ts';
import {
  REVIEW_TABS,
  type ReviewChange,
  type ReviewEntry,
  type ReviewList,
  type ReviewTab,
} from '#lib/schemas/review.ts';
import { $address, changeQuery, createAddressed, hrefWith } from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/live.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { type SeenClaim, withClaim } from '#lib/stores/moderation/claims.ts';
import { noteCounts } from '#lib/stores/moderation/counts.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** More items are loaded when so few are left. */
const FEW = 5;

/** The tabs of the screen: three of posts, and with the feature `statements` two more (Rules 31.21 and 31.40). */
export const QUEUE_TABS = [...REVIEW_TABS, 'objections', 'decided'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** The tab in the address; undefined while that is not known. */
export const $queueTab = computed($address, ({ path, query }): QueueTab | undefined =>
  path === '' ? undefined : (QUEUE_TABS.find((tab) => tab === query.tab) ?? 'reported'),
);

/** The same for posts; undefined in the other tabs. */
export const $reviewTab = computed($queueTab, (current) => REVIEW_TABS.find((tab) => tab === current));

/** How many pages of the tab are loaded. */
let pages = 1;

async function loadPages(tab: ReviewTab, signal: AbortSignal): Promise<ReviewList> {
  if (!(await hasFeature('reports'))) throw httpError(404, '', '');
  const lists: ReviewList[] = [];
  for (let page = 1; page <= pages; page += 1)
    lists.push(await requestData(listReviews, { query: { tab, page }, signal }));
  const all = lists.flatMap(({ entries }) => entries);
  const ids = all.map(({ postId }) => postId);
  const { counts } = lists[0] ?? { counts: { reported: 0, advised: 0, new: 0 } };
  // Items move from page to page while these load.
  return { counts, entries: all.filter(({ postId }, at) => ids.indexOf(postId) === at) };
}

const list = createAddressed($reviewTab, loadPages, () => {
  pages = 1;
  return 'replace';
});

/** The tab's items and the counts of all tabs; not found in front of an API without the queue. */
export const $reviewList: ReadableAtom<Remote<ReviewList>> = list.$remote;

/** Loads the list again in the background. */
export const refreshList = coalesce(() => list.reload({ mode: 'quiet' }));

const listed = (): ReviewList | undefined => remoteValue(list.$remote.get());

/** An item of the list. */
export const findEntry = (postId: string): ReviewEntry | undefined =>
  listed()?.entries.find((entry) => entry.postId === postId);

const NOTHING_OPEN = {
  post: null,
  objection: null,
  mod: null,
  kind: null,
  rule: null,
  player: null,
  page: null,
};

/** Address of a tab. */
export const tabHref = (tab: QueueTab): string => hrefWith($address.get(), { ...NOTHING_OPEN, tab });

/** Goes to a tab, and there to a post. */
export const showTab = (tab: string, post: string | null = null): void =>
  changeQuery({ ...NOTHING_OPEN, tab, post });

/** Address of an item. */
export const entryHref = (postId: string): string => hrefWith($address.get(), { post: postId });

/** Loads the list again after a failure. */
export const retryList = list.retry;

/** How many items of the tab are not loaded; the API counts to 1,000 only. */
export const countUnlisted = (tab: ReviewTab, { counts, entries }: ReviewList): number =>
  Math.max(0, counts[tab] - entries.length);

/** Loads another page of the tab. After a failure the list stays as it is. */
export async function loadMore(): Promise<void> {
  const before = pages;
  pages += 1;
  if (await list.reload({ mode: 'quiet' })) return;
  pages = before;
  showStatus('Couldn’t load more posts. Try again.');
}

/** Items that left the list on this page. Their live event needs nothing more. */
const left = new Set<string>();

/** Notes that the item is open again, as far as this page knows. */
export function noteReturn(postId: string): void {
  left.delete(postId);
}

const withCount = ({ counts }: ReviewList, change: 1 | -1): ReviewList['counts'] => {
  const tab = $reviewTab.get() ?? 'reported';
  return { ...counts, [tab]: Math.max(0, counts[tab] + change) };
};

/** Removes a decided item, and loads more when few are left. */
export function removeEntry(postId: string): void {
  left.add(postId);
  const isIn = ({ entries }: ReviewList) => entries.some((entry) => entry.postId === postId);
  list.update((all) =>
    isIn(all)
      ? { counts: withCount(all, -1), entries: all.entries.filter((entry) => entry.postId !== postId) }
      : all,
  );
  const tab = $reviewTab.get();
  const rest = listed();
  if (tab && rest && rest.entries.length < FEW && countUnlisted(tab, rest) > 0) refreshList();
}

/** Puts an item back on top after its decision was undone. */
export function restoreEntry(entry: ReviewEntry): void {
  noteReturn(entry.postId);
  list.update((all) =>
    all.entries.some(({ postId }) => postId === entry.postId)
      ? all
      : { counts: withCount(all, 1), entries: [entry, ...all.entries] },
  );
}

/** Notes who works on an item. */
export function noteClaim(postId: string, claim: SeenClaim | null): void {
  list.update(({ counts, entries }) => ({
    counts,
    entries: entries.map((entry) => (entry.postId === postId ? withClaim(entry, claim) : entry)),
  }));
}

function applyChange({ postId, change, claim, ofObjection }: ReviewChange): void {
  if (ofObjection) return;
  if (change === 'opened') noteReturn(postId);
  if (change === 'claimed') {
    if (claim?.id !== $viewer.get()?.id) noteClaim(postId, claim);
  } else if (change === 'released') noteClaim(postId, null);
  else if (change === 'decided' && findEntry(postId)) removeEntry(postId);
  else if (!left.has(postId)) refreshList();
}

onMount(list.$remote, () => {
  if (!runtime.isBrowser) return;
  return combineStops([
    list.$remote.subscribe((remote) => {
      if (remote.status === 'ready') noteCounts(remote.value.counts);
    }),
    onQueueChange({ onChange: applyChange, onMissed: refreshList }),
  ]);
});
