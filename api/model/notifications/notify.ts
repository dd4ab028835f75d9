/** Stores notifications in the transaction that causes them, and publishes them after its commit. */
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
import type { Post } from '#lib/schemas/post.ts';

type Row = typeof notifications.$inferSelect;
type TypeName = keyof typeof NOTIFICATION_TYPE;

/**
 * A notification as clients get it: with the post and the mod action that it refers to, null
 * where its receiver may not see them.
 */
export function toNotification(row: Row, post: Post | null, modAction: ModAction | null): Notification {
  const { id, accountId, type, postId, modActionId } = row;
  const decisionId = modActionId ?? row.banId;
  return {
    ...(row.payload as object),
    ...(postId !== null && { postId, post }),
    ...(modActionId !== null && { modActionId, modAction }),
    ...(decisionId !== null && { decisionId }),
    id,
    accountId,
    type,
    emittedAt: row.emittedAt.toISOString(),
    acknowledgedAt: isoTime(row.acknowledgedAt),
  } as Notification;
}

/** Stores a notification and publishes it, unless its receiver is erased at the same time. */
async function add(
  { db, now, publish }: Tx,
  accountId: number,
  type: TypeName,
  values: Partial<Pick<Row, 'postId' | 'modActionId' | 'banId' | 'payload'>>,
  post: Post | null = null,
  modAction: ModAction | null = null,
): Promise<void> {
  const isReceiver = eq(players.id, accountId);
  const receivers = await db.select({ id: players.id }).from(players).where(isReceiver).for('key share');
  if (receivers.length === 0) return;
  const stored = { ...values, accountId, type: NOTIFICATION_TYPE[type], emittedAt: new Date(now) };
  const [row] = await db.insert(notifications).values(stored).returning();
  if (row !== undefined)
    publish({ type: 'newNotification', notification: toNotification(row, post, modAction) });
}

/** Deletes notifications of an account, from open panels too; returns their types. */
async function withdraw({ db, publish }: Tx, accountId: number, where: SQL | undefined): Promise<number[]> {
  const removed = await db
    .delete(notifications)
    .where(and(eq(notifications.accountId, accountId), where))
    .returning({ id: notifications.id, type: notifications.type });
  for (const { id } of removed) publish({ type: 'deletedNotification', accountId, id });
  return removed.map(({ type }) => type);
}

const isOfType = (...types: TypeName[]): SQL =>
  inArray(
    notifications.type,
    types.map((type) => NOTIFICATION_TYPE[type]),
  );

/** Condition: the notification is about the post, has one of the types, and is pending. */
const isPendingOf = (postId: string, ...types: TypeName[]): SQL | undefined =>
  and(eq(notifications.postId, postId), isNull(notifications.acknowledgedAt), isOfType(...types));

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
  await withdraw(tx, row.player.id, isPendingOf(row.id, event));
  await add(tx, row.player.id, event, { postId: row.id, payload: { post } }, post);
}

/**
 * A post about the player was deleted (rule 13.12). Removes what is pending about it. The player is notified, unless they
 * had not acknowledged the post itself yet, or a moderator had removed it before.
 */
export async function notifyDeletion(tx: Tx, row: PostRow): Promise<void> {
  const isPending = isPendingOf(row.id, 'postAdded', 'postEdited', 'postDeleted');
  const withdrawn = await withdraw(tx, row.player.id, isPending);
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
  const type = modAction.actionType === MOD_ACTION_TYPE.delete ? 'postModDeleted' : 'postModEdited';
  const { id: modActionId, postId } = modAction;
  const values = { postId, modActionId, payload: isWarning ? { warned: true } : {} };
  await add(tx, row.author.id, type, values, toPost(row, null), modAction);
}

/** Type 7 (rule 13.2): the user was banned, with the end (null: permanent) and the reason. */
export function notifyBan(tx: Tx, ban: typeof platformBans.$inferSelect): Promise<void> {
  const payload = { reason: ban.reason, rules: ban.rules, until: isoTime(ban.bannedUntil) };
  return add(tx, ban.userId, 'platformBan', { banId: ban.id, payload });
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
  const row = decided.outcome === 'deleted' ? null : await findPost(tx.db, postId);
  const post = row === null || row.modLocked ? null : toPost(row, null);
  const byReceiver = new Map(receivers.map((one) => [`${one.reporterId} ${one.ofReply}`, one]));
  for (const { reporterId, ofReply } of byReceiver.values()) {
    const payload = { ...decided, ...(ofReply && { ofReply }) };
    await add(tx, reporterId, 'reportDecided', { postId, payload }, post);
  }
}

/** Removes what these reporters were told about a post, or about the reply to it. */
export async function withdrawOutcomes(
  tx: Tx,
  receivers: readonly Receiver[],
  postId: string,
): Promise<void> {
  const isOutcome = and(eq(notifications.postId, postId), isOfType('reportDecided'));
  for (const { reporterId, ofReply } of receivers) {
    const isOfPart = sql`(${notifications.payload}->'ofReply' is not null) = ${ofReply}`;
    await withdraw(tx, reporterId, and(isOutcome, isOfPart));
  }
}

/** Type 9 (rule 13.2): tells staff of a ban or a warning that names no post. */
export async function notifyStaff(
  tx: Tx,
  receivers: readonly number[],
  payload: Pick<StaffBanNotification, 'userId' | 'username' | 'modUsername' | 'reason' | 'warned'>,
): Promise<void> {
  for (const accountId of receivers) await add(tx, accountId, 'banWithoutPost', { payload });
}

/**
 * Type 10 (rule 31.6): the player whom a post is about has answered it. Replaces a pending one.
 * The caller must have locked the post.
 */
export async function notifyReply(tx: Tx, row: PostRow): Promise<void> {
  await withdrawReply(tx, row);
  await add(tx, row.author.id, 'postAnswered', { postId: row.id }, toPost(row, null));
}

/** Removes the notification of a post's author about a reply that is gone. */
export async function withdrawReply(tx: Tx, row: { id: string; author: { id: number } }): Promise<void> {
  await withdraw(tx, row.author.id, isPendingOf(row.id, 'postAnswered'));
}

/** Type 11 (rule 13.2): the user was warned, or a moderator removed the user's reply. */
export const notifyDecision = (
  tx: Tx,
  accountId: number,
  payload: Pick<DecisionNotification, 'decisionId' | 'kind' | 'reason' | 'rules' | 'warned'>,
): Promise<void> => add(tx, accountId, 'decision', { payload });

/** Type 12 (rules 31.23 and 31.28): a moderator decided the user's objection, or one to the user's decision. */
export const notifyObjection = (
  tx: Tx,
  accountId: number,
  payload: Pick<ObjectionNotification, 'decisionId' | 'verdict' | 'reason' | 'report' | 'isDecider'>,
): Promise<void> => add(tx, accountId, 'objectionDecided', { payload });

/** Removes the notification of a reverted decision, from open panels too (rule 13.8). */
export async function withdrawDecision(tx: Tx, accountId: number, decisionId: string): Promise<void> {
  const { payload, modActionId, banId } = notifications;
  const isNamed = and(isOfType('decision'), sql`${payload}->>'decisionId' = ${decisionId}`);
  await withdraw(tx, accountId, or(eq(modActionId, decisionId), eq(banId, decisionId), isNamed));
}
