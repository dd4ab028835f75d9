import { paths } from '#lib/paths.ts';
import {
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  type PlayerListing,
} from '#lib/schemas/player.ts';
import { playerSearch } from '#lib/stores/search/player-search.ts';
import type { ShownResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

const results: ShownResults<PlayerListing> = {
  countOf: (count) => (count === 1 ? '1 player' : `${count} players`),
  hrefOf: paths.player,
  draw: ({ username }) => <bdi>{username}</bdi>,
};

/** The player search: a field, and the players found while the user types. */
export function PlayerSearch() {
  return (
    <SearchScreen
      title="Search Players"
      label="Username"
      hint={`Type at least ${PLAYER_SEARCH_MIN_LENGTH} characters.`}
      maxLength={PLAYER_SEARCH_MAX_LENGTH}
      store={playerSearch}
      results={results}
    />
  );
}
