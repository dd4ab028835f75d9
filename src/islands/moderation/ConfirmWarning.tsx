import { useStore } from '@nanostores/react';
import { isBusy } from '#lib/stores/core/task.ts';
import { $confirming, confirmRead } from '#lib/stores/decisions/warning.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

/** The button that confirms a warning (Rule 31.31). */
export function ConfirmWarning({ id, onConfirmed }: { id: string; onConfirmed?: () => void }) {
  const confirming = useStore($confirming);
  const confirm = async () => {
    if (await confirmRead(id)) onConfirmed?.();
  };
  return (
    <>
      {confirming.state === 'refused' && (
        <Alert tone="danger" title="Couldn’t confirm it.">
          {confirming.message}
        </Alert>
      )}
      <div className="row">
        <Button variant="primary" busy={isBusy(confirming)} onClick={confirm}>
          I have read this
        </Button>
      </div>
    </>
  );
}
