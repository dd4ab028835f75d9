/** The tables of moderation; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, indexOfSet, instant, playerId, players, regionSchema } from '#api/db/schema.ts';

/** The moderator who acted; null once that person was erased. */
const moderatorId = () => accountId('mod_id').references(() => players.id);

/** Codes of the guidelines that the reason names. */
const rules = () => text('rules').array().notNull().default(sql`'{}'::text[]`);

/** Mod actions on posts. Kept when the post is deleted. */
export const modActions = regionSchema.table(
  'mod_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: uuid('post_id').notNull(),
    /** Author of the post when it was acted on. */
    authorId: playerId('author_id'),
    /** 0 delete, 1 update. */
    actionType: smallint('action_type').notNull(),
    modId: moderatorId(),
    reason: text('reason').notNull(),
    rules: rules(),
    /** Title, content and flairs after an update. */
    updatedPost: jsonb('updated_post'),
    /** Title, content and flairs before the action: for a revert, and for its statement. */
    previousPost: jsonb('previous_post'),
    revertedAt: instant('reverted_at'),
    revertedBy: accountId('reverted_by').references(() => players.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('mod_actions_post').on(table.postId, table.createdAt.desc(), table.id.desc()),
    index('mod_actions_author').on(table.authorId, table.createdAt.desc(), table.id.desc()),
    index('mod_actions_mod').on(table.modId).concurrently(),
    indexOfSet('mod_actions_reverted_by', table.revertedBy).concurrently(),
  ],
);

/** Bans from posting; permanent without `bannedUntil`. */
export const platformBans = regionSchema.table(
  'platform_bans',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: playerId('user_id'),
    modId: moderatorId(),
    reason: text('reason').notNull(),
    rules: rules(),
    /** The posts that it is about. */
    postIds: uuid('post_ids').array().notNull().default(sql`'{}'::uuid[]`),
    bannedUntil: instant('banned_until'),
    reverted: boolean('reverted').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at'),
  },
  (table) => [
    index('platform_bans_user').on(table.userId, table.createdAt.desc()),
    index('platform_bans_mod').on(table.modId).concurrently(),
  ],
);
