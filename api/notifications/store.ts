/** Reads and acknowledges notifications in the database, for the notification hub. */
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database, Db } from '#api/db/database.ts';
import { notifications } from '#api/db/moderation-schema.ts';
import { posts } from '#api/db/schema.ts';
import type { NotificationStore } from '#api/hubs/notification-hub.ts';
import { findModActions } from '#api/moderation/queries.ts';
import { readPosts, toPost } from '#api/posts/queries.ts';
import { ACKNOWLEDGE_MAX, NOTIFICATION_TYPE, type Notification } from '#lib/schemas/notification.ts';
import type { Post } from '#lib/schemas/post.ts';

type Row = typeof notifications.$inferSelect;

/** Types that show a post. */
const POST_TYPES: readonly number[] = [
  NOTIFICATION_TYPE.postAdded,
  NOTIFICATION_TYPE.postEdited,
  NOTIFICATION_TYPE.postDeleted,
];

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
];

/** The post as stored with the notification, else as it is now; null when a moderator has removed it. */
async function postsShown(db: Db, rows: readonly Row[]): Promise<(row: Row) => Post | null> {
  const ids = present(rows.filter((row) => POST_TYPES.includes(row.type)).map((row) => row.postId));
  const found = ids.length === 0 ? [] : await readPosts(db, inArray(posts.id, ids));
  const current = new Map(found.map((post) => [post.id, post]));
  return (row) => {
    const post = current.get(row.postId ?? '');
    if (post?.modLocked) return null;
    const { post: stored } = row.payload as { post?: Post };
    return stored ?? (post === undefined ? null : toPost(post, null));
  };
}

/** Adds the fields of its type to each row. */
async function complete(db: Db, rows: readonly Row[], accountId: number): Promise<Notification[]> {
  const postOf = await postsShown(db, rows);
  const receiver = { id: accountId, roles: [] };
  const found = await findModActions(db, present(rows.map((row) => row.modActionId)), receiver);
  const actions = new Map(found.map((action) => [action.id, action]));
  return rows.map((row) => {
    const { id, type, postId, modActionId } = row;
    return {
      ...(POST_TYPES.includes(type) ? { post: postOf(row) } : (row.payload as object)),
      ...(postId === null ? {} : { postId }),
      ...(modActionId === null ? {} : { modActionId, modAction: actions.get(modActionId) ?? null }),
      id,
      accountId,
      type,
      emittedAt: row.emittedAt.toISOString(),
      acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    } as Notification;
  });
}

/** The newest pending ones, oldest first; at most as many as one acknowledgement may list. */
async function readPending(db: Db, accountId: number): Promise<Row[]> {
  const newest = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), isNull(notifications.acknowledgedAt)))
    .orderBy(desc(notifications.emittedAt), desc(notifications.id))
    .limit(ACKNOWLEDGE_MAX);
  return db
    .select()
    .from(notifications)
    .where(inArray(notifications.id, newest))
    .orderBy(asc(notifications.emittedAt), asc(notifications.id));
}

/** Creates the notification hub's access to the database (rules 13.3 and 13.4). */
export function createNotificationStore(database: Database): NotificationStore {
  return {
    pending: (region, accountId) =>
      database.read(region, async (db) => complete(db, await readPending(db, accountId), accountId)),
    async acknowledge(region, accountId, ids) {
      if (ids.length === 0) return;
      await database.write(region, ({ db, now }) =>
        db
          .update(notifications)
          .set({ acknowledgedAt: new Date(now) })
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
