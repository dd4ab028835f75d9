/** The player search (Rules 4.1 to 4.5). */
import { searchPlayers } from '#lib/client/player.ts';
import { readPlayerSearch } from '#lib/domain/search-text.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import { createSearch } from '#lib/stores/search/search.ts';

/** The search by username. */
export const playerSearch = createSearch<PlayerListing>({ read: readPlayerSearch, fetch: searchPlayers });
