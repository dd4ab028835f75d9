import { type ReactNode, useEffect, useState } from 'react';
import type { Guard } from '#lib/routes.ts';
import { enforceGuard } from '#lib/stores/session/guard.ts';

interface GuardedProps {
  guard: Guard;
  /** Shown until the session is known. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Renders a guarded screen for visitors who may see it, and redirects everyone else. */
export function Guarded({ guard, waiting, children }: GuardedProps) {
  const [allowed, setAllowed] = useState(false);
  useEffect(() => void enforceGuard(guard).then(setAllowed), [guard]);
  return allowed ? children : waiting;
}
