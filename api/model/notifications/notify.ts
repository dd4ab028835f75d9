/** Stores notifications in the transaction that causes them, and publishes them after its commit. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import type { platformBans } from '#api/db/moderation-schema.ts';
import { players } from '#api/db/schema.ts';
import { isoTime } from '#api/db/sql.ts';
import { findPost, type PostRow, toPost } from '#api/model/posts/queries.ts';
import { MOD_ACTION_TYPE, type ModAction, type Outcome } from '#lib/schemas/moderation.ts';
import {
  type DecisionNotification,
  NOTIFICATION_TYPE,
  type Notification,
  type ObjectionNotification,
  type StaffBanNotification,
} from '#lib/schemas/notification.ts';

type Values = typeof notifications.$inferInsert & { accountId: number; type: number };

/**
 * Stores a notification and publishes it, unless its receiver is erased at the same time. `shown`: the fields of its type, as live
 * receivers get them.
 */
async function add({ db, now, publish }: Tx, values: Values, shown: object): Promise<void> {
  const isReceiver = eq(players.id, values.accountId);
  const receivers = await db.select({ id: players.id }).from(players).where(isReceiver).for('key share');
  if (receivers.length === 0) return;
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
  publish({ type: 'newNotification', notification });
}

/** Deletes notifications, from open panels too; returns their types. */
async function withdraw({ db, publish }: Tx, where: SQL | undefined): Promise<number[]> {
  const removed = await db
    .delete(notifications)
    .where(where)
    .returning({ id: notifications.id, accountId: notifications.accountId, type: notifications.type });
  for (const { id, accountId } of removed) publish({ type: 'deletedNotification', accountId, id });
  return removed.map(({ type }) => type);
}

/** The player's pending notifications about a post about them. */
const pendingOf = (playerId: number, postId: string): SQL | undefined =>
  and(
    eq(notifications.accountId, playerId),
    eq(notifications.postId, postId),
    isNull(notifications.acknowledgedAt),
    inArray(notifications.type, [
      NOTIFICATION_TYPE.postAdded,
      NOTIFICATION_TYPE.postEdited,
      NOTIFICATION_TYPE.postDeleted,
    ]),
  );

/**
 * Types 2, 3 and 4 (rule 13.2): a post about the player was added, edited or deleted. Replaces a pending notification of
 * the same type (rule 13.11). The caller must have locked the post, so that two calls never replace the same one.
 */
export async function notifyPost(
  tx: Tx,
  event: 'postAdded' | 'postEdited' | 'postDeleted',
  row: PostRow,
): Promise<void> {
  // It is stored. A reply may be withdrawn or removed later, and who sank a ship may hide.
  const battle = row.battle && { ...row.battle, thumbnail: null };
  const post = toPost({ ...row, battle, reply: null }, null);
  const type = NOTIFICATION_TYPE[event];
  await withdraw(tx, and(pendingOf(row.player.id, row.id), eq(notifications.type, type)));
  const values = {
    accountId: row.player.id,
    type,
    postId: row.id,
    payload: { post },
  };
  await add(tx, values, { postId: row.id, post });
}

/**
 * A post about the player was deleted (rule 13.12). Removes what is pending about it. The player is notified, unless they
 * had not acknowledged the post itself yet, or a moderator had removed it before.
 */
export async function notifyDeletion(tx: Tx, row: PostRow): Promise<void> {
  const withdrawn = await withdraw(tx, pendingOf(row.player.id, row.id));
  if (row.modLocked || withdrawn.includes(NOTIFICATION_TYPE.postAdded)) return;
  await notifyPost(tx, 'postDeleted', row);
}

/** Types 5 and 6 (rule 13.2): a moderator edited or deleted the post of its author, who may be warned by that. */
export async function notifyModAction(
  tx: Tx,
  modAction: ModAction,
  row: PostRow,
  isWarning: boolean,
): Promise<void> {
  const type =
    modAction.actionType === MOD_ACTION_TYPE.delete
      ? NOTIFICATION_TYPE.postModDeleted
      : NOTIFICATION_TYPE.postModEdited;
  const payload = isWarning ? { warned: true } : {};
  const values = {
    accountId: row.author.id,
    type,
    postId: modAction.postId,
    modActionId: modAction.id,
    payload,
  };
  await add(tx, values, {
    ...payload,
    post: toPost(row, null),
    postId: modAction.postId,
    modActionId: modAction.id,
    decisionId: modAction.id,
    modAction,
  });
}

/** Type 7 (rule 13.2): the user was banned, with the end (null: permanent) and the reason. */
export async function notifyBan(tx: Tx, ban: typeof platformBans.$inferSelect): Promise<void> {
  const shown = { reason: ban.reason, rules: ban.rules, until: isoTime(ban.bannedUntil) };
  const type = NOTIFICATION_TYPE.platformBan;
  await add(
    tx,
    { accountId: ban.userId, type, banId: ban.id, payload: shown },
    { ...shown, decisionId: ban.id },
  );
}

