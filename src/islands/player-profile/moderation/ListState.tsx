import type { ReactNode } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../ui/states/Skeleton.tsx';

interface ListStateProps<T> {
  remote: Remote<readonly T[]>;
  /** Shown when the list is empty. */
  empty: string;
  /** Shown when it could not be had. */
  failure: string;
  onRetry: () => void;
  children: (items: readonly T[]) => ReactNode;
}

/** A list that is loading, failed, empty or there. */
export function ListState<T>({ remote, empty, failure, onRetry, children }: ListStateProps<T>) {
  if (remote.status === 'loading')
    return (
      <>
        <Loading />
        <Skeleton shape="card" count={2} />
      </>
    );
  if (remote.status === 'failed')
    return <ErrorState title={failure} detail={errorToMessage(remote.error)} onRetry={onRetry} />;
  if (remote.status === 'not-found' || remote.value.length === 0) return <EmptyState title={empty} />;
  return <div aria-busy={remote.changing}>{children(remote.value)}</div>;
}
