/** The clan search (Rules 6.1 to 6.4). */
import { searchClans } from '#lib/client/clan.ts';
import { REFUSED_SEARCH, readClanSearch } from '#lib/domain/search-text.ts';
import { runtime } from '#lib/runtime.ts';
import type { ClanListing } from '#lib/schemas/clan.ts';
import { CLAN_SEARCH_RESULTS_SHOWN } from '#lib/schemas/list-options.ts';
import { failed, isRefused } from '#lib/stores/core/remote.ts';
import { createSearch } from '#lib/stores/search/search.ts';

async function fetch(query: string, signal: AbortSignal): Promise<ClanListing[]> {
  try {
    return await searchClans(query, CLAN_SEARCH_RESULTS_SHOWN, signal);
  } catch (error) {
    // A refused text is no failure: the field says what may be typed.
    if (!signal.aborted && !isRefused(failed(error))) runtime.warn('The clan search failed.', error);
    throw error;
  }
}

/** The search by tag or name. */
export const clanSearch = createSearch<ClanListing>({
  read: readClanSearch,
  fetch,
  refused: REFUSED_SEARCH.clan,
});
