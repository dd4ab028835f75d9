import type { ReactNode } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';

interface RemotePartProps<T> {
  remote: Remote<T>;
  /** Names the content: "the objections". */
  name: string;
  /** Shown when nothing is found. */
  empty: string;
  onRetry: () => void;
  children: (value: T) => ReactNode;
}

/** Content of a tab: loading, ready, failed, or not found. */
export function RemotePart<T>({ remote, name, empty, onRetry, children }: RemotePartProps<T>) {
  if (remote.status === 'loading') return <LoadingSkeleton shape="card" count={2} />;
  if (remote.status === 'not-found') return <EmptyState title={empty} />;
  if (remote.status === 'ready') return children(remote.value);
  return (
    <ErrorState title={`Couldn’t load ${name}.`} detail={errorToMessage(remote.error)} onRetry={onRetry} />
  );
}
