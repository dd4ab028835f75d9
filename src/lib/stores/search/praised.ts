/** Who was praised most in the last 7 days, for search screens whose field is empty (Rule 30.25). */
import { atom, computed } from 'nanostores';
import { getPraised } from '#lib/client/praised.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { createRibbons } from '#lib/stores/search/ribbons.ts';

/** The lists are loaded once per page. */
export const $praised = createAddressed(atom('now'), (_, signal) => getPraised(signal)).$remote;

/** The ribbons of the players. */
export const $praisedRibbons = createRibbons(
  computed($praised, (praised) => (remoteValue(praised)?.players ?? []).map(({ id }) => id)),
);
