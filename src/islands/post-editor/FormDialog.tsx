import { useStore } from '@nanostores/react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEventHandler,
  useEffect,
  useId,
  useRef,
} from 'react';
import { $sending } from '#lib/stores/core/sending.ts';
import { leaveEditor } from '#lib/stores/posts/post-editor.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import styles from './FormDialog.module.css';
import { SendingStatus } from './SendingStatus.tsx';

interface FormDialogProps {
  title: ReactNode;
  size?: 'md' | 'lg' | undefined;
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** The word on the button that sends. */
  action: ReactNode;
  danger?: boolean | undefined;
  /** The form may not be sent yet. */
  blocked?: boolean | undefined;
  /** A draft from before is shown. */
  restored: boolean;
  onDiscard: () => void;
  /** The fields; `busy` while they are being sent. */
  children: (busy: boolean) => ReactNode;
}

/** Ctrl+Enter sends, from any field. Enter alone in most inputs would, but a long form is sent on purpose. */
function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return;
  const wouldSend = event.target instanceof HTMLInputElement && event.target.type !== 'file';
  const isShortcut = event.ctrlKey || event.metaKey;
  if (wouldSend || isShortcut) event.preventDefault();
  if (isShortcut) event.currentTarget.requestSubmit();
}

/** What is disabled or taken away while a form is sent cannot keep the focus. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.matches(':disabled') === true;
}

/** A form in a dialog: what became of sending on top, its draft, its fields, and the buttons below. */
export function FormDialog({ title, size = 'lg', formRef, onSubmit, children, ...rest }: FormDialogProps) {
  const sending = useStore($sending);
  const formId = useId();
  const busy = sending.state === 'sending';
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (busy && isFocusLost()) submit.current?.focus();
  }, [busy]);
  return (
    <Dialog
      open
      size={size}
      title={title}
      onClose={leaveEditor}
      footer={
        <>
          <small className={styles.keys}>
            <kbd>Ctrl</kbd> + <kbd>Enter</kbd> sends
          </small>
          <Button variant="ghost" onClick={leaveEditor}>
            {busy ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button
            ref={submit}
            type="submit"
            form={formId}
            variant={rest.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={rest.blocked}
          >
            {rest.action}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        className={styles.form}
        onKeyDown={onKeyDown}
        onSubmit={onSubmit}
      >
        <SendingStatus sending={sending} />
        {rest.restored && (
          <Alert tone="info">
            <span className={styles.draft}>
              Your draft was brought back.
              <Button size="sm" disabled={busy} onClick={rest.onDiscard}>
                Discard draft
              </Button>
            </span>
          </Alert>
        )}
        {children(busy)}
      </form>
    </Dialog>
  );
}
