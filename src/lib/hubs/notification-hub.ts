/** The hub of a signed-in user's notifications. */
import { type ConnectionOptions, openConnection, parseEvent, unwrap } from '#lib/hubs/connection.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { ACKNOWLEDGE_MAX, type Notification, NotificationSchema } from '#lib/schemas/notification.ts';

/** Callbacks of the notification hub. */
export interface NotificationHandlers
  extends Pick<ConnectionOptions, 'onStatus' | 'onReconnected' | 'onStarted'> {
  accessToken: () => string;
  onNotification: (notification: Notification) => void;
  onDeleted: (id: string) => void;
  /** A change of the moderators' queue, for staff. It is parsed where it is used, so that no one else loads its schema. */
  onReviewChange?: (change: unknown) => void;
}

/** The second item of a pair, `{item1, item2}` or `[a, b]`; anything else is returned as it is. */
function secondOf(item: unknown): unknown {
  if (Array.isArray(item)) return item[1];
  return typeof item === 'object' && item !== null && 'item2' in item ? item.item2 : item;
}

/** Opens the notification hub with the user's token. */
export function connectNotificationHub(handlers: NotificationHandlers) {
  const { onNotification, onDeleted, onReviewChange, ...rest } = handlers;
  const connection = openConnection({
    ...rest,
    path: '/api/hubs/notifications',
    events: {
      // Sent as (notification) or as (type, notification).
      newNotification: (...args) => {
        const notification = parseEvent(
          'newNotification',
          NotificationSchema,
          args.length > 1 ? args[1] : args[0],
        );
        if (notification !== undefined) onNotification(notification);
      },
      deletedNotification: (value) => {
        const id = parseEvent('deletedNotification', GuidSchema, value);
        if (id !== undefined) onDeleted(id);
      },
      reviewChanged: (change) => onReviewChange?.(change),
    },
  });
  return {
    retry: () => connection.retry(),
    close: () => connection.close(),
    /** Streams the notifications that are not acknowledged; invalid ones are dropped. Rejects when not connected. */
    pending: (onItem: (notification: Notification) => void): Promise<void> =>
      connection.stream('getPendingNotifications', (item) => {
        const notification = parseEvent('pending notification', NotificationSchema, secondOf(unwrap(item)));
        if (notification !== undefined) onItem(notification);
      }),
    /** Marks these as seen; resolves when the server has stored it, rejects when it fails or is not connected. */
    acknowledge: async (ids: readonly string[]): Promise<void> => {
      for (let start = 0; start < ids.length; start += ACKNOWLEDGE_MAX)
        await connection.invoke('acknowledgeNotifications', ids.slice(start, start + ACKNOWLEDGE_MAX));
    },
  };
}

/** A connection to the notification hub. */
export type NotificationHub = ReturnType<typeof connectNotificationHub>;
