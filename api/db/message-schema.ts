/** The table of messages in chat channels; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, instant, regionSchema } from '#api/db/schema.ts';

/**
 * Messages on Discord, and the queue of changes to them. A row refers to nothing, so that the message of a deleted post can
 * still be deleted.
 */
export const discordMessages = regionSchema.table(
  'discord_messages',
  {
    /** Id of the post, mod action or ban that the message is about. */
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** The post itself, or that of a mod action. */
    postId: uuid('post_id'),
    /** The player whose opt-out removes the message. */
    playerId: accountId('player_id').notNull(),
    /** Id of the message on Discord; null until it is sent. */
    messageId: text('message_id'),
    /** Counts changes, so that one during a request is not missed. */
    version: integer('version').notNull().default(0),
    /** When the message is to be brought up to date, or null. */
    dueAt: instant('due_at'),
    /** Until then one process works on it. */
    claimedUntil: instant('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('discord_messages_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('discord_messages_post').on(table.postId),
    index('discord_messages_player').on(table.playerId),
  ],
);
