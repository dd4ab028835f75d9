/** Features of the API, for parts that not every viewer sees. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import { runtime } from '#lib/runtime.ts';
import type { Feature } from '#lib/schemas/calls/features.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/**
 * Whether the API has a feature; undefined until that is known. For visitors it stays undefined, unless the feature is `forAll`.
 */
export function featureStore(feature: Feature, forAll = false): ReadableAtom<boolean | undefined> {
  const has = atom<boolean | undefined>(undefined);
  const load = async (): Promise<void> => {
    has.set(await hasFeature(feature));
  };
  onMount(has, () =>
    $viewer.subscribe((viewer) => {
      if (!runtime.isBrowser || (viewer === null && !forAll)) return;
      load().catch((error: unknown) => runtime.warn('The features of the API could not be loaded.', error));
    }),
  );
  return has;
}

/** Whether players can be found by the names of a battle. */
export const $hasCompanion = featureStore('companion');
/** Whether decisions have statements. */
export const $hasStatements = featureStore('statements');
/** Whether users find the decisions about them. */
export const $hasOwnDecisions = featureStore('own-decisions');
/** Whether players can answer posts. */
export const $hasReplies = featureStore('replies');
/** Whether posts can be reported. */
export const $takesReports = featureStore('reports');
