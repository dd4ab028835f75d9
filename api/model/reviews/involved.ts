/**
 * Who decides about a post: staff who neither wrote it, nor are its subject, nor reported it. When that leaves no one, administrators
 * decide (rules 28.26 and 28.27).
 */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
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

/** Condition on `reviews`: the account wrote the post, is its subject, or reported it. */
const involves = (
  id: SQL | Placeholder | number,
): SQL => sql`(${reviews.authorId} = ${id} or ${reviews.playerId} = ${id}
  or exists (select from ${reports} where ${reports.postId} = ${reviews.postId} and ${reports.reporterId} = ${id}))`;

/** Condition on `reviews`: the post involves every moderator and administrator. */
export const isEveryoneInvolved = sql<boolean>`not exists (
  select from ${users} where ${STAFF} and not ${involves(sql`${users.id}`)})`;

/** Condition on `reviews`: the viewer, whose id `id` may be a placeholder for, may see the item. */
export function whereMayReview(viewer: SessionUser, id: Placeholder | number = viewer.id): SQL {
  const isFree = sql`not ${involves(id)}`;
  return hasRole(viewer, 'admin') ? sql`(${isFree} or ${isEveryoneInvolved})` : isFree;
}

/** The accounts that decide about a post. */
async function reviewersOf(db: Db, postId: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string | number; isFree: boolean; isAdmin: boolean }>(
    sql`select ${users.id} as id, not ${involves(sql`${users.id}`)} as "isFree", 'admin' = any(${users.roles}) as "isAdmin"
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
