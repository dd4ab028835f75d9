/** Whether the profile keeps a place for the chart of karma, which loads later. */
import type { FEATURES_KEY } from '#lib/domain/features.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';

/** Not imported: it would take the code of the features into the page. */
const STORED: typeof FEATURES_KEY = 'features';

/** False for players without a history (Rule 30.56), and for an API that is known to have none. */
export function hasHistoryPlace({ ribbon, optedOut, wgHidden }: PlayerProfile): boolean {
  if (!ribbon?.length || optedOut || wgHidden) return false;
  const features = runtime.sessionStorage.get(STORED);
  return features === null || features.split(' ').includes('karma-history');
}
