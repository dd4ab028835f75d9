/**
 * Limits and options of lists and searches. Without schemas, because the script that sends a page's first requests has these
 * limits before any schema has loaded.
 */

/** Shortest and longest player search text. */
export const PLAYER_SEARCH_MIN_LENGTH = 3;
export const PLAYER_SEARCH_MAX_LENGTH = 100;
/** Longest clan search text. */
export const CLAN_SEARCH_MAX_LENGTH = 50;
/** Results that the clan search requests. */
export const CLAN_SEARCH_RESULTS_SHOWN = 100;
/** Largest page size for visitors. */
export const PAGE_SIZE_MAX = 100;
/** Page size of the received and sent lists. */
export const PROFILE_PAGE_SIZE = 20;
/** Page sizes of the latest feed; the last only for signed-in users. */
export const FEED_PAGE_SIZES = [10, 25, 50, 100, 500] as const;
export const FEED_PAGE_SIZE_DEFAULT = 10;
/** How a post rates its player on the whole: a filter of all lists of posts. */
export const SIGNS = ['positive', 'neutral', 'negative'] as const;
export type SignName = (typeof SIGNS)[number];
