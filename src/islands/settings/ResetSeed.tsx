import { useStore } from '@nanostores/react';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { isBusy } from '#lib/stores/core/task.ts';
import { $renewing, resetRenewing, rotateSeed } from '#lib/stores/settings/personal-token.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import styles from './Settings.module.css';

function ConfirmRotation({ onClose }: { onClose: () => void }) {
  const renewing = useStore($renewing);
  const busy = isBusy(renewing);
  return (
    <Dialog
      open
      title="Confirm Seed Token Rotation"
      onClose={busy ? () => {} : onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void rotateSeed()}>
            Renew
          </Button>
        </>
      }
    >
      <div className={styles.confirm}>
        <p>
          <strong>Do you want to rotate your seed token?</strong>
        </p>
        <p>
          All devices will be logged out, this one too. Apps that depend on your personal token may break
          until you give them a new one.
        </p>
        {renewing.state === 'refused' && (
          <Alert tone="danger" title="The seed could not be renewed.">
            {renewing.message}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

/** Renewing the seed, after asking. Stays possible for whoever is banned: it is how a leaked token is stopped. */
export function ResetSeed() {
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    resetRenewing();
  };
  return (
    <section className={styles.part} aria-labelledby="reset-seed">
      <h3 id="reset-seed">Reset Seed</h3>
      <p className={styles.hint}>
        Every token of yours is made from a seed. Renewing it ends all of them at once: do it when a token was
        revealed or a device is lost.
      </p>
      <div className={styles.actions}>
        <Button variant="danger" icon={<KeyRound aria-hidden="true" />} onClick={() => setAsking(true)}>
          Reset Seed
        </Button>
      </div>
      {asking && <ConfirmRotation onClose={close} />}
    </section>
  );
}
