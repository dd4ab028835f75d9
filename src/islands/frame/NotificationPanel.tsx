import { useStore } from '@nanostores/react';
import { CheckCheck } from 'lucide';
import { useEffect, useRef } from 'react';
import { byDay, isAboutPost, shownCount } from '#lib/domain/notifications.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import { $notificationStatus } from '#lib/stores/core/notification-feed.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import {
  $notifications,
  dismissAllNotifications,
  dismissNotification,
  resumeNotifications,
} from '#lib/stores/notifications/notifications.ts';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import styles from './NotificationPanel.module.css';
import { NotificationToast } from './NotificationToast.tsx';

/** More would take seconds to draw. */
const SHOWN_MAX = 200;
/** So many at the end, more than a window shows, have their real height at once: the panel opens there. */
const AT_END = 12;

interface ContentProps {
  remote: Remote<readonly Notification[]>;
  onDismiss: (id: string) => void;
  onFollow: () => void;
}

function Content({ remote, onDismiss, onFollow }: ContentProps) {
  switch (remote.status) {
    case 'loading':
      return <LoadingSkeleton shape="card" count={3} className={styles.waiting} />;
    case 'ready': {
      if (remote.value.length === 0)
        return <EmptyState title="No notifications.">You’re all caught up.</EmptyState>;
      const atEnd = remote.value.slice(-AT_END);
      return (
        <>
          {remote.value.length > SHOWN_MAX && (
            <p>
              The newest {SHOWN_MAX} of {shownCount(remote.value.length)} are shown.
            </p>
          )}
          {byDay(remote.value.slice(-SHOWN_MAX), Date.now()).map(({ label, notifications }) => (
            <section key={label} aria-label={label}>
              <h3 className={styles.day}>{label}</h3>
              <ol className="stack">
                {notifications.map((notification) => (
                  <NotificationToast
                    key={isAboutPost(notification) ? notification.postId : notification.id}
                    notification={notification}
                    isDrawn={atEnd.includes(notification)}
                    onDismiss={onDismiss}
                    onFollow={onFollow}
                  />
                ))}
              </ol>
            </section>
          ))}
        </>
      );
    }
    default:
      return (
        <LoadFailure title="Couldn’t load notifications." remote={remote} onRetry={resumeNotifications} />
      );
  }
}

/** The side panel of notifications by day, oldest first; it opens at the newest. Dismissing one moves the focus to the next. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const remote = useStore($notifications);
  const status = useStore($notificationStatus);
  const body = useRef<HTMLDivElement>(null);
  const count = remote.status === 'ready' ? remote.value.length : 0;
  const isFilled = count > 0;
  // They are listed oldest first. On phones the whole dialog scrolls.
  useEffect(() => {
    if (!isFilled) return;
    for (const scroller of [body.current?.parentElement, body.current?.closest('dialog')])
      if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [isFilled]);

  const dismiss = (id: string) => {
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('[data-dismiss]') ?? [])];
    const at = buttons.findIndex((button) => button.dataset.dismiss === id);
    (buttons[at + 1] ?? buttons[at - 1] ?? body.current)?.focus();
    dismissNotification(id);
  };
  const dismissAll = () => {
    body.current?.focus();
    dismissAllNotifications();
  };

  return (
    <Dialog
      size="side"
      title="Notifications"
      closeOnOutside
      onClose={onClose}
      footer={
        isFilled && (
          <>
            <span className={cx('soft tabular', styles.count)}>{shownCount(count)} unread</span>
            <Button icon={CheckCheck} onClick={dismissAll}>
              Clear all
            </Button>
          </>
        )
      }
    >
      <div ref={body} tabIndex={-1} className={cx('stack', styles.body)}>
        {status === 'stopped' && remote.status === 'ready' && (
          <Alert tone="warning" onRetry={resumeNotifications}>
            Not receiving new notifications: the connection was lost.
          </Alert>
        )}
        <Content remote={remote} onDismiss={dismiss} onFollow={onClose} />
      </div>
    </Dialog>
  );
}
