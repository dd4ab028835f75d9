/** Who may do what. The API enforces these rules; the site uses them to decide which buttons to show. */
import { PAGE_SIZE_MAX_SIGNED_IN } from '#lib/schemas/common.ts';
import { PAGE_SIZE_MAX } from '#lib/schemas/list-options.ts';
import type { Role } from '#lib/schemas/session.ts';

/**
 * The user who views or changes something; null for a visitor who is not signed in. `postsBanned` is false until the viewer's
 * flags are loaded. The API leaves it out, because it looks bans up itself.
 */
export type Viewer = { id: number; roles: readonly Role[]; postsBanned?: boolean | undefined } | null;

/** The parts of a post that permissions depend on. */
export interface GuardedPost {
  author: { id: number };
  player: { id: number };
  modLocked: boolean;
  readOnly: boolean;
}

/** Whether the viewer has the role. */
export function hasRole(viewer: Viewer, role: Role): boolean {
  return viewer?.roles.includes(role) ?? false;
}

/** Staff are administrators and moderators. */
export function isStaff(viewer: Viewer): boolean {
  return hasRole(viewer, 'admin') || hasRole(viewer, 'mod');
}

/** Whether the viewer wrote the post. */
export function isAuthor(viewer: Viewer, post: { author: { id: number } }): boolean {
  return viewer !== null && viewer.id === post.author.id;
}

/** The author may edit unless banned from posting, or a moderator locked the post or made it read-only. */
export function canEditPost(viewer: Viewer, post: GuardedPost): boolean {
  return canDeletePost(viewer, post) && !post.readOnly && !viewer?.postsBanned;
}

/** The author may delete unless a moderator locked the post. */
export function canDeletePost(viewer: Viewer, post: GuardedPost): boolean {
  return isAuthor(viewer, post) && !post.modLocked;
}

/**
 * Moderators act on posts that are not removed yet, but not on their own or on those about themselves, unless they are
 * administrators.
 */
export function canModeratePost(viewer: Viewer, post: GuardedPost): boolean {
  return hasRole(viewer, 'mod') && mayDecide(viewer, post);
}

/** The same for staff, without the roles. */
function mayDecide(viewer: Viewer, { author, player, modLocked }: Omit<GuardedPost, 'readOnly'>): boolean {
  if (modLocked) return false;
  return (author.id !== viewer?.id && player.id !== viewer?.id) || hasRole(viewer, 'admin');
}

/** A post with the reply as far as the viewer sees it. */
export interface AnsweredPost extends Omit<GuardedPost, 'author'> {
  reply?: { removed?: boolean | undefined } | null | undefined;
}

/**
 * Signed-in players report the posts of others that are not removed (Rule 28.10). Moderators
 * are not offered it: they act on posts.
 */
export function canReportPost(viewer: Viewer, post: GuardedPost): boolean {
  return viewer !== null && !hasRole(viewer, 'mod') && !isAuthor(viewer, post) && !post.modLocked;
}

/** The same for its reply (Rule 31.7). */
export function canReportReply(viewer: Viewer, post: AnsweredPost): boolean {
  const mayReport = viewer !== null && !hasRole(viewer, 'mod') && viewer.id !== post.player.id;
  return mayReport && !post.modLocked && !!post.reply && !post.reply.removed;
}

/** The author, mod, admin and wg see the customer-support ticket id. */
export function canSeeTicketId(viewer: Viewer, post: { author: { id: number } }): boolean {
  return isAuthor(viewer, post) || isStaff(viewer) || hasRole(viewer, 'wg');
}

/** Staff remove replies, on the same terms as moderators act on posts (Rules 11.3 and 31.7). */
export function canRemoveReply(viewer: Viewer, post: AnsweredPost & GuardedPost): boolean {
  return isStaff(viewer) && mayDecide(viewer, post) && !!post.reply && !post.reply.removed;
}

/** Staff see all advice about a post, unless they wrote it or it is about them (Rule 28.3). */
export function canSeeAdvice(
  viewer: Viewer,
  { author, player }: Pick<GuardedPost, 'author' | 'player'>,
): boolean {
  return isStaff(viewer) && viewer?.id !== author.id && viewer?.id !== player.id;
}

/** Opted-out players see their own hidden data, and so do staff. */
export function canSeeOptedOut(viewer: Viewer, playerId: number): boolean {
  return viewer?.id === playerId || isStaff(viewer);
}

/** The author and staff see a post that a moderator removed. */
export function canSeeLockedPost(viewer: Viewer, post: { author: { id: number } }): boolean {
  return isAuthor(viewer, post) || isStaff(viewer);
}

/** In the latest feed, the author and moderators see removed posts. */
export function canSeeLockedInFeed(viewer: Viewer, post: { author: { id: number } }): boolean {
  return isAuthor(viewer, post) || hasRole(viewer, 'mod');
}

/** Moderators see the platform bans and mod actions of a profile. */
export function canSeeModeration(viewer: Viewer): boolean {
  return hasRole(viewer, 'mod');
}

/** Administrators may recalculate metrics and reprocess replays. */
export function canMaintain(viewer: Viewer): boolean {
  return hasRole(viewer, 'admin');
}

/** The banned account; `isStaff` for administrators and moderators. */
export interface BanTarget {
  id: number;
  isStaff: boolean;
}

/** The sentence for why a viewer may not change an account's bans or warnings; null when they may. */
export function banRefusal(viewer: Viewer, target: BanTarget, what = 'bans'): string | null {
  if (hasRole(viewer, 'admin')) return null;
  if (viewer?.id === target.id) return `You cannot change ${what} of your own account.`;
  return target.isStaff
    ? `Only an administrator can change ${what} of an administrator or a moderator.`
    : null;
}

/** Administrators ban anyone and revert any ban; moderators not those of staff, themselves included (Rule 11.13). */
export function canBan(viewer: Viewer, target: BanTarget): boolean {
  return isStaff(viewer) && banRefusal(viewer, target) === null;
}

/**
 * Staff revert moderator actions, but not on posts that they wrote or that are about them, unless they are
 * administrators. A deletion does not name the player, so the API decides.
 */
export function canRevertAction(
  viewer: Viewer,
  action: { updatedPost: { player: { id: number } } | null },
  authorId: number,
): boolean {
  if (viewer === null || !isStaff(viewer)) return false;
  const involved = authorId === viewer.id || action.updatedPost?.player.id === viewer.id;
  return !involved || hasRole(viewer, 'admin');
}

/** Staff may skip a call's own checks. */
export function canIgnoreChecks(viewer: Viewer): boolean {
  return isStaff(viewer);
}

/** The largest page that the viewer may request, in posts (Rule 7.2). */
export function pageSizeMax(viewer: Viewer): number {
  return viewer === null ? PAGE_SIZE_MAX : PAGE_SIZE_MAX_SIGNED_IN;
}

/** Whether a guarded route may be entered, and where to go otherwise. */
export function guardOutcome(
  viewer: Viewer,
  guard: { roles?: readonly Role[] },
): 'allowed' | 'unauthorized' | 'forbidden' {
  if (viewer === null) return 'unauthorized';
  const roles = guard.roles ?? [];
  return roles.length === 0 || roles.some((role) => hasRole(viewer, role)) ? 'allowed' : 'forbidden';
}
