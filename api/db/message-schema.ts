/** The tables of notifications and of messages in chat channels; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, indexOfSet, instant, playerId, regionSchema } from '#api/db/schema.ts';

/** Notifications; `payload` holds the fields of the type, as they were when it was sent. */
export const notifications = regionSchema.table(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: playerId('account_id'),
    type: smallint('type').notNull(),
    postId: uuid('post_id'),
    modActionId: uuid('mod_action_id'),
    banId: uuid('ban_id'),
    payload: jsonb('payload').notNull().default({}),
    emittedAt: instant('emitted_at').notNull().defaultNow(),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (table) => [
    // The order in which they are sent.
    index('notifications_unread')
      .on(table.accountId, table.emittedAt, table.id)
      .where(sql`${table.acknowledgedAt} is null`)
      .concurrently(),
    index('notifications_account').on(table.accountId).concurrently(),
    index('notifications_post').on(table.postId).concurrently(),
    indexOfSet('notifications_mod_action', table.modActionId).concurrently(),
    indexOfSet('notifications_ban', table.banId).concurrently(),
    indexOfSet('notifications_acknowledged', table.acknowledgedAt).concurrently(),
    // One pending per post and type. Mod actions are separate, each with its reason, and so are reports of the reply.
    uniqueIndex('notifications_pending_post')
      .on(table.accountId, table.postId, table.type)
      .where(
        sql`${table.acknowledgedAt} is null and ${table.modActionId} is null and ${table.payload}->'ofReply' is null`,
      ),
  ],
);

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
    /** When the message is due for an update, or null. */
    dueAt: instant('due_at'),
    /** Until then one process works on it. */
    claimedUntil: instant('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    indexOfSet('discord_messages_due', table.dueAt),
    index('discord_messages_post').on(table.postId),
    index('discord_messages_player').on(table.playerId),
  ],
);
