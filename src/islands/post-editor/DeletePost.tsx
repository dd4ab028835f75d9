import { useStore } from '@nanostores/react';
import type { Post } from '#lib/schemas/post.ts';
import { $sending } from '#lib/stores/core/sending.ts';
import { leaveEditor, removePost } from '#lib/stores/posts/post-editor.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

/** Asks before a post is deleted, since it cannot be brought back. */
export function DeletePost({ post }: { post: Post }) {
  const sending = useStore($sending);
  return (
    <ConfirmDialog
      title="Delete post"
      action="Delete"
      danger
      busy={sending.state === 'sending'}
      refusal={sending.state === 'refused' ? sending.message : undefined}
      onConfirm={() => removePost(post)}
      onCancel={leaveEditor}
    >
      <p>
        Delete <strong dir="auto">{post.title}</strong>, your post about{' '}
        <strong dir="auto">{post.player.username}</strong>?
      </p>
      <p>Its karma is taken back. A deleted post cannot be restored.</p>
    </ConfirmDialog>
  );
}
