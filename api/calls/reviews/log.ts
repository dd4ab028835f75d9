import type { Tx } from '#api/db/database.ts';
import { reviewLog } from '#api/db/review-schema.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Keeps who decided about a reported post or looked at a reporter (rules 28.32 and 28.33). */
export const logReview = (
  { db, now }: Tx,
  viewer: SessionUser,
  entry: { action: 'keep' | 'reopen' | 'reporter' | 'mute'; postId: string; reportId?: string },
) => db.insert(reviewLog).values({ ...entry, modId: viewer.id, createdAt: new Date(now) });
