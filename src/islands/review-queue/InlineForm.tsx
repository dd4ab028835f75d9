import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';
import { $postDialog, closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { leaveEditor } from '#lib/stores/posts/post-editor.ts';
import type { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Decide.module.css';

/** A form in place of the buttons, so that the post stays in view (Rule 30.77). */
export function InlineForm({ title, onClose, children, footer }: ComponentProps<typeof Dialog>) {
  return (
    <section
      data-form
      tabIndex={-1}
      className={cx('stack', styles.form)}
      aria-labelledby="form-title"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h3 id="form-title">{title}</h3>
      {children}
      <div className={cx('row', styles.buttons)}>{footer}</div>
    </section>
  );
}

/** Returns the focus to where it was before a form was opened, unless the user has moved it. */
export function useFocusReturn(isOpen: boolean): void {
  const opener = useRef<Element>(null);
  // Before the form takes the focus.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    const { current } = opener;
    if (isOpen || document.activeElement !== document.body) return;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
  }, [isOpen]);
}

/** A dialog about a post is drawn here, one that starts with a replay by the frame. */
export const isAboutPost = (open: PostDialog | null): open is Extract<PostDialog, { kind: 'mod-edit' }> =>
  open !== null && 'post' in open;

/** Leaves the form of an item that is left. One that is being sent is stopped. */
export function leaveForm(): void {
  if (isAboutPost($postDialog.get())) leaveEditor();
  if (isAboutPost($postDialog.get())) closePostDialog();
}
