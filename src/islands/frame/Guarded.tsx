import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { type RouteId, routes } from '#lib/routes.ts';
import { enforceGuard, type GuardState } from '#lib/stores/session/guard.ts';
import { $session, reloadSession } from '#lib/stores/session/session.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';

interface GuardedProps {
  route: RouteId;
  /** The heading of a screen that has none while it cannot be drawn. */
  heading?: string | undefined;
  /** Shown until the session is known. */
  waiting: ReactNode;
  children: ReactNode;
}

/**
 * Renders a guarded screen for visitors who may see it, and redirects everyone else. A screen that is open stays when the session
 * ends (Rule 3.11). While the session could not be checked, it offers a retry (Rule 3.3).
 */
export function Guarded({ route, heading, waiting, children }: GuardedProps) {
  const [state, setState] = useState<GuardState>('waiting');
  const session = useStore($session, { ssr: 'initial' });
  const unchecked = session.status === 'signed-out' ? session.unchecked : undefined;
  const isOpen = state === 'allowed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `unchecked` changes with each attempt
  useEffect(() => {
    const { guard = {} } = routes.find(({ id }) => id === route) ?? {};
    if (!isOpen) void enforceGuard(guard).then(setState);
  }, [route, isOpen, unchecked]);
  if (isOpen) return children;
  if (state === 'waiting' || unchecked === undefined) return waiting;
  const retry = () => {
    setState('waiting');
    void reloadSession();
  };
  return (
    <>
      {heading && <h1 className="visually-hidden">{heading}</h1>}
      <ErrorState title="Couldn’t check your sign-in." detail={errorToMessage(unchecked)} onRetry={retry} />
    </>
  );
}
