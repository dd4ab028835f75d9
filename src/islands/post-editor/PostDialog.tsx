import type { PostDialog as Dialog } from '#lib/stores/post-dialog.ts';
import { DeletePost } from './DeletePost.tsx';
import { PostEditor } from './PostEditor.tsx';

/** The dialog that is asked for. A chunk of its own: nothing here loads before somebody wants to write. */
export function PostDialog({ dialog }: { dialog: Dialog }) {
  switch (dialog.kind) {
    case 'create':
      return <PostEditor key={`about ${dialog.player.id}`} dialog={dialog} />;
    case 'edit':
      return <PostEditor key={dialog.post.id} dialog={dialog} />;
    case 'delete':
      return <DeletePost post={dialog.post} />;
  }
}
