import { paths } from '#lib/paths.ts';
import type { ClanListing } from '#lib/schemas/clan.ts';
import { CLAN_SEARCH_MAX_LENGTH } from '#lib/schemas/list-options.ts';
import { clanSearch } from '#lib/stores/search/clan-search.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { ClanEmblem } from '../ui/Emblem.tsx';
import styles from './ResultRow.module.css';
import { MarkedName, ResultRow } from './ResultRow.tsx';
import type { ShownResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

const results: ShownResults<ClanListing> = {
  countOf: (count) => `Found ${count} Clan(s) :`,
  draw: (clan, query) => (
    <ResultRow
      key={clan.id}
      href={paths.clan(clan)}
      before={<ClanEmblem clan={clan} className={styles.emblem} />}
    >
      <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} /> <MarkedName name={clan.name} query={query} />
    </ResultRow>
  ),
};

/** The clan search: a field, and the clans found while the user types. */
export function ClanSearch() {
  return (
    <SearchScreen
      title="Search Clans"
      label="Tag or name"
      placeholder="Clan tag/name"
      maxLength={CLAN_SEARCH_MAX_LENGTH}
      store={clanSearch}
      results={results}
      recents="clan"
    />
  );
}
