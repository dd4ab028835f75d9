/** A decision with what it is about, and how it is locked. */
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions } from '#api/db/decision-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** The subject of a message to Discord. */
interface Subject {
  kind: 'post' | 'action' | 'ban' | 'objection';
  id: string;
  postId: string | null;
  playerId: number;
}

/** Has messages on Discord sent, and changed or removed, after the commit. */
export interface Messages {
  queue(tx: Tx, subject: Subject): Promise<void>;
  mark(tx: Tx, filter: { id: string } | { postId: string }): Promise<void>;
}

/** Who decides, with the outbox. */
export interface Decider {
  viewer: SessionUser;
  deps: { discord: Messages };
}

/** A stored decision with its post, and its mod action or ban; each null where there is none. */
export interface Concerned {
  post: StoredPost | null;
  decision: typeof decisions.$inferSelect;
  action: typeof modActions.$inferSelect | null;
  ban: typeof platformBans.$inferSelect | null;
}

/**
 * Locks what a decision is about, the decision, and its mod action or ban, in this order, until the transaction ends. Objecting,
 * deciding about objections and reverting take turns by it. Null without a decision, as for the
 * keep of a post that no one reported.
 */
export async function lockConcerned(db: Db, id: string): Promise<Concerned | null> {
  const [found] = await db.select({ postId: decisions.postId }).from(decisions).where(eq(decisions.id, id));
  const postId = found?.postId ?? null;
  const post = postId === null ? null : await lockPost(db, postId);
  const [decision] = await db.select().from(decisions).where(eq(decisions.id, id)).for('update');
  if (decision === undefined) return null;
  const [action] = await db.select().from(modActions).where(eq(modActions.id, id)).for('update');
  const [ban] = await db.select().from(platformBans).where(eq(platformBans.id, id)).for('update');
  return { post, decision, action: action ?? null, ban: ban ?? null };
}
