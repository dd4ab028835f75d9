import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import {
  $postDialog,
  closePostDialog,
  keepEarlyText,
  startsWithReplay,
} from '#lib/stores/posts/post-dialog.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';

/** Most connections load the form in that time. */
const MODAL_AFTER_MS = 300;

/**
 * Shows the dialog, and makes it modal if the form takes long: that restyles the whole page. The cleanup returns the focus to
 * the opener before the form opens.
 */
function show(element: HTMLDialogElement) {
  element.show();
  const timer = setTimeout(() => {
    element.close();
    element.showModal();
  }, MODAL_AFTER_MS);
  return () => {
    clearTimeout(timer);
    element.close();
  };
}

/**
 * Shown until the form is loaded and drawn. A plain dialog, because the shared one loads with the form. Its invisible field
 * takes what is typed too early, so that keys do not press the button.
 */
function LoadingDialog({ children }: { children: ReactNode }) {
  return (
    <dialog
      ref={show}
      aria-label="Form"
      onCancel={closePostDialog}
      onKeyDown={({ key }) => key === 'Escape' && closePostDialog()}
    >
      <textarea
        aria-label="First field"
        style={{ position: 'absolute', opacity: 0 }}
        onChange={({ target }) => keepEarlyText(target.value)}
      />
      <div>
        {children}
        <Button onClick={closePostDialog}>Close</Button>
      </div>
    </dialog>
  );
}

/** The open dialog. */
export const PostDialog = lazyPart(
  'this form',
  async () => (await import('./PostDialog.tsx')).PostDialog,
  <Loading visible />,
  LoadingDialog,
);

/**
 * Draws the dialog that `stores/posts/post-dialog.ts` has open. Mount it once in every island that shows posts or offers
 * a new one. The code of the dialogs loads when the first one opens. With `ofFrame` it draws the dialogs that start with a
 * replay, which open on every page, else all others.
 */
export function PostDialogs({ ofFrame = false }: { ofFrame?: boolean }) {
  const dialog = useStore($postDialog);
  return dialog && startsWithReplay(dialog) === ofFrame && <PostDialog dialog={dialog} />;
}
