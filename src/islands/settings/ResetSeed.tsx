import { useStore } from '@nanostores/react';
import { KeyRound } from 'lucide';
import { useState } from 'react';
import { isBusy } from '#lib/stores/core/task.ts';
import { $renewing, resetRenewing, rotateSeed } from '#lib/stores/settings/personal-token.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Settings.module.css';

function ConfirmRotation({ onClose }: { onClose: () => void }) {
  const renewing = useStore($renewing);
  const busy = isBusy(renewing);
  return (
    <ConfirmDialog
      title="Confirm Seed Token Rotation"
      action="Renew"
      danger
      busy={busy}
      refusal={renewing.state === 'refused' ? renewing.message : undefined}
      onConfirm={() => void rotateSeed()}
      onCancel={() => !busy && onClose()}
    >
      <p>
        <strong>Do you want to rotate your seed token?</strong>
      </p>
      <p>
        All devices will be signed out, including this one. Apps that use your personal token may break until
        you give them a new one.
      </p>
    </ConfirmDialog>
  );
}

/** Renews the seed after a confirmation. Banned users can do so too, because it stops a leaked token. */
export function ResetSeed() {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    resetRenewing();
  };
  return (
    <section className={cx('stack', styles.part)} aria-labelledby="reset-seed">
      <h3 id="reset-seed">Reset Seed</h3>
      <p className="soft">
        All your tokens come from one seed. Resetting it cancels them all. Do this if a token leaked or you
        lost a device.
      </p>
      <div className={cx('row', styles.actions)}>
        <Button variant="danger" icon={KeyRound} onClick={() => setOpen(true)}>
          Reset Seed
        </Button>
      </div>
      {open && <ConfirmRotation onClose={close} />}
    </section>
  );
}
