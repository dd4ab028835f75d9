/** Notifications as kept in the database. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '#api/db/database.ts';
import { notifications } from '#api/db/schema.ts';
import type { NotificationStore } from '#api/hubs/notification-hub.ts';
import type { Notification } from '#lib/schemas/notification.ts';

type Row = typeof notifications.$inferSelect;

/** A stored notification in the wire's shape; the payload holds what its type shows. */
export function toNotification(row: Row): Notification {
  return {
    ...(row.payload as object),
    ...(row.postId === null ? {} : { postId: row.postId }),
    ...(row.modActionId === null ? {} : { modActionId: row.modActionId }),
    id: row.id,
    accountId: row.accountId,
    type: row.type,
    emittedAt: row.emittedAt.toISOString(),
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  } as Notification;
}

/** What the notification hub reads and acknowledges. `now` in milliseconds since 1970. */
export function createNotificationStore(database: Database, now: () => number): NotificationStore {
  return {
    async pending(region, accountId) {
      const rows = await database.read(region, (db) =>
        db
          .select()
          .from(notifications)
          .where(and(eq(notifications.accountId, accountId), isNull(notifications.acknowledgedAt)))
          .orderBy(asc(notifications.emittedAt), asc(notifications.id)),
      );
      return rows.map(toNotification);
    },
    async acknowledge(region, accountId, ids) {
      if (ids.length === 0) return;
      await database.write(region, (db) =>
        db
          .update(notifications)
          .set({ acknowledgedAt: new Date(now()) })
          .where(
            and(
              eq(notifications.accountId, accountId),
              inArray(notifications.id, [...ids]),
              isNull(notifications.acknowledgedAt),
            ),
          ),
      );
    },
  };
}
