/** Who may moderate what. */
import { sentence } from '#api/http/errors.ts';
import { hasRole } from '#lib/domain/permissions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Rule 11.3: nobody judges their own case, unless they are an administrator; else 403 with a sentence. */
export function checkMayModerate(
  viewer: SessionUser,
  post: { authorId: number; playerId: number | null },
): void {
  const involved = post.authorId === viewer.id || post.playerId === viewer.id;
  if (involved && !hasRole(viewer, 'admin'))
    throw sentence(403, 'You cannot moderate a post that you wrote or that is about you.');
}

/** The same for bans: nobody bans themselves or lifts their own ban. */
export function checkMayBan(viewer: SessionUser, userId: number): void {
  if (userId === viewer.id && !hasRole(viewer, 'admin'))
    throw sentence(403, 'You cannot change bans of your own account.');
}
