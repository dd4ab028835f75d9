import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { banLengthText } from '#lib/domain/moderation.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { $task, cancelTask, doTask, type ModerationTask } from '#lib/stores/profile/moderation-task.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { StrongName } from '../ui/PlayerLink.tsx';
import styles from './Moderation.module.css';

interface Question {
  title: string;
  action: string;
  danger?: boolean;
  text: ReactNode;
  /** The reason of the ban or the action. */
  reason?: string;
}

function questionOf(task: ModerationTask): Question {
  switch (task.kind) {
    case 'ban':
      return {
        title: 'Ban this player?',
        action: 'Ban',
        danger: true,
        text: (
          <>
            <StrongName of={task.player} /> will be banned from posting{' '}
            <strong>{banLengthText(task.days)}</strong>, with this reason:
          </>
        ),
        reason: task.reason,
      };
    case 'revert-ban':
      return {
        title: 'Revert this ban?',
        action: 'Revert ban',
        text: (
          <>
            The ban of <StrongName of={task.ban} /> ends and is no longer counted. It stays in the list as
            reverted.
          </>
        ),
        reason: task.ban.reason,
      };
    case 'revert-action':
      return {
        title: 'Revert this mod action?',
        action: 'Revert action',
        text:
          task.action.actionType === MOD_ACTION_TYPE.delete
            ? 'The post becomes visible again, and its karma counts again.'
            : 'The post gets back the text and flairs from before the edit, unless they were changed since. Its author can edit it again unless another mod edit remains.',
        reason: task.action.reason,
      };
    case 'recalculate':
      return {
        title: 'Recalculate metrics?',
        action: 'Recalculate',
        text: (
          <>
            Platform karma and ratings of <StrongName of={task.player} /> will be recalculated from all
            visible posts.
          </>
        ),
      };
  }
}

/** The question about a task, with the reason when it was refused. */
export function TaskDialog() {
  const asked = useStore($task);
  if (asked === null) return null;
  const { text, reason, ...question } = questionOf(asked.task);
  return (
    <ConfirmDialog
      {...question}
      busy={isBusy(asked)}
      refusal={asked.state === 'refused' ? asked.message : undefined}
      onConfirm={doTask}
      onCancel={cancelTask}
    >
      <p>{text}</p>
      {reason !== undefined && (
        <blockquote className={styles.reason} dir="auto" lang="">
          {reason || 'No reason was given.'}
        </blockquote>
      )}
    </ConfirmDialog>
  );
}
