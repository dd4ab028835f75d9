import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $taskDone, type ModerationTask } from '#lib/stores/moderation-task.ts';
import { Alert } from '../../ui/Alert.tsx';

/** Says what was done last, where it is of these kinds. It takes the focus, since the button for it may be gone. */
export function DoneNote({ kinds }: { kinds: readonly ModerationTask['kind'][] }) {
  const done = useStore($taskDone);
  const note = useRef<HTMLDivElement>(null);
  const shown = done !== null && kinds.includes(done.kind) ? done : null;
  useEffect(() => {
    if (shown !== null) note.current?.focus();
  }, [shown]);
  if (shown === null) return null;
  return (
    <div ref={note} tabIndex={-1}>
      <Alert tone="success">{shown.sentence}</Alert>
    </div>
  );
}
