/** Whether posts can be reported here. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import { runtime } from '#lib/runtime.ts';

const offers = atom(false);

/** Whether the API takes reports; asked once a signed-in viewer sees posts. */
export const $offersReports: ReadableAtom<boolean> = offers;

onMount(offers, () => {
  hasFeature('reports').then(
    (has) => offers.set(has),
    (error: unknown) => runtime.warn('The features of the API could not be loaded.', error),
  );
});
