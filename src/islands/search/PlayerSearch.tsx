import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/list-options.ts';
import type { FoundPlayer } from '#lib/schemas/player.ts';
import { $foundRibbons, playerSearch } from '#lib/stores/search/player-search.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { PlayerEmblem } from '../ui/Emblem.tsx';
import { Reputation } from '../ui/Reputation.tsx';
import styles from './ResultRow.module.css';
import { MarkedName, ResultRow } from './ResultRow.tsx';
import type { ShownResults } from './SearchResults.tsx';
import { SearchScreen } from './SearchScreen.tsx';

function FoundReputation({ id, karma }: FoundPlayer) {
  return <Reputation karma={karma} ribbon={useStore($foundRibbons)[id]} />;
}

const results: ShownResults<FoundPlayer> = {
  countOf: (count) => (count === 1 ? '1 player' : `${count} players`),
  draw: (player, query) => (
    <ResultRow
      key={player.id}
      href={paths.player(player)}
      before={
        <>
          <PlayerEmblem player={player} className={styles.emblem} />
          {player.clan && <ClanTag tag={player.clan.tag} leagueColor={player.clan.leagueColor} />}
        </>
      }
      after={<FoundReputation {...player} />}
    >
      <MarkedName name={player.username} query={query} />
    </ResultRow>
  ),
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
