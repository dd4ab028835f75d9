/** Who may decide about what. */
import { subDays } from 'date-fns/subDays';
import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { banPosts, decisions, objections } from '#api/db/decision-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { deletedPosts, posts, users } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { CONFLICT_DAYS } from '#api/model/posts/rules.ts';
import {
  hasFreeColleague,
  involves,
  isEveryoneInvolved,
  OF_BAN,
  OF_POST,
  REVERSED_DAYS,
  STAFF,
} from '#api/model/reviews/involved.ts';
import { banRefusal, hasRole } from '#lib/domain/permissions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** A check that throws the refusal that `find` returns, as 403 with the sentence. */
const requireNo =
  <Args extends unknown[]>(find: (...args: Args) => Promise<string | null>) =>
  async (...args: Args): Promise<void> => {
    const refusal = await find(...args);
    if (refusal !== null) throw sentence(403, refusal);
  };

/** Moderators do not act on posts that they wrote or that are about them (rule 11.3); else 403 with a sentence. */
export function checkMayModerate(
  viewer: SessionUser,
  post: { authorId: number | null; playerId: number | null },
): void {
  const involved = post.authorId === viewer.id || post.playerId === viewer.id;
  if (involved && !hasRole(viewer, 'admin'))
    throw sentence(403, 'You cannot moderate a post that you wrote or that is about you.');
}

/**
 * Moderators do not act on posts that they have reported, until that is decided; administrators do when the post involves
 * everyone (rules 28.26 and 28.27). Else 403 with a sentence. The caller must have locked the post.
 */
export async function checkNotReporter(db: Db, viewer: SessionUser, postId: string): Promise<void> {
  const [own] = await db
    .select({ isEveryoneInvolved })
    .from(reports)
    .innerJoin(reviews, eq(reviews.postId, reports.postId))
    .where(and(eq(reports.postId, postId), eq(reports.reporterId, viewer.id), eq(reports.outcome, 'open')));
  if (own !== undefined && !(own.isEveryoneInvolved && hasRole(viewer, 'admin')))
    throw sentence(403, 'You cannot moderate a post while your report of it is open.');
}

/** Posts of a ban that involve the viewer. */
type Involving = readonly { id: string; authorId: number | null; playerId: number | null }[];

/** Moderators neither issue nor revert bans because of posts that involve them (rule 28.37); else 403 with a sentence. */
async function checkNotInvolved(db: Db, viewer: SessionUser, involving: Involving): Promise<void> {
  if (hasRole(viewer, 'admin')) return;
  for (const post of involving) checkMayModerate(viewer, post);
  for (const { id } of involving) await checkNotReporter(db, viewer, id);
  if (involving.length > 0)
    throw sentence(403, 'You have reported a post that the ban names, so another moderator decides.');
}

/** The same for the posts that a new ban names. Unknown posts: 404. */
export async function checkBanPosts(db: Db, viewer: SessionUser, postIds: readonly string[]): Promise<void> {
  const isNamed = sql`${posts.id} = ${anyOf(postIds)}`;
  if ((await db.$count(posts, isNamed)) < new Set(postIds).size) throw notFound();
  const { id, authorId, playerId } = posts;
  const where = and(isNamed, involves(OF_POST, viewer.id));
  await checkNotInvolved(db, viewer, await db.select({ id, authorId, playerId }).from(posts).where(where));
}

/** The same for the posts that a ban has named. */
export async function checkNamed(db: Db, viewer: SessionUser, banId: string): Promise<void> {
  const { postId: id, authorId, playerId } = banPosts;
  const where = and(eq(banPosts.banId, banId), involves(OF_BAN, viewer.id));
  await checkNotInvolved(db, viewer, await db.select({ id, authorId, playerId }).from(banPosts).where(where));
}

/**
 * Why a moderator cannot warn or ban a player without naming a post (rule 11.15); null when they can, or when every moderator and
 * administrator is in the same situation.
 */
