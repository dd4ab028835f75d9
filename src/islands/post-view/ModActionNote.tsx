import type { ReactNode } from 'react';
import { paths } from '#lib/paths.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { ReasonText } from '../moderation/ReasonText.tsx';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Time } from '../ui/Time.tsx';
import styles from './PostView.module.css';

/** One moderator action: kind, moderator, time and reason; deletions in red, edits in yellow (Rule 11.4). */
export function ModActionNote({ action, children }: { action: ModAction; children?: ReactNode }) {
  const isDeletion = action.actionType === MOD_ACTION_TYPE.delete;
  const author = { id: action.modId, username: action.modUsername };
  return (
    <Alert
      tone={isDeletion ? 'danger' : 'warning'}
      title={
        <>
          {isDeletion ? 'Deletion' : 'Edit'} by{' '}
          <a href={paths.player(author)} dir="auto" translate="no">
            {action.modUsername}
          </a>
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
