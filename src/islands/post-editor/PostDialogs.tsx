import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { $postDialog, closePostDialog, type PostDialog } from '#lib/stores/post-dialog.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

type Shown = ComponentType<{ dialog: PostDialog }>;

/**
 * Draws the dialog that `stores/post-dialog.ts` says is open. Mount it once in every island that shows posts
 * or offers a new one; the dialogs themselves load when the first is asked for.
 */
export function PostDialogs() {
  const dialog = useStore($postDialog);
  const [Shown, setShown] = useState<Shown>();
  const [failed, setFailed] = useState(false);
  const wanted = dialog !== null && Shown === undefined && !failed;
  useEffect(() => {
    if (!wanted) return;
    import('./PostDialog.tsx').then(
      (module) => setShown(() => module.PostDialog),
      () => setFailed(true),
    );
  }, [wanted]);
  if (dialog === null) return null;
  if (Shown) return <Shown dialog={dialog} />;
  if (!failed) return null;
  // A plain one: the shared dialog comes with the forms, and those could not be loaded.
  return (
    <dialog ref={(element) => element?.showModal()} aria-label="Connection trouble" onClose={closePostDialog}>
      <ErrorState
        title="This form could not be loaded."
        detail="Check your connection and try again."
        onRetry={() => setFailed(false)}
      />
      <Button onClick={closePostDialog}>Close</Button>
    </dialog>
  );
}
