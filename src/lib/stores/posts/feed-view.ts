/** What of the latest posts is shown, as the address says it. */
import type { FeedFilters } from '#lib/domain/feed.ts';
import { canSeeModeration } from '#lib/domain/permissions.ts';
import { FEED_PAGE_SIZE_DEFAULT, FEED_PAGE_SIZES } from '#lib/schemas/post.ts';
import {
  $address,
  type Address,
  changeQuery,
  hrefWith,
  pageOf,
  type QueryChanges,
} from '#lib/stores/core/address.ts';
import { $viewer, type Session } from '#lib/stores/session/session.ts';

/** What of the feed is shown. */
export interface FeedView extends FeedFilters {
  /** Counted from 1. */
  page: number;
  /** Posts per page. */
  count: number;
}

/** What an address without a query asks for. */
export const DEFAULT_VIEW: FeedView = {
  page: 1,
  count: FEED_PAGE_SIZE_DEFAULT,
  hasReplay: false,
  hideModActions: false,
};
/** The largest page is for signed-in users. */
const [SIGNED_IN_COUNT = 0, GUEST_COUNT = 0] = FEED_PAGE_SIZES.toReversed();

/** Counts per page to choose from, `current` always among them (Rule 7.2). */
export function feedCounts(isSignedIn: boolean, current: number): readonly number[] {
  return FEED_PAGE_SIZES.filter((count) => isSignedIn || count !== SIGNED_IN_COUNT || count === current);
}

/**
 * What `query` asks for, as far as the viewer may have it. Until it is known who looks, the address is believed: what it
 * asks for has been requested already.
 */
export function readFeedView(query: Address['query'], session: Session): FeedView {
  const isGuest = session.status === 'signed-out';
  const mayExclude = session.status === 'loading' || canSeeModeration($viewer.get());
  const wanted = FEED_PAGE_SIZES.find((count) => String(count) === query.count) ?? FEED_PAGE_SIZE_DEFAULT;
  return {
    page: pageOf(query),
    count: isGuest && wanted === SIGNED_IN_COUNT ? GUEST_COUNT : wanted,
    hasReplay: query.hasReplay === 'true',
    hideModActions: mayExclude && query.hideModActions === 'true',
  };
}

function queryOf(changes: Partial<FeedView>): QueryChanges {
  const { page = 1, count, hasReplay, hideModActions } = changes;
  return {
    page: page === 1 ? null : page,
    ...(count !== undefined && { count: count === FEED_PAGE_SIZE_DEFAULT ? null : count }),
    ...(hasReplay !== undefined && { hasReplay: hasReplay ? 'true' : null }),
    ...(hideModActions !== undefined && { hideModActions: hideModActions ? 'true' : null }),
  };
}

/** The address of another view; without a page it is the first one. */
export function feedHref(changes: Partial<FeedView>): string {
  return hrefWith($address.get(), queryOf(changes));
}

/** Shows another view; without a page it is the first one. `replace` leaves no entry in the history. */
export function showFeed(changes: Partial<FeedView>, options?: { replace?: boolean }): void {
  changeQuery(queryOf(changes), options);
}
