import { errorToMessage } from '#lib/client/errors.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';

interface LoadFailureProps {
  title: string;
  remote: Remote<unknown>;
  onRetry: () => void;
}

/** Shown in place of data that could not be loaded, with the reason and a retry button. */
export function LoadFailure({ title, remote, onRetry }: LoadFailureProps) {
  const error = remote.status === 'failed' ? remote.error : undefined;
  return <ErrorState title={title} detail={errorToMessage(error)} onRetry={onRetry} />;
}
