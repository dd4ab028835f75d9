/** Ribbons of the players that a screen lists. */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature, preloadFeatures } from '#lib/client/features.ts';
import { getRibbons } from '#lib/client/ribbons.ts';
import { runtime } from '#lib/runtime.ts';
import { RIBBONS_MAX, type Ribbons } from '#lib/schemas/calls/ribbons.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';

const NO_RIBBONS: Ribbons = {};

const load = async (ids: number[], signal: AbortSignal): Promise<Ribbons> =>
  (await hasFeature('ribbons')) ? getRibbons(ids, signal) : NO_RIBBONS;

/** The ribbons of the players with these ids: none until they are loaded, when that failed, or where the API has none. */
export function createRibbons($ids: ReadableAtom<readonly number[]>): ReadableAtom<Ribbons> {
  // No players: no request.
  const $key = computed($ids, (ids) => (ids.length === 0 ? undefined : ids.slice(0, RIBBONS_MAX)));
  const { $remote } = createAddressed($key, load);
  onMount($remote, () => {
    if (runtime.isBrowser) preloadFeatures();
  });
  return computed($remote, (remote) => remoteValue(remote) ?? NO_RIBBONS);
}
