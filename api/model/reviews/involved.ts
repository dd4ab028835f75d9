/**
 * Who decides about a post: staff who neither wrote it, nor are its subject, nor reported it. When that leaves no one, administrators
 * decide (rules 28.26 and 28.27). The same staff see decisions about the post (rule 31.10).
 */
import { type Column, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions } from '#api/db/decision-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { users } from '#api/db/schema.ts';
import { notFound } from '#api/http/errors.ts';
import { hasRole } from '#lib/domain/permissions.ts';
import type { ReviewChange } from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

const STAFF = sql`${users.roles} && '{admin,mod}'::text[] and cardinality(${users.roles}) > 0`;

/** All moderators and administrators. */
export async function listStaff(db: Db): Promise<number[]> {
  const rows = await db.select({ id: users.id }).from(users).where(STAFF);
  return rows.map(({ id }) => id);
}

/** The columns with the post of an item or a decision, and with its two players, which are never null. */
interface Concerned {
  postId: Column;
  author: Column;
  player: Column | SQL;
}

const REVIEWED: Concerned = { postId: reviews.postId, author: reviews.authorId, player: reviews.playerId };

/** The columns of `decisions`. */
export const DECIDED: Concerned = {
  postId: decisions.postId,
  author: decisions.personId,
  player: sql`coalesce(${decisions.otherId}, 0)`,
};

/** Condition: the account wrote the post, is its subject, or reported it. */
const involves = ({ postId, author, player }: Concerned, id: SQL | Placeholder | number): SQL =>
  sql`(${author} = ${id} or ${player} = ${id}
  or exists (select from ${reports} where ${reports.postId} = ${postId} and ${reports.reporterId} = ${id}))`;

/** Condition: one of the moderators and administrators whom `among` names is not involved. */
const hasFree = (concerned: Concerned, among = sql`true`): SQL<boolean> => sql<boolean>`exists (
  select from ${users} where ${STAFF} and ${among} and not ${involves(concerned, sql`${users.id}`)})`;

/** Condition on `reviews`: the post involves every moderator and administrator. */
export const isEveryoneInvolved = sql<boolean>`not ${hasFree(REVIEWED)}`;

/** Condition on `decisions`: a moderator or administrator other than the account is not involved. */
export const hasFreeColleague = (id: number): SQL<boolean> => hasFree(DECIDED, sql`${users.id} <> ${id}`);

/** Condition on `reviews` or other columns: the viewer, whose id `id` may be a placeholder for, may see the item or decision. */
export function whereMayReview(
  viewer: SessionUser,
  id: Placeholder | number = viewer.id,
  concerned = REVIEWED,
): SQL<boolean> {
  const isFree = sql<boolean>`not ${involves(concerned, id)}`;
  return hasRole(viewer, 'admin') ? sql<boolean>`(${isFree} or not ${hasFree(concerned)})` : isFree;
}

/** The accounts that decide about a post. */
async function reviewersOf(db: Db, postId: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string | number; isFree: boolean; isAdmin: boolean }>(
    sql`select ${users.id} as id, not ${involves(REVIEWED, sql`${users.id}`)} as "isFree", 'admin' = any(${users.roles}) as "isAdmin"
      from ${reviews} cross join ${users} where ${reviews.postId} = ${postId} and ${STAFF}`,
  );
  const free = rows.filter(({ isFree }) => isFree);
  return (free.length > 0 ? free : rows.filter(({ isAdmin }) => isAdmin)).map(({ id }) => Number(id));
}

/** Requires that the viewer may see the item; else 404, as if there were none. */
export async function checkMayReview(db: Db, viewer: SessionUser, postId: string): Promise<void> {
  if (!(await reviewersOf(db, postId)).includes(viewer.id)) throw notFound();
}

/** Announces a change of an item to the moderators who may decide about it. */
export async function announceReview(
  { db, publish }: Tx,
  postId: string,
  change: ReviewChange['change'],
  { claim = null, by = null }: Partial<Pick<ReviewChange, 'claim' | 'by'>> = {},
): Promise<void> {
  const accountIds = await reviewersOf(db, postId);
  if (accountIds.length > 0) publish({ type: 'review', accountIds, change: { postId, change, claim, by } });
}
