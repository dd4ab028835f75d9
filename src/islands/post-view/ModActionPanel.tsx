import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/api/errors.ts';
import { paths } from '#lib/routes.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { $modAction, retryModAction } from '#lib/stores/post.ts';
import { Alert } from '../ui/Alert.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './PostView.module.css';

function Action({ action }: { action: ModAction }) {
  const isDeletion = action.actionType === MOD_ACTION_TYPE.delete;
  return (
    <Alert
      tone={isDeletion ? 'danger' : 'warning'}
      title={
        <>
          {isDeletion ? 'Deletion' : 'Edit'} by{' '}
          <a href={paths.player({ id: action.modId, username: action.modUsername })} dir="auto">
            {action.modUsername || 'a moderator'}
          </a>
          {action.createdAt && (
            <span className={styles.when}>
              <Time value={action.createdAt} />
            </span>
          )}
        </>
      }
    >
      <p className={styles.reason} dir="auto">
        {action.reason || 'No reason was given.'}
      </p>
    </Alert>
  );
}

/** The last moderator action on the post: what, by whom and why. */
export function ModActionPanel() {
  const remote = useStore($modAction);
  switch (remote.status) {
    case 'loading':
      return <Skeleton shape="row" />;
    case 'ready':
      return remote.value === null ? null : <Action action={remote.value} />;
    case 'not-found':
      return null;
    case 'failed':
      return (
        <Alert tone="warning" onRetry={retryModAction}>
          The last moderator action could not be loaded. {errorToMessage(remote.error)}
        </Alert>
      );
  }
}
