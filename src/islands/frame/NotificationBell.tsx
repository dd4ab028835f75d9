import { useStore } from '@nanostores/react';
import { Bell } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { shownCount } from '#lib/domain/notifications.ts';
import {
  $announcement,
  $notificationCount,
  startNotifications,
} from '#lib/stores/notifications/notifications.ts';
import { cx } from '../ui/helpers/cx.ts';
import { useCode } from '../ui/hooks/use-code.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './NotificationBell.module.css';
import { useTopDialog } from './use-top-dialog.ts';

const panel = { load: async () => (await import('./NotificationPanel.tsx')).NotificationPanel };

/** The bell with its count. The panel's code loads when it is first opened. */
export function NotificationBell() {
  const count = useStore($notificationCount, { ssr: 'initial' });
  const announcement = useStore($announcement, { ssr: 'initial' });
  const [open, setOpen] = useState(false);
  const { loaded: Panel, failed, retry } = useCode(panel, open);
  const dialog = useTopDialog(true);
  const bell = useRef<HTMLButtonElement>(null);
  useEffect(() => startNotifications(), []);

  const close = () => setOpen(false);
  /** For buttons that disappear when they are pressed. */
  const toBell = (action: () => void) => () => {
    bell.current?.focus();
    action();
  };

  // Screen readers announce text only if it is added to an existing region, and with an open dialog only inside it.
  const liveRegion = (
    <span role="status" className="visually-hidden">
      {failed && open ? 'Couldn’t load notifications. Check your connection and try again.' : announcement}
    </span>
  );

  return (
    <>
      <button
        ref={bell}
        type="button"
        className={cx('touch navbar-icon', styles.bell)}
        aria-haspopup="dialog"
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${shownCount(count)} new`}
        aria-busy={(open && !Panel && !failed) || undefined}
        onClick={() => {
          setOpen(true);
          retry();
        }}
      >
        <Icon node={Bell} />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {shownCount(count)}
          </span>
        )}
      </button>
      {dialog === null ? liveRegion : createPortal(liveRegion, dialog)}
      {open && Panel && <Panel onClose={close} />}
      {open && failed && (
        <p className={styles.failed}>
          Couldn’t load notifications.
          <button type="button" onClick={toBell(retry)}>
            Try again
          </button>
          <button type="button" onClick={toBell(close)}>
            Close
          </button>
        </p>
      )}
    </>
  );
}
