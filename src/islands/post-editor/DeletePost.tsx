import { useStore } from '@nanostores/react';
import type { Post } from '#lib/schemas/post.ts';
import { closePostDialog } from '#lib/stores/post-dialog.ts';
import { $sending, leaveEditor, removePost } from '#lib/stores/post-editor.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './PostEditor.module.css';
import { SendingStatus } from './SendingStatus.tsx';

/** Asks before a post is deleted, since it cannot be brought back. */
export function DeletePost({ post }: { post: Post }) {
  const sending = useStore($sending);
  const busy = sending.state === 'sending';
  return (
    <Dialog
      open
      title="Delete post"
      onClose={busy ? () => {} : leaveEditor}
      footer={
        <>
          <Button onClick={closePostDialog} disabled={busy}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={() => removePost(post)}>
            Delete
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {sending.state === 'refused' && <SendingStatus sending={sending} />}
        <p>
          Delete <strong dir="auto">{post.title}</strong>, your post about{' '}
          <strong dir="auto">{post.player.username}</strong>?
        </p>
        <p className={styles.about}>Its karma is taken back. A deleted post cannot be restored.</p>
      </div>
    </Dialog>
  );
}
