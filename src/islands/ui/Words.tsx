import type { ReactNode } from 'react';

/** A text of a player or a moderator, with its lines. */
export function Words({ children }: { children: ReactNode }) {
  return (
    <p className="words" dir="auto" lang="">
      {children}
    </p>
  );
}
