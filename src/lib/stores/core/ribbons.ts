/** Ribbons of the players that a screen lists. */
import { computed, type ReadableAtom } from 'nanostores';
import { HttpError, SchemaError } from '#lib/client/errors.ts';
import { getRibbons } from '#lib/client/ribbons.ts';
import { RIBBONS_MAX, type Ribbons } from '#lib/schemas/calls/ribbons.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';

const NO_RIBBONS: Ribbons = {};

/**
 * The ribbons of the players with these ids: none until they are loaded, or when that failed. An API without this
 * call gets it once.
 */
export function createRibbons($ids: ReadableAtom<readonly number[]>): ReadableAtom<Ribbons> {
  let isRefused = false;
  const load = async (ids: number[], signal: AbortSignal): Promise<Ribbons> => {
    if (isRefused) return NO_RIBBONS;
    try {
      return await getRibbons(ids, signal);
    } catch (error) {
      // An API that takes `ribbons` for an account id answers 400.
      isRefused =
        error instanceof SchemaError ||
        (error instanceof HttpError && (error.isNotFound || error.status === 400));
      if (!isRefused) throw error;
      return NO_RIBBONS;
    }
  };
  // No players: no request.
  const $key = computed($ids, (ids) => (ids.length === 0 ? undefined : ids.slice(0, RIBBONS_MAX)));
  return computed(createAddressed($key, load).$remote, (remote) => remoteValue(remote) ?? NO_RIBBONS);
}
