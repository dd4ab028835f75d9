/** Replies to posts: reads, former versions, and their limit. */
import { addHours } from 'date-fns/addHours';
import { subHours } from 'date-fns/subHours';
import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions, objections, replies, replyVersions } from '#api/db/decision-schema.ts';
import { reports, reviewLog, reviews } from '#api/db/review-schema.ts';
import type { ReplyVersion } from '#lib/schemas/review.ts';

/** Posts that one account may answer within 24 hours; withdrawn replies count. */
const REPLIES_PER_DAY = 20;

type StoredReply = typeof replies.$inferSelect;

/** Condition: the reply is not withdrawn. A removed one stays, also when it was withdrawn before: then without its words. */
const isPresent = or(eq(replies.withdrawn, false), eq(replies.removed, true));

/** The reply to a post, also a removed one; null without one, and once it is withdrawn. */
export async function findReply(db: Db, postId: string): Promise<StoredReply | null> {
  const [row] = await db
    .select()
    .from(replies)
    .where(and(eq(replies.postId, postId), isPresent));
  return row ?? null;
}

/** When the present words of a reply were written. */
export const writtenAt = ({ createdAt, updatedAt }: Pick<StoredReply, 'createdAt' | 'updatedAt'>): Date =>
  updatedAt ?? createdAt;

const isOpenReport = (postId: string): SQL | undefined =>
  and(eq(reports.postId, postId), eq(reports.ofReply, true), eq(reports.outcome, 'open'));

/** Whether an objection to the keep of a post is open: its reversal opens the reports again. */
export async function isKeepDisputed(db: Db, postId: string): Promise<boolean> {
  const isKeep = and(eq(decisions.postId, postId), eq(decisions.kind, 'kept'));
  const isOpen = sql`exists (select from ${objections}
    where ${objections.decisionId} = ${decisions.id} and ${objections.verdict} is null)`;
  return (await db.$count(decisions, and(isKeep, isOpen))) > 0;
}

/**
 * Keeps the words that the author is about to change or withdraw, while the reply is reported or a keep is objected to
 * (rule 28.34). Needs the post's lock.
 */
export async function keepReplyVersion({ db, now }: Tx, reply: StoredReply): Promise<void> {
  const { postId, authorId, content } = reply;
  const isReported = (await db.$count(reports, isOpenReport(postId))) > 0;
  if (!isReported && !(await isKeepDisputed(db, postId))) return;
  await db.insert(replyVersions).values({ postId, authorId, content, replacedAt: new Date(now) });
}

/** The former words that open reports are about, and the last ones since the first of these reports; the oldest first. */
export async function readReplyVersions(db: Db, postId: string): Promise<ReplyVersion[]> {
  const version = alias(replyVersions, 'version');
  const times = sql`select unnest(array[min(${version.replacedAt}), max(${version.replacedAt})])
    from ${replyVersions} as ${sql.identifier('version')}
    where ${version.postId} = ${postId} and ${version.replacedAt} >= ${reports.createdAt}`;
  const isShown = sql`${replyVersions.replacedAt} in (
    select at from ${reports}, lateral (${times}) as shown(at) where ${isOpenReport(postId)})`;
  const rows = await db
    .select({ content: replyVersions.content, replacedAt: replyVersions.replacedAt })
    .from(replyVersions)
    .where(and(eq(replyVersions.postId, postId), isShown))
    .orderBy(asc(replyVersions.replacedAt));
  return rows.map(({ content, replacedAt }) => ({ content, replacedAt: replacedAt.toISOString() }));
}

/** The reply that moderators can remove: as `findReply`, and a withdrawn one with its last words while it is reported. */
export async function findRemovable(db: Db, postId: string): Promise<StoredReply | null> {
  const [row] = await db.select().from(replies).where(eq(replies.postId, postId));
  if (row === undefined || !row.withdrawn || row.removed) return row ?? null;
  const was = (await readReplyVersions(db, postId)).at(-1);
  return was === undefined ? null : { ...row, content: was.content };
}

/** Whether the reply was written or changed since the last decision about it or its post that is in force. */
export async function isChangedSinceDecision(db: Db, postId: string): Promise<boolean> {
  const decided = sql`select max(${decisions.createdAt}) from ${decisions} where ${decisions.postId} = ${postId}
    and ${decisions.kind} in ('kept', 'edited', 'reply-removed') and ${decisions.revertedAt} is null`;
  // Keeps of posts that no one reported are in the log alone.
  const kept = sql`select ${reviewLog.createdAt} from ${reviews}
    join ${reviewLog} on ${reviewLog.id} = ${reviews.decisionId} where ${reviews.postId} = ${postId}`;
  const isLater = sql`coalesce(${replies.updatedAt}, ${replies.createdAt}) > greatest((${decided}), (${kept}))`;
  const isReply = and(eq(replies.postId, postId), eq(replies.withdrawn, false));
  return (await db.$count(replies, and(isReply, isLater))) > 0;
}

/** The times of the answers to a post within 24 hours. The release before stores their number and the time of the last one. */
export function answersOf(
  reply: Pick<StoredReply, 'answers' | 'writes' | 'createdAt'> | undefined,
  now: number,
): Date[] {
  if (reply === undefined) return [];
  const { answers, writes, createdAt } = reply;
  const isListed = answers.some((at) => at.getTime() === createdAt.getTime());
  const all = isListed ? answers : Array.from({ length: writes }, () => createdAt);
  return all.filter((at) => at > subHours(now, 24));
}

/** When an account may write the next answer (rule 31.1); null for now. */
export async function findNextAnswer(db: Db, id: number, now: number): Promise<Date | null> {
  const { answers, writes, createdAt } = replies;
  const rows = await db
    .select({ answers, writes, createdAt })
    .from(replies)
    .where(and(eq(replies.authorId, id), gt(createdAt, subHours(now, 24))));
  const times = rows.flatMap((row) => answersOf(row, now).map(Number)).sort((a, b) => b - a);
  const first = times[REPLIES_PER_DAY - 1];
  return first === undefined ? null : addHours(first, 24);
}
