import { useStore } from '@nanostores/react';
import { LogIn, X } from 'lucide';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { loginPath } from '#lib/stores/session/login.ts';
import {
  $sessionEnd,
  dismissSessionEnd,
  reloadAsOther,
  type SessionEnd,
  watchSession,
} from '#lib/stores/session/session-watch.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './SessionEnded.module.css';
import { useTopDialog } from './use-top-dialog.ts';

const SENTENCES: Readonly<Record<SessionEnd, string>> = {
  expired: 'Your sign-in has expired.',
  rotated: 'You were signed out on all devices because the seed of your account was renewed.',
  left: 'You signed out in another tab.',
  switched: 'You signed in with another account in another tab.',
  refused: 'Your sign-in is no longer valid.',
};

/** A message above everything else when the session ends while the page is open (Rule 3.11). */
export function SessionEnded() {
  const end = useStore($sessionEnd, { ssr: 'initial' });
  const dialog = useTopDialog(end !== null);
  useEffect(() => watchSession(), []);
  if (end === null) return null;
  const message = (
    <div ref={(element) => element?.showPopover?.()} popover="manual" role="alert" className={styles.banner}>
      <Icon node={LogIn} className={styles.icon} />
      <p className={styles.text}>
        <strong>{SENTENCES[end]}</strong> What you typed is kept.{' '}
        {end === 'switched' ? (
          <button type="button" className={styles.reload} onClick={reloadAsOther}>
            Reload the page
          </button>
        ) : (
          <a href={loginPath()} data-login>
            Sign in again
          </a>
        )}{' '}
        to continue.
      </p>
      <button
        type="button"
        className={cx('close-button', styles.close)}
        aria-label="Close this message"
        // The second click of a double click was meant for what was here before the message.
        onClick={({ detail }) => detail < 2 && dismissSessionEnd()}
      >
        <Icon node={X} />
      </button>
    </div>
  );
  return dialog === null ? message : createPortal(message, dialog);
}
