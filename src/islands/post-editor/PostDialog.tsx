import type { PostDialog as Dialog } from '#lib/stores/posts/post-dialog.ts';
import { DeletePost } from './DeletePost.tsx';
import { ModDelete } from './ModDelete.tsx';
import { ModEdit } from './ModEdit.tsx';
import { PostEditor } from './PostEditor.tsx';
import { RevertAction } from './RevertAction.tsx';

/** The dialog that is asked for. A chunk of its own: nothing here loads before somebody wants to write. */
export function PostDialog({ dialog }: { dialog: Dialog }) {
  switch (dialog.kind) {
    case 'create':
      return <PostEditor key={`about ${dialog.player.id}`} dialog={dialog} />;
    case 'edit':
      return <PostEditor key={dialog.post.id} dialog={dialog} />;
    case 'delete':
      return <DeletePost post={dialog.post} />;
    case 'mod-edit':
      return <ModEdit key={dialog.post.id} dialog={dialog} />;
    case 'revert':
      return <RevertAction action={dialog.action} />;
    case 'mod-delete':
      return <ModDelete key={dialog.post.id} dialog={dialog} />;
  }
}
