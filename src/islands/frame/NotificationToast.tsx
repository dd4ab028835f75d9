import {
  Bell,
  CircleAlert,
  FilePen,
  FilePlus,
  FileX,
  Gavel,
  type IconNode,
  MessageSquareReply,
  X,
} from 'lucide';
import { useId } from 'react';
import { isCritical, notificationPath, notificationTitle } from '#lib/domain/notifications.ts';
import { paths } from '#lib/paths.ts';
import { NOTIFICATION_TYPE, type Notification } from '#lib/schemas/notification.ts';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { NotificationBody, NotificationIds } from './NotificationBody.tsx';
import styles from './NotificationToast.module.css';

const ICONS: Readonly<Record<number, IconNode>> = {
  [NOTIFICATION_TYPE.postAdded]: FilePlus,
  [NOTIFICATION_TYPE.postEdited]: FilePen,
  [NOTIFICATION_TYPE.postDeleted]: FileX,
  [NOTIFICATION_TYPE.postModEdited]: FilePen,
  [NOTIFICATION_TYPE.postModDeleted]: FileX,
  [NOTIFICATION_TYPE.platformBan]: Gavel,
  [NOTIFICATION_TYPE.postAnswered]: MessageSquareReply,
  [NOTIFICATION_TYPE.decision]: Gavel,
};

interface NotificationToastProps {
  notification: Notification;
  onDismiss: (id: string) => void;
  /** Called when the link is clicked. */
  onFollow: () => void;
  /** Whether it is drawn before it is in view. */
  isDrawn?: boolean;
}

/** One notification: title, time, body and dismiss button. If it has a link, the whole toast is clickable. */
export function NotificationToast({
  notification,
  onDismiss,
  onFollow,
  isDrawn = false,
}: NotificationToastProps) {
  const titleId = useId();
  const title = notificationTitle(notification);
  const path = notificationPath(notification);
  const critical = isCritical(notification);
  const decisionId = 'decisionId' in notification && notification.decisionId;
  const icon = ICONS[notification.type] ?? Bell;
  return (
    <li>
      <article
        className={cx(styles.toast, critical && styles.critical)}
        style={isDrawn ? { contentVisibility: 'visible' } : undefined}
        aria-labelledby={titleId}
      >
        <Icon node={icon} className={styles.icon} />
        <header className={cx('row', styles.head)}>
          <h4 id={titleId} className={styles.title}>
            {path === null ? (
              title
            ) : (
              <a href={path} className={styles.link} onClick={onFollow}>
                {title}
              </a>
            )}
          </h4>
          {critical && (
            <Badge tone="negative" icon={CircleAlert}>
              Critical
            </Badge>
          )}
          <span className={styles.time}>
            <RelativeTime value={notification.emittedAt} />
          </span>
        </header>
        <div className={styles.body}>
          <NotificationBody notification={notification} />
          {decisionId && (
            <a href={paths.decision(decisionId)} className={styles.decision} onClick={onFollow}>
              {'verdict' in notification ? 'Show the decision' : 'Why, and how to object'}
            </a>
          )}
          <NotificationIds notification={notification} />
        </div>
        <button
          type="button"
          className={cx('close-button', styles.dismiss)}
          aria-label={`Dismiss: ${title}`}
          data-dismiss={notification.id}
          onClick={() => onDismiss(notification.id)}
        >
          <Icon node={X} />
        </button>
      </article>
    </li>
  );
}
