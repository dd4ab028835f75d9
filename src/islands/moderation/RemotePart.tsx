import type { ReactNode } from 'react';
import type { Remote } from '#lib/stores/core/remote.ts';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';

export interface RemotePartProps<T> {
  remote: Remote<T>;
  /** Names the content: "the objections". */
  name: string;
  /** Shown when nothing is found. */
  missing: ReactNode;
  onRetry: () => void;
  children: (value: T, isChanging: boolean) => ReactNode;
}

/** A part of a screen with its data: loading, ready, failed, or not found. */
export function RemotePart<T>({ remote, name, missing, onRetry, children }: RemotePartProps<T>) {
  if (remote.status === 'loading') return <LoadingSkeleton shape="card" count={2} />;
  if (remote.status === 'not-found') return missing;
  if (remote.status === 'ready') return children(remote.value, remote.changing);
  return <LoadFailure title={`Couldn’t load ${name}.`} remote={remote} onRetry={onRetry} />;
}
