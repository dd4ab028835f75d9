/** The player search (Rules 4.1 to 4.5). */
import { searchPlayers } from '#lib/client/player.ts';
import { readPlayerSearch } from '#lib/domain/search-text.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import { createSearch } from '#lib/stores/search/search.ts';

const search = createSearch<PlayerListing>({ read: readPlayerSearch, fetch: searchPlayers });

/** The username field. */
export const $playerSearch = search.$search;

/** The players found. */
export const $foundPlayers = search.$found;

/** Sets the username field's text. */
export const typePlayerSearch = search.type;

/** Searches without waiting; repeats a search that failed. */
export const searchPlayersNow = search.searchNow;
