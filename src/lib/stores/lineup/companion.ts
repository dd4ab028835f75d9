/** Whether the API has what the page of a battle needs. Apart, because the account menu links to the page. */
import { atom, onMount } from 'nanostores';
import { runtime } from '#lib/runtime.ts';

/** Whether players can be found by the names of a battle; undefined until that is known. */
export const $hasCompanion = atom<boolean | undefined>(undefined);

onMount($hasCompanion, () => {
  if (!runtime.isBrowser) return;
  // The code loads late, because every page has the menu.
  import('#lib/client/features.ts')
    .then(({ hasFeature }) => hasFeature('companion'))
    .then($hasCompanion.set, (error: unknown) =>
      runtime.warn('The features of the API could not be loaded.', error),
    );
});
