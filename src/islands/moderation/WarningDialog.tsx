import { closePostDialog } from '#lib/stores/posts/post-dialog.ts';
import { Decision } from '../moderation/Decision.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';

/** Shows a warning that the viewer has not confirmed before the editor, whose draft stays (Rule 31.31). */
export function WarningDialog() {
  return (
    <Dialog size="lg" title="Read this before you post" onClose={closePostDialog}>
      <Decision heading="h3" />
    </Dialog>
  );
}
