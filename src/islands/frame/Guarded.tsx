import { type ReactNode, useEffect, useState } from 'react';
import { type RouteId, routes } from '#lib/routes.ts';
import { enforceGuard } from '#lib/stores/session/guard.ts';

interface GuardedProps {
  route: RouteId;
  /** Shown until the session is known. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Renders a guarded screen for visitors who may see it, and redirects everyone else. */
export function Guarded({ route, waiting, children }: GuardedProps) {
  const [allowed, setAllowed] = useState(false);
  useEffect(() => {
    const { guard = {} } = routes.find(({ id }) => id === route) ?? {};
    void enforceGuard(guard).then(setAllowed);
  }, [route]);
  return allowed ? children : waiting;
}
