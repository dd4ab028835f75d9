import { useStore } from '@nanostores/react';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEventHandler,
  use,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { isBusy, type TaskState } from '#lib/stores/core/task.ts';
import { $sending, leaveEditor } from '#lib/stores/posts/post-editor.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { DraftNotice, type DraftNoticeProps } from './DraftNotice.tsx';
import styles from './FormDialog.module.css';
import { Refusal } from './Refusal.tsx';
import status from './SendingStatus.module.css';
import type { DraftForm } from './use-draft-form.ts';

/** A ref that scrolls its element into view. Outside the component, so that it runs once and not again on every render. */
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
    <div className={cx('row soft tabular', status.sending)}>
      <progress max={100} value={percent ?? undefined} aria-label="Sending" className={status.bar} />
      <span aria-hidden="true">{progressSentence(percent)}</span>
      <span role="status" className="visually-hidden">
        {progressSentence(percent && percent - (percent % ANNOUNCED_STEP))}
      </span>
    </div>
  );
}

/** The frame of forms: a dialog, unless the screen has a place for them. */
export const FormFrame = createContext<ComponentType<ComponentProps<typeof Dialog>>>(Dialog);

interface FormDialogProps {
  title: ReactNode;
  size?: 'md' | 'lg' | undefined;
  form: DraftNoticeProps['form'] & Pick<DraftForm<never>, 'formRef'>;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** The text of the button that sends. */
  action: ReactNode;
  danger?: boolean | undefined;
  /** How far sending is, and what leaves the form, if not those of the post editor. */
  sending?: TaskState | undefined;
  onLeave?: (() => void) | undefined;
  /** It was opened by its draft and not by the user, so that the keys of the screen still work. */
  idle?: boolean | undefined;
  /** Why the form may not be sent yet. */
  blocked?: string | undefined;
  /** The fields; `busy` while they are being sent. */
  children: (busy: boolean) => ReactNode;
}

/** Ctrl+Enter sends, from any field. Enter alone, which would send from most inputs, does not. */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return;
  const wouldSend = event.target instanceof HTMLInputElement && event.target.type !== 'file';
  const isShortcut = event.ctrlKey || event.metaKey;
  if (wouldSend || isShortcut) event.preventDefault();
  if (isShortcut) event.currentTarget.requestSubmit();
}

/** A control that is disabled or removed while the form is sent loses the focus. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.matches(':disabled') === true;
}

/** A form in a dialog or a screen’s own frame: the state of sending on top, then its draft and its fields, and the buttons below. */
export function FormDialog({
  title,
  size = 'lg',
  form,
  onSubmit,
  children,
  onLeave = leaveEditor,
  ...rest
}: FormDialogProps) {
  const editor = useStore($sending);
  const { sending = editor } = rest;
  const formId = useId();
  const reasonId = useId();
  const busy = isBusy(sending);
  const Frame = use(FormFrame);
  const submit = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (busy && isFocusLost()) submit.current?.focus();
  }, [busy]);
  return (
    <Frame
      size={size}
      title={title}
      onClose={onLeave}
      footer={
        <>
          {rest.blocked ? (
            <small id={reasonId} className={styles.blocked}>
              {rest.blocked}
            </small>
          ) : (
            <small className={styles.keys}>
              <kbd>Ctrl</kbd> + <kbd>Enter</kbd> to send (<kbd>⌘</kbd> on a Mac)
            </small>
          )}
          <Button variant="ghost" className={styles.leave} onClick={onLeave}>
            {busy ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button
            ref={submit}
            type="submit"
            form={formId}
            variant={rest.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={rest.blocked !== undefined}
            aria-describedby={rest.blocked && reasonId}
          >
            {rest.action}
          </Button>
        </>
      }
    >
      <form
        ref={form.formRef}
        id={formId}
        noValidate
        data-idle={rest.idle || undefined}
        className={cx('stack', styles.form)}
        onKeyDown={sendByKeys}
        onSubmit={onSubmit}
      >
        <SendingStatus sending={sending} />
        <DraftNotice form={form} busy={busy} />
        {children(busy)}
      </form>
    </Frame>
  );
}
