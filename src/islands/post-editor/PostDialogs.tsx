import { useStore } from '@nanostores/react';
import { $postDialog, closePostDialog } from '#lib/stores/posts/post-dialog.ts';
import { Button } from '../ui/Button.tsx';
import { useCode } from '../ui/hooks/use-code.ts';
import { CodeError } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';

const postDialog = { load: async () => (await import('./PostDialog.tsx')).PostDialog };

/** Shows the dialog; its cleanup returns the focus to the opener before the form takes over. */
function show(element: HTMLDialogElement) {
  element.showModal();
  return () => element.close();
}

/**
 * Draws the dialog that `stores/posts/post-dialog.ts` has open. Mount it once in every island that shows posts or offers a new
 * one; the code of the dialogs loads when the first one opens.
 */
export function PostDialogs() {
  const dialog = useStore($postDialog);
  const { loaded: Shown, failed, retry } = useCode(postDialog, dialog !== null);
  if (!dialog) return null;
  if (Shown) return <Shown dialog={dialog} />;
  // A plain dialog: the shared one comes with the forms.
  return (
    <dialog ref={show} aria-label="Form" onCancel={closePostDialog}>
      {failed ? <CodeError name="This form" onRetry={retry} /> : <Loading visible />}
      <Button onClick={closePostDialog}>Close</Button>
    </dialog>
  );
}
