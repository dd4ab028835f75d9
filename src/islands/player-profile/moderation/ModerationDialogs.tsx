import type { Viewer } from '#lib/domain/permissions.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { ModerationDialogKind } from '#lib/stores/profile/profile-moderation.ts';
import { ActionsDialog } from './ActionsDialog.tsx';
import { BansDialog } from './BansDialog.tsx';
import { TaskDialog } from './TaskDialog.tsx';

/** Whose moderation is shown, and who looks. */
export interface ModerationProps {
  player: PlayerProfile;
  viewer: Viewer;
}

/** The open list, and above it the question that is asked. */
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
