import { useStore } from '@nanostores/react';
import { Copy, KeyRound, RefreshCw, ShieldAlert } from 'lucide';
import { useState } from 'react';
import { TOKEN_LIFETIME_DAYS } from '#lib/schemas/session.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import {
  $personalToken,
  $refreshing,
  $renewing,
  newToken,
  resetRenewing,
  rotateSeed,
} from '#lib/stores/settings/personal-token.ts';
import { Refusal } from '../post-editor/Refusal.tsx';
import { Button } from '../ui/Button.tsx';
import { COPIED_MS } from '../ui/CopyButton.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Settings.module.css';

const COPIED = 'Token copied to clipboard!';
const NOT_COPIED = 'Your browser did not allow copying. Show the token below, select it and copy it.';

function CopyToken({ token }: { token: string }) {
  const [refused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setRefused(false);
      showStatus(COPIED, COPIED_MS);
    } catch {
      setRefused(true);
    }
  };
  return (
    <>
      <Button icon={Copy} onClick={copy}>
        Copy Token
      </Button>
      <span role="status" className={cx(styles.copied, 'warning')}>
        {refused && NOT_COPIED}
      </span>
    </>
  );
}

/** The token for API access: its expiry, a button to copy it and one to get a new one. */
export function PersonalToken() {
  const personal = useStore($personalToken);
  const refreshing = useStore($refreshing);
  if (personal === null) return null;
  const { token, expiration } = personal;
  return (
    <section className={cx('stack', styles.part)} aria-labelledby="personal-token">
      <h3 id="personal-token">Personal Token</h3>
      <p className="soft">
        Your key to the API: a program that has it acts in your name. A token expires after{' '}
        {TOKEN_LIFETIME_DAYS} days; this one on{' '}
        <Time value={new Date(expiration).toISOString()} className={styles.date} />.
      </p>
      <p className={styles.warning}>
        <Icon node={ShieldAlert} />
        <span>
          <strong>Never reveal your token.</strong> Anyone who has it can post as you and read your
          notifications.
        </span>
      </p>
      <div className={cx('row', styles.actions)}>
        <CopyToken token={token} />
        <Button icon={RefreshCw} busy={isBusy(refreshing)} onClick={() => void newToken()}>
          Get a new token
        </Button>
      </div>
      <Refusal of={refreshing} title="Couldn’t get a new token." />
      <details className={styles.reveal}>
        <summary>Show the token</summary>
        <code className={styles.token}>{token}</code>
      </details>
    </section>
  );
}

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
