import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { $postDialog, closePostDialog, type PostDialog } from '#lib/stores/post-dialog.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading } from '../ui/Skeleton.tsx';

/** The page itself, query and all: following it loads the page anew. */
const HERE = '';

type Shown = ComponentType<{ dialog: PostDialog }>;

/** Its undoing gives the focus back to what opened it, before the form takes over. */
function show(element: HTMLDialogElement) {
  element.showModal();
  return () => element.close();
}

/**
 * Draws the dialog that `stores/post-dialog.ts` says is open. Mount it once in every island that shows posts
 * or offers a new one; the dialogs themselves load when the first is asked for.
 */
export function PostDialogs() {
  const dialog = useStore($postDialog);
  const [Shown, setShown] = useState<Shown>();
  const [failed, setFailed] = useState(false);
  const wanted = dialog && !Shown && !failed;
  useEffect(() => {
    if (wanted)
      import('./PostDialog.tsx').then(
        (module) => setShown(() => module.PostDialog),
        () => setFailed(true),
      );
    // Asked for once more, it is tried once more.
    else if (!dialog) setFailed(false);
  }, [wanted, dialog]);
  if (!dialog) return null;
  if (Shown) return <Shown dialog={dialog} />;
  // A plain one: the shared dialog comes with the forms. Some browsers ask again for a file only after a reload.
  return (
    <dialog ref={show} aria-label="Form" onCancel={closePostDialog}>
      {failed ? (
        <ErrorState
          title="This form could not be loaded."
          detail={<a href={HERE}>Reload the page</a>}
          onRetry={() => setFailed(false)}
        />
      ) : (
        <Loading visible />
      )}
      <Button onClick={closePostDialog}>Close</Button>
    </dialog>
  );
}
