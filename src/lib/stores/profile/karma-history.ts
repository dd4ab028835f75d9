/** The karma over time of the player whose profile is open. */
import { computed, type ReadableAtom } from 'nanostores';
import { karmaHistory } from '#lib/client/karma-history.ts';
import type { KarmaHistory } from '#lib/schemas/calls/karma-history.ts';
import { $idInAddress, createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';

/**
 * Platform karma by month, oldest first (Rule 30.56). Undefined until it is loaded, when that failed, or where the API has none.
 */
export const $karmaHistory: ReadableAtom<KarmaHistory | undefined> = computed(
  createAddressed($idInAddress, karmaHistory).$remote,
  (remote) => remoteValue(remote) ?? undefined,
);
