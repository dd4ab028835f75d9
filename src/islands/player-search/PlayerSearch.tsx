import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/api/errors.ts';
import { paths } from '#lib/routes.ts';
import {
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  type PlayerListing,
} from '#lib/schemas/player.ts';
import {
  $foundPlayers,
  $playerSearch,
  searchPlayersNow,
  typePlayerSearch,
} from '#lib/stores/player-search.ts';
import type { Remote } from '#lib/stores/remote.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LinkList, SearchScreen } from '../ui/SearchScreen.tsx';
import { Loading, Skeleton } from '../ui/Skeleton.tsx';

const countOf = (found: number): string => (found === 1 ? '1 player' : `${found} players`);

/** Whom the search has found. */
function Results({ found }: { found: Remote<PlayerListing[]> }) {
  if (found.status === 'loading' || (found.status === 'ready' && found.changing && found.value.length === 0))
    return (
      <>
        <Loading text="Searching..." visible />
        <Skeleton shape="row" count={5} />
      </>
    );
  if (found.status === 'failed')
    return (
      <ErrorState
        title="The search failed."
        detail={errorToMessage(found.error)}
        onRetry={searchPlayersNow}
      />
    );
  if (found.status === 'not-found' || found.value.length === 0)
    return <EmptyState title="No results found" />;
  return (
    <LinkList
      items={found.value}
      count={countOf(found.value.length)}
      changing={found.changing}
      hrefOf={paths.player}
    >
      {({ username }) => <bdi>{username}</bdi>}
    </LinkList>
  );
}

/** The player search: a field, and whom it finds while one types. */
export function PlayerSearch() {
  const { text, asked } = useStore($playerSearch, { ssr: 'initial' });
  const found = useStore($foundPlayers, { ssr: 'initial' });
  return (
    <ErrorBoundary name="The player search">
      <SearchScreen
        title="Search Players"
        label="Username"
        hint={`At least ${PLAYER_SEARCH_MIN_LENGTH} characters of the name.`}
        maxLength={PLAYER_SEARCH_MAX_LENGTH}
        text={text}
        error={asked.kind === 'invalid' ? asked.message : undefined}
        onText={typePlayerSearch}
        onSubmit={searchPlayersNow}
      >
        {asked.kind === 'query' && <Results found={found} />}
      </SearchScreen>
    </ErrorBoundary>
  );
}
