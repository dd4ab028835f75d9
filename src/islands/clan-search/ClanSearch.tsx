import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/api/errors.ts';
import { leagueColorHex } from '#lib/domain/league-color.ts';
import { paths } from '#lib/routes.ts';
import { CLAN_SEARCH_MAX_LENGTH, type ClanListing } from '#lib/schemas/clan.ts';
import { $clanSearch, $foundClans, searchClansNow, typeClanSearch } from '#lib/stores/clan-search.ts';
import type { Remote } from '#lib/stores/remote.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LinkList, SearchScreen } from '../ui/SearchScreen.tsx';
import { Loading, Skeleton } from '../ui/Skeleton.tsx';

/** Which clans the search has found. */
function Results({ found }: { found: Remote<ClanListing[]> }) {
  if (found.status === 'loading' || (found.status === 'ready' && found.changing && found.value.length === 0))
    return (
      <>
        <Loading text="Searching..." visible />
        <Skeleton shape="row" count={5} />
      </>
    );
  if (found.status === 'failed')
    return (
      <ErrorState title="The search failed." detail={errorToMessage(found.error)} onRetry={searchClansNow} />
    );
  if (found.status === 'not-found' || found.value.length === 0)
    return <EmptyState title="No results found" />;
  return (
    <LinkList
      items={found.value}
      count={`Found ${found.value.length} Clan(s) :`}
      changing={found.changing}
      hrefOf={paths.clan}
    >
      {(clan) => (
        <>
          <ClanTag tag={clan.tag} color={leagueColorHex(clan.leagueColor)} /> <bdi>{clan.name}</bdi>
        </>
      )}
    </LinkList>
  );
}

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
        {asked.kind === 'query' && <Results found={found} />}
      </SearchScreen>
    </ErrorBoundary>
  );
}
