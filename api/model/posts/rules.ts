/**
 * Checks of who may write, edit and delete posts; each throws the refusal. The cooldown starts with an author's latest post about
 * a player, even if that was deleted.
 */
import { subDays } from 'date-fns/subDays';
import { subHours } from 'date-fns/subHours';
import { and, desc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { deletedPosts, players, posts, type StoredPost, users } from '#api/db/schema.ts';
import { cooldown, dayLimit, notFound, ruleError, sentence } from '#api/http/errors.ts';
import { isBannedAt } from '#api/model/players/profile.ts';
import { canIgnoreChecks, hasRole, isAuthor, isStaff, type Viewer } from '#lib/domain/permissions.ts';
import {
  cooldownEnd,
  cooldownSentence,
  dayLimitSentence,
  POSTING_SENTENCES,
  type PostAllowance,
  postAllowance,
  WARNED_SENTENCE,
} from '#lib/domain/posting.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/**
 * How long a post keeps the moderator whom it is about from deciding about its author without
 * naming a post, in days (rule 11.15).
 */
export const CONFLICT_DAYS = 30;

/** Only staff may skip checks (rule 17.5). */
export function checkIgnoreChecks(viewer: Viewer, ignoreChecks: boolean): void {
  if (ignoreChecks && !canIgnoreChecks(viewer))
    throw ruleError('ignoreChecks', 'Only moderators and administrators may skip checks.');
}

/** Banned users neither write nor edit (rule 9.9). */
export async function checkNotBanned(db: Db, userId: number, now: number): Promise<void> {
  const [row] = await db
    .select({ banned: isBannedAt(now) })
    .from(players)
    .where(eq(players.id, userId));
  if (row?.banned) throw sentence(403, POSTING_SENTENCES.banned);
}

/** The oldest warning in force that the player must still confirm; null without one (rule 31.31). */
export async function findUnreadWarning(db: Db, personId: number): Promise<string | null> {
  const [warning] = await db
    .select({ id: warnings.id })
    .from(warnings)
    .innerJoin(decisions, eq(decisions.id, warnings.id))
    .where(and(eq(warnings.personId, personId), isNull(warnings.confirmedAt), isNull(decisions.revertedAt)))
    .orderBy(decisions.createdAt, decisions.id)
    .limit(1);
  return warning?.id ?? null;
}

/** Warned users confirm every warning before the next post (rule 31.31). */
export async function checkNotWarned(db: Db, userId: number): Promise<void> {
  if ((await findUnreadWarning(db, userId)) !== null) throw sentence(403, WARNED_SENTENCE);
}

/** Users post as themselves and about others (rule 9.9). */
export function checkParties(viewer: SessionUser, authorId: number, playerId: number): void {
  if (authorId !== viewer.id) throw ruleError('postDto', 'You can only create posts as yourself.');
  if (playerId === viewer.id) throw ruleError('postDto', POSTING_SENTENCES.self);
}

/** Author and target of a new post. */
export interface Parties {
  author: Pick<typeof players.$inferSelect, 'id' | 'username' | 'siteKarma' | 'gameKarma' | 'optedOut'>;
  player: Pick<typeof players.$inferSelect, 'id' | 'username' | 'optedOut'>;
}

/** Reads author and target; 404 when one does not exist. Locks the author, as an erasure does before other players. */
export async function findParties(db: Db, authorId: number, playerId: number): Promise<Parties> {
  const { id, username, siteKarma, gameKarma, optedOut } = players;
  const columns = { id, username, siteKarma, gameKarma, optedOut };
  const [author] = await db.select(columns).from(players).where(eq(players.id, authorId)).for('key share');
  const [player] = await db.select(columns).from(players).where(eq(players.id, playerId));
  if (author === undefined || player === undefined) throw notFound();
  return { author, player };
}

/** Neither author nor target has opted out (rule 9.9). */
export function checkOptOut({ author, player }: Parties): void {
  if (author.optedOut) throw ruleError('flags', POSTING_SENTENCES['viewer-opted-out']);
  if (player.optedOut) throw ruleError('flags', POSTING_SENTENCES['player-opted-out']);
}

/** The fields that decide who may change a stored post. */
type OwnedPost = Pick<StoredPost, 'authorId' | 'playerId' | 'modLocked' | 'readOnly'>;

/**
 * Authors change their own posts unless a moderator locked them (rule 8.6). Staff who skip checks may change other posts,
 * but only administrators moderate their own posts and posts about themselves (rule 11.3).
 */
export function checkMayChange(
  viewer: SessionUser,
  post: OwnedPost,
  change: 'edit' | 'delete',
  ignoreChecks: boolean,
): void {
  const involved = post.authorId === viewer.id || post.playerId === viewer.id;
  if (ignoreChecks && (!involved || hasRole(viewer, 'admin'))) return;
  if (!isAuthor(viewer, { author: { id: post.authorId } }))
    throw ruleError('post', `You can only ${change} your own posts.`);
  if (post.modLocked) throw ruleError('post', 'This post was removed by a moderator.');
  if (change === 'edit' && post.readOnly)
    throw ruleError('post', 'This post was made read-only by a moderator.');
}

/**
 * When an author wrote posts that meet a condition, newest first, deleted ones too. One statement reads both tables, so that a
 * post that is being deleted is seen in one of them.
 */
function selectWritten(db: Db, authorId: number, isExisting: SQL, isDeleted: SQL) {
  const existing = db
    .select({ at: posts.createdAt })
    .from(posts)
    .where(and(eq(posts.authorId, authorId), isExisting));
  const deleted = db
    .select({ at: deletedPosts.postedAt })
    .from(deletedPosts)
    .where(and(eq(deletedPosts.authorId, authorId), isDeleted));
  return unionAll(existing, deleted).orderBy(desc(posts.createdAt));
}

/** End of the author's cooldown for the player in milliseconds, or null. */
export async function findCooldownEnd(
  db: Db,
  authorId: number,
  playerId: number,
  now: number,
): Promise<number | null> {
  const isAboutPlayer = [eq(posts.playerId, playerId), eq(deletedPosts.playerId, playerId)] as const;
  const [latest] = await selectWritten(db, authorId, ...isAboutPlayer).limit(1);
  return cooldownEnd(latest?.at.toISOString() ?? null, now);
}

/** Requires 24 hours between two posts of one author about one player (rule 5.9); else 423 with the end. */
export async function checkCooldown(db: Db, authorId: number, playerId: number, now: number): Promise<void> {
  const end = await findCooldownEnd(db, authorId, playerId, now);
  if (end !== null) throw cooldown(end, now, cooldownSentence(new Date(end).toISOString()));
}

/** The posts that the author may still write (rule 9.19); posts that were deleted count, and staff have no limit. */
export async function findAllowance(
  db: Db,
  author: SessionUser,
  now: number,
  perDay: number,
): Promise<PostAllowance> {
  if (isStaff(author) || perDay === 0) return { postsLeft: null, nextPostAt: null };
  const since = subHours(now, 24);
  const isRecent = [gt(posts.createdAt, since), gt(deletedPosts.postedAt, since)] as const;
  const written = await selectWritten(db, author.id, ...isRecent);
  const [account] = await db.select({ since: users.createdAt }).from(users).where(eq(users.id, author.id));
  const writtenAt = written.map(({ at }) => at.getTime());
  return postAllowance({ writtenAt, since: account?.since.getTime() ?? now, now }, perDay);
}

/** Requires that the author may write another post now (rule 9.19); else 429 with the time of the next one. */
export async function checkAllowance(...args: Parameters<typeof findAllowance>): Promise<void> {
  const { nextPostAt } = await findAllowance(...args);
  if (nextPostAt !== null)
    throw dayLimit(nextPostAt, args[2], dayLimitSentence(new Date(nextPostAt).toISOString()));
}

/** Stores author, player and time of a post that is about to be deleted. */
export async function keepCooldown(db: Db, { authorId, playerId, createdAt }: StoredPost): Promise<void> {
  await db
    .insert(deletedPosts)
    .values({ authorId, playerId, postedAt: createdAt })
    .onConflictDoUpdate({
      target: [deletedPosts.authorId, deletedPosts.playerId],
      set: { postedAt: sql`greatest(${deletedPosts.postedAt}, excluded.posted_at)` },
    });
}

/**
 * Removes deleted posts that count for no rule. Only housekeeping does, because its locks would make posts wait for each other.
 */
export async function forgetDeletedPosts(db: Db, now: number): Promise<void> {
  await db.delete(deletedPosts).where(lte(deletedPosts.postedAt, subDays(now, CONFLICT_DAYS)));
}
