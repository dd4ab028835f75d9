import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/api/errors.ts';
import { $modActions, retryModActions } from '#lib/stores/post.ts';
import { Alert } from '../ui/Alert.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ModActionNote } from './ModActionNote.tsx';

/** Moderator actions that could not be had, with a retry. */
export function ModActionsFailed({ error }: { error: unknown }) {
  return (
    <Alert tone="warning" onRetry={retryModActions}>
      The moderator actions could not be loaded. {errorToMessage(error)}
    </Alert>
  );
}

/** The last moderator action on the post (Rule 8.3). */
export function ModActionPanel() {
  const remote = useStore($modActions);
  switch (remote.status) {
    case 'loading':
      return <Skeleton shape="row" />;
    case 'ready': {
      const [latest] = remote.value;
      return latest === undefined ? null : <ModActionNote action={latest} />;
    }
    case 'not-found':
      return null;
    case 'failed':
      return <ModActionsFailed error={remote.error} />;
  }
}
