import { cancelSending, leaveEditor } from '#lib/stores/post-editor.ts';
import { Button } from '../ui/Button.tsx';
import styles from './PostEditor.module.css';

interface EditorFooterProps {
  /** The form that the submit button belongs to. */
  formId: string;
  label: string;
  busy: boolean;
  /** The guidelines are accepted. */
  accepted: boolean;
}

/** The buttons of the editor. While it sends, Cancel takes the upload back. */
export function EditorFooter({ formId, label, busy, accepted }: EditorFooterProps) {
  return (
    <>
      <small className={styles.keys}>
        <kbd>Ctrl</kbd> + <kbd>Enter</kbd> sends
      </small>
      <Button variant="ghost" onClick={busy ? cancelSending : leaveEditor}>
        {busy ? 'Cancel upload' : 'Cancel'}
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={busy} disabled={!accepted}>
        {label}
      </Button>
    </>
  );
}
