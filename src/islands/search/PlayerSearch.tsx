import { useStore } from '@nanostores/react';
import { paths } from '#lib/routes.ts';
import { PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/player.ts';
import {
  $foundPlayers,
  $playerSearch,
  searchPlayersNow,
  typePlayerSearch,
} from '#lib/stores/search/player-search.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { SearchResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

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
        {asked.kind === 'query' && (
          <SearchResults
            found={found}
            onRetry={searchPlayersNow}
            countOf={(count) => (count === 1 ? '1 player' : `${count} players`)}
            hrefOf={paths.player}
          >
            {({ username }) => <bdi>{username}</bdi>}
          </SearchResults>
        )}
      </SearchScreen>
    </ErrorBoundary>
  );
}
