/** Whether the API has a feature, for parts that only signed-in viewers see. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import { runtime } from '#lib/runtime.ts';
import type { Feature } from '#lib/schemas/calls/features.ts';

function featureStore(feature: Feature): ReadableAtom<boolean> {
  const has = atom(false);
  onMount(has, () => {
    hasFeature(feature).then(
      (answer) => has.set(answer),
      (error: unknown) => runtime.warn('The features of the API could not be loaded.', error),
    );
  });
  return has;
}

/** Whether decisions have statements; false until that is known. */
export const $hasStatements = featureStore('statements');
/** Whether players can answer posts; false until that is known. */
export const $hasReplies = featureStore('replies');
