import type { ModerationDialogKind } from '#lib/stores/profile/profile-moderation.ts';
import { ActionsDialog } from './ActionsDialog.tsx';
import { BansDialog } from './BansDialog.tsx';
import type { ModerationProps } from './ListDialog.tsx';
import { TaskDialog } from './TaskDialog.tsx';

/** The open list, and above it the question about a task. */
export function ModerationDialogs({
  dialog,
  ...props
}: ModerationProps & { dialog: ModerationDialogKind | null }) {
  return (
    <>
      {dialog === 'bans' && <BansDialog {...props} />}
      {dialog === 'actions' && <ActionsDialog {...props} />}
      <TaskDialog />
    </>
  );
}
