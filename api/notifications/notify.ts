/** Storing notifications with what caused them, and telling those they are for once that is committed. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AfterCommit, Db } from '#api/db/database.ts';
import { notifications, type platformBans } from '#api/db/schema.ts';
import type { Ctx } from '#api/http/route.ts';
import { instant } from '#api/players/profile.ts';
import type { PostRow } from '#api/posts/columns.ts';
import { toPost } from '#api/posts/view.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { NOTIFICATION_TYPE, type Notification } from '#lib/schemas/notification.ts';

type WriteCtx = Pick<Ctx, 'deps' | 'region' | 'now'>;
type Values = typeof notifications.$inferInsert & { accountId: number; type: number };

/** Stores one; `shown` is what its type shows, as live receivers get it. */
async function add(
  db: Db,
  afterCommit: AfterCommit,
  { deps, region, now }: WriteCtx,
  values: Values,
  shown: object,
): Promise<void> {
  const id = randomUUID();
  const emittedAt = new Date(now);
  await db.insert(notifications).values({ ...values, id, emittedAt });
  const notification = {
    ...shown,
    id,
    accountId: values.accountId,
    type: values.type,
    emittedAt: emittedAt.toISOString(),
    acknowledgedAt: null,
  } as Notification;
  afterCommit(() => deps.bus.publish(region, { type: 'newNotification', notification }));
}

/** Rule 13.2, types 2, 3 and 4: a post about the player was added, edited or deleted. */
export async function notifyPost(
  db: Db,
  afterCommit: AfterCommit,
  ctx: WriteCtx,
  event: 'postAdded' | 'postEdited' | 'postDeleted',
  row: PostRow,
): Promise<void> {
  const post = toPost(row, null);
  const values = {
    accountId: row.player.id,
    type: NOTIFICATION_TYPE[event],
    postId: row.id,
    payload: { post },
  };
  await add(db, afterCommit, ctx, values, { postId: row.id, post });
}

/** Rule 13.2, types 5 and 6: a moderator edited or deleted the author's post. */
export async function notifyModAction(
  db: Db,
  afterCommit: AfterCommit,
  ctx: WriteCtx,
  modAction: ModAction,
  authorId: number,
): Promise<void> {
  const type =
    modAction.actionType === MOD_ACTION_TYPE.delete
      ? NOTIFICATION_TYPE.postModDeleted
      : NOTIFICATION_TYPE.postModEdited;
  const values = { accountId: authorId, type, postId: modAction.postId, modActionId: modAction.id };
  await add(db, afterCommit, ctx, values, {
    postId: modAction.postId,
    modActionId: modAction.id,
    modAction,
  });
}

/** Rule 13.2, type 7: the user was banned, with the end (null for good) and the reason. */
export async function notifyBan(
  db: Db,
  afterCommit: AfterCommit,
  ctx: WriteCtx,
  ban: typeof platformBans.$inferInsert & { id: string },
): Promise<void> {
  const shown = { reason: ban.reason, until: instant(ban.bannedUntil ?? null) };
  const type = NOTIFICATION_TYPE.platformBan;
  await add(db, afterCommit, ctx, { accountId: ban.userId, type, banId: ban.id, payload: shown }, shown);
}

/** Removes what a reverted action or ban had caused, also from open panels (rule 13.3). */
export async function withdrawNotifications(
  db: Db,
  afterCommit: AfterCommit,
  { deps, region }: Pick<Ctx, 'deps' | 'region'>,
  cause: { modActionId: string } | { banId: string },
): Promise<void> {
  const where =
    'banId' in cause
      ? eq(notifications.banId, cause.banId)
      : eq(notifications.modActionId, cause.modActionId);
  const removed = await db
    .delete(notifications)
    .where(where)
    .returning({ id: notifications.id, accountId: notifications.accountId });
  for (const { id, accountId } of removed)
    afterCommit(() => deps.bus.publish(region, { type: 'deletedNotification', accountId, id }));
}
