/**
 * Who decides about a post: staff who neither wrote it, nor are its subject, nor reported it. When that leaves
 * no one, administrators decide (rules 28.26 and 28.27). The same staff see decisions about the post, and bans
 * that name only such posts (rule 31.10).
 */
import { subDays } from 'date-fns/subDays';
import { and, type Column, eq, gt, inArray, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#api/db/database.ts';
import { banPosts, decisions, objections } from '#api/db/decision-schema.ts';
import { roleChanges } from '#api/db/person-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { posts, users } from '#api/db/schema.ts';
import { notFound } from '#api/http/errors.ts';
import { hasRole } from '#lib/domain/permissions.ts';
import type { ReviewChange } from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Condition on `users`: a moderator or administrator. */
export const STAFF: SQL = sql`${users.roles} && '{admin,mod}'::text[] and cardinality(${users.roles}) > 0`;

/** All moderators and administrators. */
export async function listStaff(db: Db): Promise<number[]> {
  const rows = await db.select({ id: users.id }).from(users).where(STAFF);
  return rows.map(({ id }) => id);
}

/** The columns with the post of an item or a decision, and with its two players. */
interface InvolvedColumns {
  postId: Column;
  author: Column;
  player: Column | SQL;
  /** Rows of further posts, when there are any, and their columns. */
  others?: { when: SQL; from: SQL; columns: InvolvedColumns };
}

/** The columns of `posts`. */
export const OF_POST: InvolvedColumns = { postId: posts.id, author: posts.authorId, player: posts.playerId };

/** The columns of `ban_posts`. */
export const OF_BAN: InvolvedColumns = {
  postId: banPosts.postId,
  author: banPosts.authorId,
  player: banPosts.playerId,
};

const OF_REVIEW: InvolvedColumns = {
  postId: reviews.postId,
  author: reviews.authorId,
  player: reviews.playerId,
};

/** The columns of `decisions`, with all posts that a ban names. */
export const OF_DECISION: InvolvedColumns = {
  postId: decisions.postId,
  author: decisions.personId,
  player: sql`coalesce(${decisions.otherId}, 0)`,
  others: {
    when: eq(decisions.kind, 'banned'),
    from: sql`${banPosts} where ${banPosts.banId} = ${decisions.id}`,
    columns: OF_BAN,
  },
};

/** Condition: the account wrote the post, is its subject, or reported it; so with any further post. */
export const involves = (
  { postId, author, player, others }: InvolvedColumns,
  id: SQL | Placeholder | number,
): SQL =>
  sql`(${author} = ${id} or ${player} = ${id}
  or exists (select from ${reports} where ${reports.postId} = ${postId} and ${reports.reporterId} = ${id})
  ${others ? sql`or ${others.when} and exists (select from ${others.from} and ${involves(others.columns, id)})` : sql``})`;

/** Condition: one of the moderators and administrators whom `among` names is not involved. */
const hasFree = (concerned: InvolvedColumns, among = sql`true`): SQL<boolean> => sql<boolean>`exists (
  select from ${users} where ${STAFF} and ${among} and not ${involves(concerned, sql`${users.id}`)})`;

/** Condition on `reviews`: the post involves every moderator and administrator. */
export const isEveryoneInvolved = sql<boolean>`not ${hasFree(OF_REVIEW)}`;

/** Condition on `decisions`: a moderator or administrator other than the accounts is not involved. */
export const hasFreeColleague = (ids: readonly number[]): SQL<boolean> =>
  hasFree(OF_DECISION, sql`${users.id} <> all(${`{${ids.join(',')}}`}::bigint[])`);

/** Condition on `reviews` or other columns: the viewer, whose id `id` may be a placeholder for, may see the item or decision. */
export function whereMayReview(
  viewer: Pick<SessionUser, 'id' | 'roles'>,
  id: Placeholder | number = viewer.id,
  concerned = OF_REVIEW,
): SQL<boolean> {
  const isFree = sql<boolean>`not ${involves(concerned, id)}`;
  return hasRole(viewer, 'admin') ? sql<boolean>`(${isFree} or not ${hasFree(concerned)})` : isFree;
}

/** Condition on `decisions`: the viewer may see the decision. Who made it does, even if involved (rule 31.22). */
export const whereMaySee = (viewer: SessionUser): SQL<boolean> =>
  sql<boolean>`(${decisions.modId} = ${viewer.id} or ${whereMayReview(viewer, viewer.id, OF_DECISION)})`;

/** How long a moderator's own decision waits for a colleague after the last one left, in days. */
const COLLEAGUE_DAYS = 7;

/**
 * Condition on `decisions`: the viewer did not make it, or the region has had no other for 7 days who may decide (rule 31.22).
 */
export async function whereMayDecide(db: Db, viewer: SessionUser, now: number): Promise<SQL<boolean>> {
  const left = and(
    eq(roleChanges.granted, false),
    inArray(roleChanges.role, ['admin', 'mod']),
    ne(roleChanges.accountId, viewer.id),
    gt(roleChanges.changedAt, subDays(now, COLLEAGUE_DAYS)),
  );
  const isAlone = (await db.$count(roleChanges, left)) === 0;
  const hasColleague = isAlone ? hasFreeColleague([viewer.id]) : sql`true`;
  return sql<boolean>`(${decisions.modId} is distinct from ${viewer.id} or not ${hasColleague})`;
}

/** The accounts that decide about the post of an item or about a decision. */
async function decidersOf(db: Db, concerned: InvolvedColumns, rows: PgTable, where: SQL): Promise<number[]> {
  const found = await db.execute<{ id: string | number; isFree: boolean; isAdmin: boolean }>(
    sql`select ${users.id} as id, not ${involves(concerned, sql`${users.id}`)} as "isFree", 'admin' = any(${users.roles}) as "isAdmin"
      from ${rows} cross join ${users} where ${where} and ${STAFF}`,
  );
  const free = found.rows.filter(({ isFree }) => isFree);
  return (free.length > 0 ? free : found.rows.filter(({ isAdmin }) => isAdmin)).map(({ id }) => Number(id));
}

const reviewersOf = (db: Db, postId: string): Promise<number[]> =>
  decidersOf(db, OF_REVIEW, reviews, eq(reviews.postId, postId));

/** Requires that the viewer may see the item; else 404, as if there were none. */
export async function checkMayReview(db: Db, viewer: SessionUser, postId: string): Promise<void> {
  if (!(await reviewersOf(db, postId)).includes(viewer.id)) throw notFound();
}

type Details = Partial<Pick<ReviewChange, 'claim' | 'by'>>;

/** Announces a change of an item to the moderators who may decide about it. */
export async function announceReview(
  { db, publish }: Tx,
  postId: string,
  change: ReviewChange['change'],
  { claim = null, by = null }: Details = {},
): Promise<void> {
  const accountIds = await reviewersOf(db, postId);
  if (accountIds.length > 0) publish({ type: 'review', accountIds, change: { postId, change, claim, by } });
}

/** The same for an objection to a decision. */
export async function announceObjection(
  { db, publish }: Tx,
  { id, decisionId }: { id: string; decisionId: string },
  change: ReviewChange['change'],
  { claim = null, by = null }: Details = {},
): Promise<void> {
  const accountIds = await decidersOf(db, OF_DECISION, decisions, eq(decisions.id, decisionId));
  const shown = { postId: id, ofObjection: true, change, claim, by };
  if (accountIds.length > 0) publish({ type: 'review', accountIds, change: shown });
}

/** How long a moderator leaves a post to others after a reversal, in days (rule 31.27). */
export const REVERSED_DAYS = 30;

const mine = alias(decisions, 'mine');

/** For lists and counts: the same, unless the viewer leaves the post to others after a reversal. */
export async function whereMayDecideNow(db: Db, viewer: SessionUser, now: number): Promise<SQL<boolean>> {
  const since = subDays(now, REVERSED_DAYS).toISOString();
  return sql`(${await whereMayDecide(db, viewer, now)} and not exists (
    select from ${decisions} as mine join ${objections} on ${objections.decisionId} = ${mine.id}
    where ${mine.modId} = ${viewer.id} and ${mine.postId} = ${decisions.postId} and ${objections.verdict} = 'reversed'
      and ${objections.decidedBy} <> ${viewer.id} and ${objections.decidedAt} > ${since}))`;
}
