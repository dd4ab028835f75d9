/** The actions that cards of posts offer here. */
import { computed } from 'nanostores';
import { postActions } from '#lib/stores/posts/post-dialog.ts';
import { $takesReports } from '#lib/stores/session/feature.ts';

const { onReport: _, ...others } = postActions;

/**
 * By the names of a post card's props: reporting only where the API takes reports. Until that is known, the menu keeps its
 * place.
 */
export const $postActions = computed($takesReports, (takes) =>
  takes ? postActions : { ...others, keepsMenu: takes === undefined },
);
