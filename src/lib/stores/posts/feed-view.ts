/** Which of the latest posts are shown: filters, page and page size, from the address. */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import { FEATURES_KEY } from '#lib/domain/features.ts';
import type { FeedFilters } from '#lib/domain/feed.ts';
import { canSeeModeration, type Viewer } from '#lib/domain/permissions.ts';
import { runtime } from '#lib/runtime.ts';
import { FEED_PAGE_SIZE_DEFAULT, FEED_PAGE_SIZES, SIGNS } from '#lib/schemas/list-options.ts';
import {
  $address,
  type Address,
  changeQuery,
  hrefWith,
  pageOf,
  type QueryChanges,
} from '#lib/stores/core/address.ts';
import { $session, $viewer, type Session } from '#lib/stores/session/session.ts';

/** The filters and page of the feed. */
export interface FeedView extends FeedFilters {
  /** Counted from 1. */
  page: number;
  /** Posts per page. */
  count: number;
}

/** The view of an address without a query. */
export const DEFAULT_VIEW: FeedView = {
  page: 1,
  count: FEED_PAGE_SIZE_DEFAULT,
  sign: undefined,
  hasReplay: false,
  hideModActions: false,
};
/** Only signed-in users may have the largest page. */
const [SIGNED_IN_COUNT = 0, GUEST_COUNT = 0] = FEED_PAGE_SIZES.toReversed();

/** Page sizes to choose from; `current` is always among them (Rule 7.2). */
export function feedCounts(isSignedIn: boolean, current: number): readonly number[] {
  return FEED_PAGE_SIZES.filter((count) => isSignedIn || count !== SIGNED_IN_COUNT || count === current);
}

const filtersSigns = atom<boolean | undefined>();
/** Whether the API filters the feed by sign; undefined until that is known. Without that, the address's `sign` is ignored. */
export const $filtersSigns: ReadableAtom<boolean | undefined> = filtersSigns;

// Known at once if the tab has stored the features, as in the head script.
onMount(filtersSigns, () => {
  if (!runtime.isBrowser || filtersSigns.get() !== undefined) return;
  filtersSigns.set(runtime.sessionStorage.get(FEATURES_KEY)?.split(' ').includes('sign-filter'));
});

/** Finds out whether the API filters the feed by sign. After a failure, the next call tries again. */
export async function checkSignFilter(): Promise<void> {
  try {
    filtersSigns.set(await hasFeature('sign-filter'));
  } catch (error) {
    runtime.warn('The features are not known.', error);
  }
}

/**
 * The view in `query`, as far as the viewer and the API may have it. While the session and the features load, it may be all of
 * it, because the head script has requested it already.
 */
function readFeedView(
  query: Address['query'],
  { status }: Session,
  viewer: Viewer,
  canFilterSigns = true,
): FeedView {
  const mayExclude = status === 'loading' || canSeeModeration(viewer);
  const wanted = FEED_PAGE_SIZES.find((count) => String(count) === query.count) ?? FEED_PAGE_SIZE_DEFAULT;
  return {
    page: pageOf(query),
    count: status === 'signed-out' && wanted === SIGNED_IN_COUNT ? GUEST_COUNT : wanted,
    sign: canFilterSigns ? SIGNS.find((sign) => sign === query.sign) : undefined,
    hasReplay: query.hasReplay === 'true',
    hideModActions: mayExclude && query.hideModActions === 'true',
  };
}

/** The view that is open. */
export const $feedView: ReadableAtom<FeedView> = computed(
  [$address, $session, $viewer, $filtersSigns],
  ({ query }, session, viewer, canFilterSigns) => readFeedView(query, session, viewer, canFilterSigns),
);

function queryOf(changes: Partial<FeedView>): QueryChanges {
  const { page = 1, count, hasReplay, hideModActions } = changes;
  return {
    page: page === 1 ? null : page,
    ...(count !== undefined && { count: count === FEED_PAGE_SIZE_DEFAULT ? null : count }),
    ...('sign' in changes && { sign: changes.sign ?? null }),
    ...(hasReplay !== undefined && { hasReplay: hasReplay ? 'true' : null }),
    ...(hideModActions !== undefined && { hideModActions: hideModActions ? 'true' : null }),
  };
}

/** The address of another view; without `page`, of its first page. `from`: the address that is changed. */
export function feedHref(changes: Partial<FeedView>, from = $address.get()): string {
  return hrefWith(from, queryOf(changes));
}

/** Shows another view; without `page`, its first page. `replace` adds no history entry. */
export function showFeed(changes: Partial<FeedView>, options?: { replace?: boolean }): void {
  changeQuery(queryOf(changes), options);
}
