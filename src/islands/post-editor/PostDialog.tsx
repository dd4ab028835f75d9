import { useStore } from '@nanostores/react';
import { postTitle } from '#lib/domain/post-face.ts';
import type { Post } from '#lib/schemas/post.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { $firstWarning, type PostDialog as Dialog } from '#lib/stores/posts/post-dialog.ts';
import { $sending, leaveEditor, removePost } from '#lib/stores/posts/post-editor.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { StrongName } from '../ui/PlayerLink.tsx';
import { ModEdit, ReasonForm } from './ModForms.tsx';
import { PostEditor } from './PostEditor.tsx';
import { ReportForm } from './ReportForm.tsx';
import { WritePost } from './WritePost.tsx';

/** Confirms a deletion, because it cannot be undone. */
function DeletePost({ post }: { post: Post }) {
  const sending = useStore($sending);
  return (
    <ConfirmDialog
      title="Delete post"
      action="Delete"
      danger
      busy={isBusy(sending)}
      refusal={sending.state === 'refused' ? sending.message : undefined}
      onConfirm={() => removePost(post)}
      onCancel={leaveEditor}
    >
      <p>
        Delete{' '}
        <strong dir="auto" lang="">
          {postTitle(post)}
        </strong>
        , your post about <StrongName of={post.player} />?
      </p>
      <p>Its karma is removed. A deleted post cannot be restored.</p>
    </ConfirmDialog>
  );
}

/** The open dialog. `PostDialogs` loads it with all forms when the first dialog opens. */
export function PostDialog({ dialog }: { dialog: Dialog }) {
  // The frame draws the warning in place of the editor.
  if (useStore($firstWarning)) return null;
  switch (dialog.kind) {
    case 'create':
      return <PostEditor key={`about ${dialog.player.id}`} dialog={dialog} />;
    case 'write':
      return <WritePost {...dialog} />;
    case 'edit':
      return <PostEditor key={dialog.post.id} dialog={dialog} />;
    case 'delete':
      return <DeletePost post={dialog.post} />;
    case 'report':
      return <ReportForm key={dialog.post.id} dialog={dialog} />;
    case 'mod-edit':
      return <ModEdit key={dialog.post.id} dialog={dialog} />;
    case 'mod-delete':
    case 'remove-reply':
      return <ReasonForm key={`${dialog.kind} ${dialog.post.id}`} dialog={dialog} />;
    case 'warn':
      return <ReasonForm key={dialog.player.id} dialog={dialog} />;
  }
}
