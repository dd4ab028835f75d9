/** Features of the API, for parts that few viewers see. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import { runtime } from '#lib/runtime.ts';
import type { Feature } from '#lib/schemas/calls/features.ts';

/** Whether the API has a feature; undefined until that is known. */
export function featureStore(feature: Feature): ReadableAtom<boolean | undefined> {
  const has = atom<boolean | undefined>(undefined);
  onMount(has, () => {
    if (!runtime.isBrowser) return;
    hasFeature(feature).then(has.set, (error: unknown) =>
      runtime.warn('The features of the API could not be loaded.', error),
    );
  });
  return has;
}

/** Whether decisions have statements. */
export const $hasStatements = featureStore('statements');
/** Whether users find the decisions about them. */
export const $hasOwnDecisions = featureStore('own-decisions');
/** Whether players can answer posts. */
export const $hasReplies = featureStore('replies');
