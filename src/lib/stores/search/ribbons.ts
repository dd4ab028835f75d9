/** Ribbons of the players that a screen lists. */
import { computed, type ReadableAtom } from 'nanostores';
import type { Ribbons } from '#lib/schemas/calls/ribbons.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';

const NO_RIBBONS: Ribbons = {};

/** The code loads with the first list, after its data. */
async function load(ids: number[], signal: AbortSignal): Promise<Ribbons> {
  const { getRibbons } = await import('#lib/client/ribbons.ts');
  return getRibbons(ids, signal);
}

/** The ribbons of the players with these ids: none until they are loaded, when that failed, or where the API has none. */
export function createRibbons($ids: ReadableAtom<readonly number[]>): ReadableAtom<Ribbons> {
  // No players: no request.
  const $key = computed($ids, (ids) => (ids.length === 0 ? undefined : [...ids]));
  return computed(createAddressed($key, load).$remote, (remote) => remoteValue(remote) ?? NO_RIBBONS);
}
