/** Reads of replies to posts, and their limit. */
import { addHours } from 'date-fns/addHours';
import { subHours } from 'date-fns/subHours';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { replies } from '#api/db/decision-schema.ts';
import { dayLimit } from '#api/http/errors.ts';
import { replyLimitSentence } from '#lib/domain/posting.ts';

/** Posts that one account may answer within 24 hours; withdrawn replies count. */
const REPLIES_PER_DAY = 20;

/** The reply to a post, also a removed one; null without one, and once it is withdrawn. */
export async function findReply(db: Db, postId: string): Promise<typeof replies.$inferSelect | null> {
  const isReply = and(eq(replies.postId, postId), eq(replies.withdrawn, false));
  const [row] = await db.select().from(replies).where(isReply);
  return row ?? null;
}

/** Requires that an account may write another reply now (rule 31.1); else 429 with the time of the next one. */
export async function checkMayAnswer(db: Db, id: number, now: number): Promise<void> {
  const written = await db
    .select({ at: replies.createdAt, writes: replies.writes })
    .from(replies)
    .where(and(eq(replies.authorId, id), gt(replies.createdAt, subHours(now, 24))))
    .orderBy(desc(replies.createdAt));
  let count = 0;
  for (const { at, writes } of written) {
    count += writes;
    if (count < REPLIES_PER_DAY) continue;
    const until = addHours(at, 24);
    throw dayLimit(until.getTime(), now, replyLimitSentence(until.toISOString()));
  }
}
