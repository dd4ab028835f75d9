/** The player search (Rules 4.1 to 4.5). */
import { computed } from 'nanostores';
import { REFUSED_SEARCH, readPlayerSearch } from '#lib/domain/search-text.ts';
import type { FoundPlayer } from '#lib/schemas/player.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { findPlayers } from '#lib/stores/search/find-players.ts';
import { createRibbons } from '#lib/stores/search/ribbons.ts';
import { createSearch } from '#lib/stores/search/search.ts';

/** The search by username. */
export const playerSearch = createSearch<FoundPlayer>({
  read: readPlayerSearch,
  fetch: findPlayers,
  refused: REFUSED_SEARCH.player,
});

/** The ribbons of the players found. */
export const $foundRibbons = createRibbons(
  computed(playerSearch.$found, (found) => (remoteValue(found) ?? []).map(({ id }) => id)),
);
