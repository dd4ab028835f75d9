/** Whether the API has what the page of a battle needs. Apart, because the account menu links to the page. */
import { featureStore } from '#lib/stores/core/feature.ts';

/** Whether players can be found by the names of a battle; undefined until that is known. */
export const $hasCompanion = featureStore('companion');
