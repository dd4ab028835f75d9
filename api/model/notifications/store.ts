/** Reads and acknowledges notifications in the database, for the notification hub. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Db } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { findModActions } from '#api/model/moderation.ts';
import { toNotification } from '#api/model/notifications/notify.ts';
import { findPosts, toPost } from '#api/model/posts/queries.ts';
import type { RegionId } from '#lib/regions.ts';
import { type Notification, PENDING_MAX } from '#lib/schemas/notification.ts';
import type { Post } from '#lib/schemas/post.ts';

/** Stores notifications. */
export type NotificationStore = ReturnType<typeof createNotificationStore>;

type Row = typeof notifications.$inferSelect;

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
];

/**
 * The post of each row: as stored with the notification, else as it is now. Null when its reader may not see it: a removed post
 * is for its author alone (rule 13.8).
 */
async function postsShown(db: Db, rows: readonly Row[]): Promise<(row: Row) => Post | null> {
  const found = await findPosts(db, present(rows.map((row) => row.postId)));
  const current = new Map(found.map((post) => [post.id, post]));
  return (row) => {
    const post = current.get(row.postId ?? '');
    if (post?.modLocked && post.author.id !== row.accountId) return null;
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
  return rows.map((row) => toNotification(row, postOf(row), actions.get(row.modActionId ?? '') ?? null));
}

/** Notifications per read. Each may hold a post of 4,000 characters. */
const BATCH = 200;

const isPendingOf = (accountId: number) =>
  and(eq(notifications.accountId, accountId), isNull(notifications.acknowledgedAt));

/** The next pending ones, oldest first. */
async function readPending(db: Db, accountId: number, after: Row | undefined): Promise<Row[]> {
  const { emittedAt, id } = notifications;
  const later =
    after && sql`(${emittedAt}, ${id}) > (${after.emittedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select()
    .from(notifications)
    .where(and(isPendingOf(accountId), later))
    .orderBy(asc(emittedAt), asc(id))
    .limit(BATCH);
}

/** The newest pending one that is too many; undefined when none is. */
async function findExcess(db: Db, accountId: number): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(isPendingOf(accountId))
    .orderBy(desc(notifications.emittedAt), desc(notifications.id))
    .offset(PENDING_MAX)
    .limit(1);
  return row;
}

/** The newest pending ones, read in batches, oldest first. Those that are added meanwhile may be among them. */
async function* pendingOf(
  database: Database,
  region: RegionId,
  accountId: number,
): AsyncGenerator<Notification> {
  let last = await database.read(region, (db) => findExcess(db, accountId));
  for (let isLast = false; !isLast; ) {
    const after = last;
    const { rows, batch } = await database.read(region, async (db) => {
      const rows = await readPending(db, accountId, after);
      return { rows, batch: await complete(db, rows, accountId) };
    });
    yield* batch;
    last = rows.at(-1);
    isLast = rows.length < BATCH;
  }
}

/** Creates the notification hub's access to the database (rules 13.3 and 13.4). */
export function createNotificationStore(database: Database) {
  return {
    /** The newest `PENDING_MAX` unacknowledged notifications of an account, oldest first (rule 24.4). */
    pending: (region: RegionId, accountId: number): AsyncIterable<Notification> =>
      pendingOf(database, region, accountId),
    /** Marks notifications as acknowledged. Ignores unknown ids, repeated ones and those of other accounts. */
    async acknowledge(region: RegionId, accountId: number, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await database.write(region, ({ db, now }) =>
        db
          .update(notifications)
          .set({ acknowledgedAt: new Date(now) })
          .where(and(isPendingOf(accountId), sql`${notifications.id} = ${anyOf(ids)}`)),
      );
    },
  };
}
