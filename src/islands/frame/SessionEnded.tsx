import { useStore } from '@nanostores/react';
import { LogIn, X } from 'lucide-react';
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
import styles from './SessionEnded.module.css';
import { useTopDialog } from './use-top-dialog.ts';

const SENTENCES: Readonly<Record<SessionEnd, string>> = {
  expired: 'Your sign-in has expired.',
  rotated: 'You have been logged out on all devices: the seed of your account was renewed.',
  left: 'You were logged out in another tab.',
  switched: 'In another tab somebody signed in with another account.',
  refused: 'Your sign-in is not valid any more.',
};

/** Says, above everything else, that the session has ended while the page was open, and leads back here. */
export function SessionEnded() {
  const end = useStore($sessionEnd, { ssr: 'initial' });
  const dialog = useTopDialog(end !== null);
  useEffect(() => watchSession(), []);
  if (end === null) return null;
  const message = (
    <div ref={(element) => element?.showPopover?.()} popover="manual" role="alert" className={styles.banner}>
      <LogIn aria-hidden="true" className={styles.icon} />
      <p className={styles.text}>
        <strong>{SENTENCES[end]}</strong> What you typed is kept.{' '}
        {end === 'switched' ? (
          <button type="button" className={styles.reload} onClick={reloadAsOther}>
            Reload the page
          </button>
        ) : (
          <a href={loginPath()} data-login>
            Log in again
          </a>
        )}{' '}
        to go on.
      </p>
      <button
        type="button"
        className={styles.close}
        aria-label="Close this message"
        // The second press of a double click was meant for what was here before the message.
        onClick={({ detail }) => detail < 2 && dismissSessionEnd()}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
  return dialog === null ? message : createPortal(message, dialog);
}
