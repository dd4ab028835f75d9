/** Who may moderate what. */
import { eq } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { users } from '#api/db/schema.ts';
import { sentence } from '#api/http/errors.ts';
import { banRefusal, hasRole } from '#lib/domain/permissions.ts';
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

/** Rule 11.13: moderators change no bans of staff, themselves included; else 403 with a sentence. */
export async function checkMayBan(db: Db, viewer: SessionUser, userId: number): Promise<void> {
  const [user] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, userId));
  const roles = user?.roles ?? [];
  const refusal = banRefusal(viewer, {
    id: userId,
    isStaff: roles.includes('admin') || roles.includes('mod'),
  });
  if (refusal !== null) throw sentence(403, refusal);
}
