import type { ReactNode } from 'react';
import { Alert } from '../Alert.tsx';
import { Button } from '../Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: ReactNode;
  /** The button in the negative colour, for what hurts somebody. */
  danger?: boolean | undefined;
  /** It is being done: both buttons wait. */
  busy: boolean;
  /** Why it was refused; the question stays open. */
  refusal?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once more before something is done. Mounted only while the question is open. */
export function ConfirmDialog({
  title,
  children,
  action,
  danger = false,
  busy,
  refusal,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        {refusal !== undefined && (
          <Alert tone="danger" title="This could not be done.">
            {refusal}
          </Alert>
        )}
        {children}
      </div>
    </Dialog>
  );
}