/** The author of a report, and whether it was about the reply to the post. */
type Receiver = Readonly<{ reporterId: number; ofReply: boolean }>;

/** Type 8 (rule 13.2): what became of a post, or of the reply to it, that the users reported. */
export async function notifyReporters(
  tx: Tx,
  receivers: readonly Receiver[],
  { postId, ...decided }: { postId: string; outcome: Outcome; sentence: string; decisionId?: string },
): Promise<void> {
  if (receivers.length === 0) return;
  const type = NOTIFICATION_TYPE.reportDecided;
  const row = decided.outcome === 'deleted' ? null : await findPost(tx.db, postId);
  const post = row === null || row.modLocked ? null : toPost(row, null);
  const byReceiver = new Map(receivers.map((one) => [`${one.reporterId} ${one.ofReply}`, one]));
  for (const { reporterId: accountId, ofReply } of byReceiver.values()) {
    const shown = { ...decided, ...(ofReply && { ofReply }) };
    await add(tx, { accountId, type, postId, payload: shown }, { post, postId, ...shown });
  }
}

/** Removes what these reporters were told about a post, or about the reply to it. */
export async function withdrawOutcomes(
  tx: Tx,
  receivers: readonly Receiver[],
  postId: string,
): Promise<void> {
  const isOutcome = eq(notifications.type, NOTIFICATION_TYPE.reportDecided);
  for (const { reporterId, ofReply } of receivers) {
    const isOfPart = sql`(${notifications.payload}->'ofReply' is not null) = ${ofReply}`;
    const isReporters = eq(notifications.accountId, reporterId);
    await withdraw(tx, and(isReporters, eq(notifications.postId, postId), isOutcome, isOfPart));
  }
}

/** Type 9 (rule 13.2): tells staff of a ban or a warning that names no post. */
export async function notifyStaff(
  tx: Tx,
  receivers: readonly number[],
  shown: Pick<StaffBanNotification, 'userId' | 'username' | 'modUsername' | 'reason' | 'warned'>,
): Promise<void> {
  const type = NOTIFICATION_TYPE.banWithoutPost;
  for (const accountId of receivers) await add(tx, { accountId, type, payload: shown }, shown);
}

/** Type 10 (rule 31.6): the player whom a post is about has answered it. Replaces a pending one. The caller must have locked the post. */
export async function notifyReply(tx: Tx, row: PostRow): Promise<void> {
  await withdrawReply(tx, row);
  const values = { accountId: row.author.id, type: NOTIFICATION_TYPE.postAnswered, postId: row.id };
  await add(tx, values, { postId: row.id, post: toPost(row, null) });
}

/** Removes the notification of a post's author about a reply that is gone. */
export async function withdrawReply(tx: Tx, row: { id: string; author: { id: number } }): Promise<void> {
  const isReply = eq(notifications.type, NOTIFICATION_TYPE.postAnswered);
  const isPending = isNull(notifications.acknowledgedAt);
  const ofAuthor = eq(notifications.accountId, row.author.id);
  await withdraw(tx, and(ofAuthor, eq(notifications.postId, row.id), isReply, isPending));
}

/** Type 11 (rule 13.2): the user was warned, or a moderator removed the user's reply. */
export const notifyDecision = (
  tx: Tx,
  accountId: number,
  shown: Pick<DecisionNotification, 'decisionId' | 'kind' | 'reason' | 'rules' | 'warned'>,
): Promise<void> => add(tx, { accountId, type: NOTIFICATION_TYPE.decision, payload: shown }, shown);

/** Type 12 (rules 31.23 and 31.28): a moderator decided the user's objection, or one to the user's decision. */
export const notifyObjection = (
  tx: Tx,
  accountId: number,
  shown: Pick<ObjectionNotification, 'decisionId' | 'verdict' | 'reason' | 'report' | 'isDecider'>,
): Promise<void> => add(tx, { accountId, type: NOTIFICATION_TYPE.objectionDecided, payload: shown }, shown);

/** Removes the notification of a reverted decision, from open panels too (rule 13.8). */
export async function withdrawDecision(tx: Tx, accountId: number, decisionId: string): Promise<void> {
  const { type, payload, modActionId, banId } = notifications;
  const isDecision = eq(type, NOTIFICATION_TYPE.decision);
  const isIt = or(
    eq(modActionId, decisionId),
    eq(banId, decisionId),
    and(isDecision, sql`${payload}->>'decisionId' = ${decisionId}`),
  );
  await withdraw(tx, and(eq(notifications.accountId, accountId), isIt));
}
