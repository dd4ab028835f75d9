/** Who may write what: the rules of posting, each with its answer. */
import { eq } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players } from '#api/db/schema.ts';
import { notFound, ruleError, sentence } from '#api/http/errors.ts';
import { isBannedAt } from '#api/players/columns.ts';
import { canIgnoreChecks, hasRole, isAuthor, type Viewer } from '#lib/domain/permissions.ts';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Rule 17.5: only staff may skip checks. */
export function checkIgnoreChecks(viewer: Viewer, ignoreChecks: boolean): void {
  if (ignoreChecks && !canIgnoreChecks(viewer))
    throw ruleError('ignoreChecks', 'Only moderators and administrators may skip checks.');
}

/** Rule 9.9: banned users neither write nor edit. */
export async function checkNotBanned(db: Db, userId: number, now: number): Promise<void> {
  const [row] = await db
    .select({ banned: isBannedAt(now) })
    .from(players)
    .where(eq(players.id, userId));
  if (row?.banned) throw sentence(403, POSTING_SENTENCES.banned);
}

/** Rule 9.9: one writes as oneself, and about others. */
export function checkParties(viewer: SessionUser, authorId: number, playerId: number): void {
  if (authorId !== viewer.id) throw ruleError('postDto', 'You can only create posts as yourself.');
  if (playerId === viewer.id) throw ruleError('postDto', POSTING_SENTENCES.self);
}

/** What is read of author and target before a create. */
export interface Parties {
  author: { siteKarma: number; gameKarma: number; optedOut: boolean };
  player: { optedOut: boolean };
}

/** Reads both; 404 when the target is unknown. */
export async function findParties(db: Db, authorId: number, playerId: number): Promise<Parties> {
  const columns = { siteKarma: players.siteKarma, gameKarma: players.gameKarma, optedOut: players.optedOut };
  const [author] = await db.select(columns).from(players).where(eq(players.id, authorId));
  const [player] = await db.select(columns).from(players).where(eq(players.id, playerId));
  if (author === undefined || player === undefined) throw notFound();
  return { author, player };
}

/** Rule 9.9: neither side has opted out. */
export function checkOptOut({ author, player }: Parties): void {
  if (author.optedOut) throw ruleError('flags', POSTING_SENTENCES['viewer-opted-out']);
  if (player.optedOut) throw ruleError('flags', POSTING_SENTENCES['player-opted-out']);
}

/** The parts of a stored post that decide who may change it. */
export interface OwnedPost {
  authorId: number;
  playerId: number;
  modLocked: boolean;
  readOnly: boolean;
}

/**
 * Rule 8.6: authors change their own posts unless locked. Skipping checks lets staff change others' posts, but not what
 * they wrote themselves or what is about them, unless they are administrators (rule 11.3).
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
