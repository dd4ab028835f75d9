/** The warning that the viewer confirms before a new post (Rule 31.31). */
import { computed } from 'nanostores';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $postDialog } from '#lib/stores/posts/post-dialog.ts';
import { $profileFlags } from '#lib/stores/session/session.ts';

/** The id of the warning that is shown in place of the editor; null without one. */
export const $firstWarning = computed([$postDialog, $profileFlags], (dialog, flags) => {
  const isNew = dialog?.kind === 'create' || dialog?.kind === 'write';
  return (isNew && remoteValue(flags)?.unreadWarning) || null;
});