export async function findConflict(
  db: Db,
  viewer: SessionUser,
  playerId: number,
  now: number,
): Promise<string | null> {
  if (hasRole(viewer, 'admin')) return null;
  const since = subDays(now, CONFLICT_DAYS).toISOString();
  const hasPosted = sql`exists (select from ${posts} where ${posts.authorId} = ${playerId}
      and ${posts.playerId} = ${users.id} and ${posts.createdAt} > ${since})
    or exists (select from ${deletedPosts} where ${deletedPosts.authorId} = ${playerId}
      and ${deletedPosts.playerId} = ${users.id} and ${deletedPosts.postedAt} > ${since})`;
  const hasReported = sql`exists (select from ${reports} where ${reports.reporterId} = ${users.id}
    and ${reports.aboutId} = ${playerId} and (${reports.outcome} = 'open' or ${reports.createdAt} > ${since}))`;
  const { rows } = await db.execute<{ isViewer: boolean; hasPosted: boolean; hasReported: boolean }>(
    sql`select ${users.id} = ${viewer.id} as "isViewer", ${hasPosted} as "hasPosted", ${hasReported} as "hasReported"
      from ${users} where ${STAFF} and ${users.id} <> ${playerId}`,
  );
  const own = rows.find(({ isViewer }) => isViewer);
  if (rows.every((one) => one.hasPosted || one.hasReported)) return null;
  if (own?.hasPosted) return 'This player has posted about you, so another moderator decides.';
  return own?.hasReported ? 'You have reported this player, so another moderator decides.' : null;
}

/** Requires that there is no such conflict; else 403 with the sentence. */
export const checkNoConflict = requireNo(findConflict);

/** Why the viewer cannot ban or warn a player, nor revert that (rules 11.13 and 31.30); null when they can. */
export async function findBanRefusal(
  db: Db,
  viewer: SessionUser,
  userId: number,
  what?: string,
): Promise<string | null> {
  const [user] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, userId));
  const roles = user?.roles ?? [];
  const target = { id: userId, isStaff: roles.includes('admin') || roles.includes('mod') };
  return banRefusal(viewer, target, what);
}

/** Requires that there is no such reason; else 403 with the sentence. */
export const checkMayBan = requireNo(findBanRefusal);

/** Whether one of the posts that a stored ban names is by or about the banned player. */
export const namesOwnPost = async (db: Db, banId: string, userId: number): Promise<boolean> => {
  const isOwn = or(eq(banPosts.authorId, userId), eq(banPosts.playerId, userId));
  return (await db.$count(banPosts, and(eq(banPosts.banId, banId), isOwn))) > 0;
};

/**
 * Why others decide about posts for now: on an objection, another person has reversed a decision of the viewer about one of
 * them (rule 31.27). Null for other viewers, and when no one else is left; `except` is no one else either.
 */
export async function reversalRefusal(
  db: Db,
  viewer: SessionUser,
  postIds: readonly string[],
  now: number,
  except: number | null = null,
): Promise<string | null> {
  const reversed = await db
    .select({ id: decisions.id, modId: sql<number>`${decisions.modId}`.mapWith(Number) })
    .from(decisions)
    .innerJoin(objections, eq(objections.decisionId, decisions.id))
    .where(
      and(
        sql`${decisions.id} in (select ${decisions.id} from ${decisions} where ${decisions.postId} = ${anyOf(postIds)}
          union all select ${banPosts.banId} from ${banPosts} where ${banPosts.postId} = ${anyOf(postIds)})`,
        eq(objections.verdict, 'reversed'),
        ne(objections.decidedBy, decisions.modId),
        gt(objections.decidedAt, subDays(now, REVERSED_DAYS)),
      ),
    );
  const own = reversed.find(({ modId }) => modId === viewer.id);
  if (own === undefined) return null;
  const others = [...reversed.map(({ modId }) => modId), ...(except === null ? [] : [except])];
  const isLeft = and(eq(decisions.id, own.id), hasFreeColleague(others));
  return (await db.$count(decisions, isLeft)) > 0 ? REVERSED : null;
}

const REVERSED =
  'Another moderator reversed your decision about this post because of an objection, so others decide about it for 30 days.';

/** Requires that others need not decide about the posts (rule 31.27); else 403 with a sentence. */
export const checkNotReversed = requireNo(({ db, now }: Tx, viewer: SessionUser, ids: readonly string[]) =>
  reversalRefusal(db, viewer, ids, now),
);
