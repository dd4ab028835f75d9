/** Ribbons of the players that the search of every page suggests (Rule 30.26). */
import { computed } from 'nanostores';
import { createRibbons } from '#lib/stores/search/ribbons.ts';
import { $siteSearch } from '#lib/stores/search/site-search.ts';

/** The ribbons, by id. */
export const $suggestedRibbons = createRibbons(
  computed($siteSearch, ({ players }) => players.items.map(({ id }) => id)),
);
