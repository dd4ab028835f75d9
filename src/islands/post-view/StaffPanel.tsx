import { useStore } from '@nanostores/react';
import { Undo2 } from 'lucide';
import type { ReactNode } from 'react';
import { canRevertAction, type Viewer } from '#lib/domain/permissions.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $task, askOnPost } from '#lib/stores/profile/moderation-task.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { ModActionNote } from './ModActionNote.tsx';
import { ModActions } from './ModActionPanel.tsx';

/** Loaded when the first question opens. */
const TaskDialog = lazyPart(
  'this dialog',
  async () => (await import('../moderation/TaskDialog.tsx')).TaskDialog,
);

interface StaffPanelProps {
  post: Post;
  viewer: Viewer;
  /** As high as what will probably be shown. */
  waiting: ReactNode;
  /** Content below the actions. */
  children: ReactNode;
}

/** All moderator actions on the post, newest first, each with a button to revert it. */
function Actions({
  post,
  viewer,
  actions,
}: Pick<StaffPanelProps, 'post' | 'viewer'> & { actions: readonly ModAction[] }) {
  const mayRevert = canRevertAction(viewer, { updatedPost: post }, post.author.id);
  const task = useStore($task);
  return (
    <section className="stack" aria-label="Moderator actions">
      {actions.length === 0 && <p className="soft">No moderator has acted on this post.</p>}
      {actions.map((action) => (
        <ModActionNote key={action.id} action={action}>
          {mayRevert && (
            <Button size="sm" variant="ghost" icon={Undo2} onClick={() => askOnPost(action)}>
              Revert
            </Button>
          )}
        </ModActionNote>
      ))}
      {task !== null && <TaskDialog />}
    </section>
  );
}

/** For staff: the moderation history of the post, and the content below it. */
export function StaffPanel({ post, viewer, waiting, children }: StaffPanelProps) {
  return (
    <ModActions
      draw={(actions) => <Actions post={post} viewer={viewer} actions={actions} />}
      waiting={waiting}
    >
      {children}
    </ModActions>
  );
}
