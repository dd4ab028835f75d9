import { useStore } from '@nanostores/react';
import { readRibbon } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import { type FoundPlayer, PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/player.ts';
import { $foundRibbons, playerSearch } from '#lib/stores/search/player-search.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { PlayerEmblem } from '../ui/Emblem.tsx';
import { Karma } from '../ui/Karma.tsx';
import { Ribbon } from '../ui/Ribbon.tsx';
import styles from './ResultRow.module.css';
import { MarkedName } from './ResultRow.tsx';
import type { ShownResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

/** Total karma and ribbon. Their place is kept while the ribbon loads. */
function Reputation({ id, karma }: FoundPlayer) {
  const ribbon = useStore($foundRibbons)[id];
  return (
    <>
      {karma !== undefined && (
        <span>
          <span className="visually-hidden">Total karma: </span>
          <Karma value={karma} />
        </span>
      )}
      {ribbon && <Ribbon signs={readRibbon(ribbon)} />}
    </>
  );
}

const results: ShownResults<FoundPlayer> = {
  countOf: (count) => (count === 1 ? '1 player' : `${count} players`),
  hrefOf: paths.player,
  draw: ({ username }, query) => <MarkedName name={username} query={query} />,
  drawBefore: ({ clan, ...player }) => (
    <>
      <PlayerEmblem player={player} className={styles.emblem} />
      {clan && <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} />}
    </>
  ),
  drawAfter: (player) => <Reputation {...player} />,
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
      recents="player"
    />
  );
}
