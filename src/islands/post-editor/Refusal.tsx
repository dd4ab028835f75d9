import type { TaskState } from '#lib/stores/core/task.ts';
import { Alert } from '../ui/Alert.tsx';

/** Why a task was refused; nothing unless it was. */
export function Refusal({ of: task, title }: { of: TaskState; title: string }) {
  if (task.state !== 'refused') return null;
  return (
    <Alert tone="danger" title={title}>
      {task.message}
    </Alert>
  );
}
