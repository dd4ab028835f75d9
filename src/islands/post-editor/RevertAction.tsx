import { useStore } from '@nanostores/react';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { $sending } from '#lib/stores/core/sending.ts';
import { leaveEditor, sendRevert } from '#lib/stores/posts/post-editor.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

/** Asks before a moderator action is taken back (Rule 11.7). */
export function RevertAction({ action }: { action: ModAction }) {
  const sending = useStore($sending);
  return (
    <ConfirmDialog
      title="Revert mod action"
      action="Revert"
      busy={sending.state === 'sending'}
      refusal={sending.state === 'refused' ? sending.message : undefined}
      onConfirm={() => sendRevert(action)}
      onCancel={leaveEditor}
    >
      {action.actionType === MOD_ACTION_TYPE.delete ? (
        <p>The post becomes visible again, and its karma counts again.</p>
      ) : (
        <p>The post gets back the text and flairs it had before this edit.</p>
      )}
    </ConfirmDialog>
  );
}
