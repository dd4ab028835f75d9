import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { $taskDone } from '#lib/stores/profile/moderation-task.ts';

/** The part of a dialog that gets the focus when a task was done, because the button for it may be gone. */
export function useDoneFocus(): RefObject<HTMLDivElement | null> {
  const done = useStore($taskDone);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done !== null) part.current?.focus({ preventScroll: true });
  }, [done]);
  return part;
}
