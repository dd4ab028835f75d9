import { useStore } from '@nanostores/react';
import { readRibbon } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import {
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  type PlayerListing,
} from '#lib/schemas/player.ts';
import { $foundRibbons, playerSearch } from '#lib/stores/search/player-search.ts';
import { Ribbon } from '../ui/Ribbon.tsx';
import type { ShownResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

function FoundRibbon({ id }: PlayerListing) {
  const ribbon = useStore($foundRibbons)[id];
  return ribbon && <Ribbon signs={readRibbon(ribbon)} />;
}

const results: ShownResults<PlayerListing> = {
  countOf: (count) => (count === 1 ? '1 player' : `${count} players`),
  hrefOf: paths.player,
  draw: ({ username }) => <bdi>{username}</bdi>,
  drawBeside: (player) => <FoundRibbon {...player} />,
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
