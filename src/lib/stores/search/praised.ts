/** Who was praised most in the last 7 days, for search screens whose field is empty (Rule 30.25). */
import { atom, computed } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import * as calls from '#lib/schemas/calls/praised.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { createRibbons } from '#lib/stores/search/ribbons.ts';

/** Players and clans praised most in the last 7 days; none where the API has no such lists. */
export async function getPraised(signal?: AbortSignal): Promise<calls.Praised> {
  if (!(await hasFeature('praised'))) return { players: [], clans: [] };
  return requestData(calls.getPraised, { signal });
}

/** The lists are loaded once per page. */
export const $praised = createAddressed(atom('now'), (_, signal) => getPraised(signal)).$remote;

/** The ribbons of the players. */
export const $praisedRibbons = createRibbons(
  computed($praised, (praised) => (remoteValue(praised)?.players ?? []).map(({ id }) => id)),
);
