import { useStore } from '@nanostores/react';
import { paths } from '#lib/routes.ts';
import { CLAN_SEARCH_MAX_LENGTH } from '#lib/schemas/clan.ts';
import { $clanSearch, $foundClans, searchClansNow, typeClanSearch } from '#lib/stores/search/clan-search.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { SearchResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

/** The clan search: a field, and the clans it finds while one types. */
export function ClanSearch() {
  const { text, asked } = useStore($clanSearch, { ssr: 'initial' });
  const found = useStore($foundClans, { ssr: 'initial' });
  return (
    <ErrorBoundary name="The clan search">
      <SearchScreen
        title="Search Clans"
        label="Tag or name"
        placeholder="Clan tag/name"
        maxLength={CLAN_SEARCH_MAX_LENGTH}
        text={text}
        error={asked.kind === 'invalid' ? asked.message : undefined}
        onText={typeClanSearch}
        onSubmit={searchClansNow}
      >
        {asked.kind === 'query' && (
          <SearchResults
            found={found}
            onRetry={searchClansNow}
            countOf={(count) => `Found ${count} Clan(s) :`}
            hrefOf={paths.clan}
          >
            {({ tag, name, leagueColor }) => (
              <>
                <ClanTag tag={tag} leagueColor={leagueColor} /> <bdi>{name}</bdi>
              </>
            )}
          </SearchResults>
        )}
      </SearchScreen>
    </ErrorBoundary>
  );
}
