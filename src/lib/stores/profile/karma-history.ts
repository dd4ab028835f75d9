/** The karma over time of the player whose profile is open. */
import { computed, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import { getKarmaHistory, type KarmaHistory } from '#lib/schemas/calls/karma-history.ts';
import { $idInAddress, createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';

async function load(id: number, signal: AbortSignal): Promise<KarmaHistory | null> {
  if (!(await hasFeature('karma-history'))) return null;
  return requestData(getKarmaHistory, { params: { id }, signal });
}

/**
 * Platform karma by month, oldest first (Rule 30.56). Undefined until it is loaded, when that failed, or where the API has none.
 */
export const $karmaHistory: ReadableAtom<KarmaHistory | undefined> = computed(
  createAddressed($idInAddress, load).$remote,
  (remote) => remoteValue(remote) ?? undefined,
);
