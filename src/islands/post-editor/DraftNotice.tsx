import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './FormDialog.module.css';
import type { DraftForm } from './use-draft-form.ts';

export interface DraftNoticeProps {
  form: Pick<DraftForm<never>, 'restored' | 'missingFile' | 'discard'>;
  busy?: boolean | undefined;
}

/** Shown when a form started from a draft, with a button that discards it. */
export function DraftNotice({ form, busy }: DraftNoticeProps) {
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
        <Button size="sm" disabled={busy} onClick={form.discard}>
          Discard draft
        </Button>
      </span>
    </Alert>
  );
}
