/** Checks of who may write, edit and delete posts; each throws the refusal. */
import { eq } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players } from '#api/db/schema.ts';
import { notFound, ruleError, sentence } from '#api/http/errors.ts';
import { isBannedAt } from '#api/model/players/profile.ts';
import { canIgnoreChecks, hasRole, isAuthor, type Viewer } from '#lib/domain/permissions.ts';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

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

/** Users post as themselves and about others (rule 9.9). */
export function checkParties(viewer: SessionUser, authorId: number, playerId: number): void {
  if (authorId !== viewer.id) throw ruleError('postDto', 'You can only create posts as yourself.');
  if (playerId === viewer.id) throw ruleError('postDto', POSTING_SENTENCES.self);
}

/** Author and target of a new post. */
export interface Parties {
  author: { siteKarma: number; gameKarma: number | null; optedOut: boolean };
  player: { optedOut: boolean };
}

/** Reads author and target; 404 when the target does not exist. */
export async function findParties(db: Db, authorId: number, playerId: number): Promise<Parties> {
  const columns = { siteKarma: players.siteKarma, gameKarma: players.gameKarma, optedOut: players.optedOut };
  const [author] = await db.select(columns).from(players).where(eq(players.id, authorId));
  const [player] = await db.select(columns).from(players).where(eq(players.id, playerId));
  if (author === undefined || player === undefined) throw notFound();
  return { author, player };
}

/** Neither author nor target has opted out (rule 9.9). */
export function checkOptOut({ author, player }: Parties): void {
  if (author.optedOut) throw ruleError('flags', POSTING_SENTENCES['viewer-opted-out']);
  if (player.optedOut) throw ruleError('flags', POSTING_SENTENCES['player-opted-out']);
}

/** What decides who may change a stored post. */
export interface OwnedPost {
  authorId: number;
  playerId: number;
  modLocked: boolean;
  readOnly: boolean;
}

/**
 * Authors change their own posts unless a moderator locked them (rule 8.6). Staff who skip checks may change other posts,
 * but only administrators those that they wrote or that are about them (rule 11.3).
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
