/** The queue in the `discord_messages` table: claims, and what follows from an attempt. */
import { and, count, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { discordMessages } from '#api/db/message-schema.ts';
import type { MessageKind } from '#api/discord/outbox.ts';

/** A message that is due. */
export type DueMessage = typeof discordMessages.$inferSelect & { kind: MessageKind };

/** Claims the message that has been due longest, for `leaseMs`; null when none is due. */
export async function claimMessage(
  db: Db,
  kinds: readonly MessageKind[],
  now: number,
  leaseMs: number,
): Promise<DueMessage | null> {
  const at = new Date(now);
  const due = db
    .select({ id: discordMessages.id })
    .from(discordMessages)
    .where(
      and(
        lte(discordMessages.dueAt, at),
        inArray(discordMessages.kind, [...kinds]),
        or(isNull(discordMessages.claimedUntil), lte(discordMessages.claimedUntil, at)),
      ),
    )
    .orderBy(discordMessages.dueAt, discordMessages.createdAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(discordMessages)
    .set({ claimedUntil: new Date(now + leaseMs), attempts: sql`${discordMessages.attempts} + 1` })
    .where(eq(discordMessages.id, due))
    .returning();
  return (claimed as DueMessage | undefined) ?? null;
}

/** Stores that the message is on Discord as `messageId`. It stays due if it changed meanwhile. */
export async function completeMessage(db: Db, { id, version }: DueMessage, messageId: string): Promise<void> {
  const isUnchanged = sql`${discordMessages.version} = ${version}`;
  await db
    .update(discordMessages)
    .set({
      messageId,
      claimedUntil: null,
      dueAt: sql`case when ${isUnchanged} then null else ${discordMessages.dueAt} end`,
    })
    .where(eq(discordMessages.id, id));
}

/** Forgets a message that is not on Discord, unless it changed meanwhile and may be wanted again. */
export async function forgetMessage(db: Db, { id, version }: DueMessage): Promise<void> {
  const row = eq(discordMessages.id, id);
  await db.delete(discordMessages).where(and(row, eq(discordMessages.version, version)));
  await db.update(discordMessages).set({ messageId: null, claimedUntil: null }).where(row);
}

/** Stores that the message is to be tried again at `retryAt`; null gives up. `attempts` as they count from now on. */
export async function postponeMessage(
  db: Db,
  { id, version }: DueMessage,
  retryAt: number | null,
  attempts: number,
): Promise<void> {
  const row = eq(discordMessages.id, id);
  await db.update(discordMessages).set({ claimedUntil: null }).where(row);
  await db
    .update(discordMessages)
    .set({ dueAt: retryAt === null ? null : new Date(retryAt), attempts })
    .where(and(row, eq(discordMessages.version, version)));
}

/** Messages that are due. A retried one has failed before. */
export type MessageCounts = Record<'waiting' | 'retried', number>;

/** Counts the due messages of some kinds, by an index. */
export async function countMessages(db: Db, kinds: readonly MessageKind[]): Promise<MessageCounts> {
  const [row] = await db
    .select({
      all: count(),
      retried: sql`count(*) filter (where ${discordMessages.attempts} > 1)`.mapWith(Number),
    })
    .from(discordMessages)
    .where(and(isNotNull(discordMessages.dueAt), inArray(discordMessages.kind, [...kinds])));
  const { all = 0, retried = 0 } = row ?? {};
  return { waiting: all - retried, retried };
}
