import { useStore } from '@nanostores/react';
import { Undo2 } from 'lucide-react';
import { canRevertAction, type Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $modActions } from '#lib/stores/post.ts';
import { openRevert } from '#lib/stores/post-dialog.ts';
import { Button } from '../ui/Button.tsx';
import { ModActionNote } from './ModActionNote.tsx';
import { ModActionsFailed } from './ModActionPanel.tsx';
import styles from './PostView.module.css';

/** For staff: every moderator action on the post, newest first, each with a way to take it back. */
export function StaffPanel({ post, viewer }: { post: Post; viewer: Viewer }) {
  const remote = useStore($modActions);
  if (remote.status === 'failed') return <ModActionsFailed error={remote.error} />;
  if (remote.status !== 'ready' || remote.value.length === 0) return null;
  const mayRevert = canRevertAction(viewer, { updatedPost: post }, post.author.id);
  return (
    <section className={styles.staff} aria-label="Moderator actions">
      {remote.value.map((action) => (
        <ModActionNote key={action.id} action={action}>
          {mayRevert && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Undo2 aria-hidden="true" />}
              onClick={() => openRevert(action)}
            >
              Revert
            </Button>
          )}
        </ModActionNote>
      ))}
    </section>
  );
}
