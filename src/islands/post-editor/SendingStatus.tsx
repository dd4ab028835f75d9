import type { Sending } from '#lib/stores/core/sending.ts';
import { Alert } from '../ui/Alert.tsx';
import styles from './SendingStatus.module.css';

/** Outside of the component, so that it is called once for a refusal and not with everything that is typed after it. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });

/** Per cent between two announcements: each one would be chatter. */
const ANNOUNCED_STEP = 25;

const progressSentence = (percent: number | null): string =>
  percent === null || percent === 100 ? 'Saving…' : `Uploading the replay: ${percent} %`;

/** What became of sending: how far the upload is, or why it was refused. Refusals scroll into view. */
export function SendingStatus({ sending }: { sending: Sending }) {
  if (sending.state === 'refused')
    return (
      <div ref={scrollIntoView}>
        <Alert tone="danger" title="This could not be saved.">
          {sending.message}
        </Alert>
      </div>
    );
  if (sending.state !== 'sending') return null;
  const { progress } = sending;
  const percent = progress === null ? null : Math.round(progress * 100);
  return (
    <div className={styles.sending}>
      <progress max={100} value={percent ?? undefined} aria-label="Sending" className={styles.bar} />
      <span aria-hidden="true">{progressSentence(percent)}</span>
      <span role="status" className="visually-hidden">
        {progressSentence(percent && percent - (percent % ANNOUNCED_STEP))}
      </span>
    </div>
  );
}
