import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReviewItem } from '#lib/schemas/review.ts';
import { $postDialog, closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { leaveEditor } from '#lib/stores/posts/post-editor.ts';
import { FormFrame } from '../post-editor/FormDialog.tsx';
import type { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Decide.module.css';

const waiting = <Loading visible />;

const BanForm = lazyPart('this form', async () => (await import('./BanForm.tsx')).BanForm, waiting);
const PostForm = lazyPart(
  'this form',
  async () => (await import('../post-editor/PostDialog.tsx')).PostDialog,
  waiting,
);

/** A form in place of the buttons, so that the post stays in view. While it is there, they have no keys. */
function InlineForm({ title, onClose, children, footer }: ComponentProps<typeof Dialog>) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => part.current?.scrollIntoView?.({ block: 'nearest' }), []);
  return (
    <section
      ref={part}
      data-form
      className={cx('stack', styles.inline)}
      aria-labelledby="form-title"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h3 id="form-title">{title}</h3>
      {children}
      <div className={cx('row', styles.foot)}>{footer}</div>
    </section>
  );
}

/** Returns the focus to where it was before a form was opened, unless the user has moved it. */
function useFocusReturn(isOpen: boolean): void {
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
const isAboutPost = (open: PostDialog | null): open is Extract<PostDialog, { kind: 'mod-edit' }> =>
  open !== null && 'post' in open;

/** Leaves the form of an item that is left. One that is being sent is stopped. */
function leaveForm(): void {
  if (isAboutPost($postDialog.get())) leaveEditor();
  if (isAboutPost($postDialog.get())) closePostDialog();
}

interface OpenFormProps {
  item: ReviewItem;
  isBanning: boolean;
  /** Leaves the form of removing and banning. */
  onClose: () => void;
  /** Shown while no form is open. */
  children: ReactNode;
}

/** The form that a moderator has opened about the item, in the column of the decision (Rule 30.77). */
export function OpenForm({ item, isBanning, onClose, children }: OpenFormProps) {
  const open = useStore($postDialog);
  const isEditing = isAboutPost(open);
  useFocusReturn(isBanning || isEditing);
  useEffect(() => leaveForm, []);
  if (isBanning || isEditing)
    return (
      <FormFrame value={InlineForm}>
        {isBanning ? <BanForm item={item} onClose={onClose} /> : isEditing && <PostForm dialog={open} />}
      </FormFrame>
    );
  return children;
}
