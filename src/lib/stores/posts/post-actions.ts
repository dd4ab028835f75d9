/** The actions that cards of posts offer here. */
import { atom, computed, onMount } from 'nanostores';
import { runtime } from '#lib/runtime.ts';
import { postActions } from '#lib/stores/posts/post-dialog.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** Undefined until it is known. */
const takesReports = atom<boolean | undefined>(undefined);

/** The code loads for signed-in viewers only. */
async function load(): Promise<void> {
  const { hasFeature } = await import('#lib/client/features.ts');
  takesReports.set(await hasFeature('reports'));
}

onMount(takesReports, () =>
  $viewer.subscribe((viewer) => {
    if (viewer === null || takesReports.get() !== undefined) return;
    load().catch((error: unknown) => runtime.warn('The features of the API could not be loaded.', error));
  }),
);

const { onReport: _, ...others } = postActions;

/**
 * By the names of a post card's props: reporting only where the API takes reports, of which only signed-in viewers ask it. Until
 * it is known, the menu keeps its place.
 */
export const $postActions = computed(takesReports, (takes) =>
  takes ? postActions : { ...others, keepsMenu: takes === undefined },
);
