import type { ComponentProps, KeyboardEvent } from 'react';
import type { TaskState } from '#lib/stores/core/task.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Form.module.css';
import { Refusal } from './Refusal.tsx';
import type { FormState } from './use-draft-form.ts';

/** A ref that scrolls its element into view. Outside components, so that it runs once and not again on every render. */
export const scrollIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView?.({ block: 'nearest' });

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
        <Refusal of={sending} title="Couldn’t save." />
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

/** Shown when a form started from a draft, with a button that discards it. */
export function DraftNotice({ form }: { form: FormState }) {
  if (!form.restored) return null;
  return (
    <Alert tone="info">
      <span className={cx('row', styles.draft)}>
        <span>
          Draft restored.
          {form.missingFile !== null && (
            <>
              {' '}
              Choose <bdi translate="no">{form.missingFile}</bdi> again: files can’t be kept.
            </>
          )}
        </span>
        <Button size="sm" disabled={form.busy} onClick={form.discard}>
          Discard draft
        </Button>
      </span>
    </Alert>
  );
}

/** Ctrl+Enter sends, from any field. Enter alone, which would send from most inputs, does not. */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return;
  const wouldSend = event.target instanceof HTMLInputElement && event.target.type !== 'file';
  const isShortcut = event.ctrlKey || event.metaKey;
  if (wouldSend || isShortcut) event.preventDefault();
  if (isShortcut) event.currentTarget.requestSubmit();
}

/** The element of a form: the state of sending on top, then its draft and its fields. */
export function Form({ form, children, ...rest }: ComponentProps<'form'> & { form: FormState }) {
  return (
    <form ref={form.formRef} noValidate onKeyDown={sendByKeys} onSubmit={form.onSubmit} {...rest}>
      <SendingStatus sending={form.sending} />
      <DraftNotice form={form} />
      {children}
    </form>
  );
}
