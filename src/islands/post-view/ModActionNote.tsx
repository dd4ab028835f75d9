import type { ReactNode } from 'react';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { ReasonText } from '../moderation/ReasonText.tsx';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './ModAction.module.css';

/** One moderator action: kind, moderator, time and reason; deletions in red, edits in yellow (Rule 11.4). */
export function ModActionNote({ action, children }: { action: ModAction; children?: ReactNode }) {
  const isDeletion = action.actionType === MOD_ACTION_TYPE.delete;
  return (
    <Alert
      tone={isDeletion ? 'danger' : 'warning'}
      title={
        <>
          {isDeletion ? 'Deletion' : 'Edit'} by{' '}
          <PlayerLink player={{ id: action.modId, username: action.modUsername }} />
          {action.createdAt && <Time value={action.createdAt} className={cx('soft', styles.when)} />}
        </>
      }
    >
      <p className={styles.reason} dir="auto" lang="">
        <ReasonText reason={action.reason} rules={action.rules} />
      </p>
      {children}
    </Alert>
  );
}
