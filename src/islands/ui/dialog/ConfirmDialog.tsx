import type { ReactNode } from 'react';
import { Alert } from '../Alert.tsx';
import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  /** The consequences, as a sentence. */
  children: ReactNode;
  /** The text of the button that confirms. */
  action: ReactNode;
  /** Draws the button in the negative colour, for something that cannot be undone or affects someone else. */
  danger?: boolean | undefined;
  /** The action is under way: both buttons are disabled. */
  busy: boolean;
  /** Why it was refused; the question stays open. */
  refusal?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question before an action. Mounted only while the question is open. */
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
      <div className="stack">
        {refusal !== undefined && (
          <Alert tone="danger" title="That didn’t work.">
            {refusal}
          </Alert>
        )}
        {children}
      </div>
    </Dialog>
  );
}
