import type { TaskState } from '#lib/stores/core/task.ts';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './SendingStatus.module.css';

/** Outside the component, so that it runs once for a refusal and not again on every render. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });

/** Percent between two announcements to screen readers. */
const ANNOUNCED_STEP = 25;

const progressSentence = (percent: number | null): string =>
  percent === null || percent === 100 ? 'Saving…' : `Uploading the replay: ${percent}%`;

/** The progress of an upload, or the reason of a refusal, which scrolls into view. */
export function SendingStatus({ sending }: { sending: TaskState }) {
  if (sending.state === 'idle') return null;
  if (sending.state === 'refused')
    return (
      <div ref={scrollIntoView}>
        <Alert tone="danger" title="Couldn’t save.">
          {sending.message}
        </Alert>
      </div>
    );
  const progress = sending.state === 'done' ? 1 : sending.progress;
  const percent = progress === null ? null : Math.round(progress * 100);
  return (
    <div className={cx('row soft tabular', styles.sending)}>
      <progress max={100} value={percent ?? undefined} aria-label="Sending" className={styles.bar} />
      <span aria-hidden="true">{progressSentence(percent)}</span>
      <span role="status" className="visually-hidden">
        {progressSentence(percent && percent - (percent % ANNOUNCED_STEP))}
      </span>
    </div>
  );
}
