/** Where drafts of posts are kept, and whether there is one of a new post about the player whose profile is open. */
import { computed } from 'nanostores';
import { runtime } from '#lib/runtime.ts';
import { $idInAddress } from '#lib/stores/core/address.ts';
import { $postDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { currentAuthor } from '#lib/stores/session/draft.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** The key of a draft: one per author and player for new posts, else one per author and post. */
export const postDraftKey = (kind: PostDialog['kind'], subject: number | string): string =>
  `${accountKey(ACCOUNT_KEYS.postDraft, currentAuthor())}:${kind}:${subject}`;

/** Whether "Continue draft" takes the place of "New Post" (Rule 5.8). Read again when the editor closes. */
export const $hasNewPostDraft = computed(
  [$idInAddress, $viewer, $postDialog],
  (playerId, viewer) =>
    viewer !== null &&
    playerId != null &&
    runtime.localStorage.get(postDraftKey('create', playerId)) !== null,
);
