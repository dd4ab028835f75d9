/**
 * The tables of one region. Every region has its own PostgreSQL schema with these tables, chosen by
 * `search_path`, so names here are unqualified. Ids of accounts and clans exceed 32 bits.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const accountId = (name: string) => bigint(name, { mode: 'number' });
// Milliseconds only: the two databases' clocks differ in precision.
const instant = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

/** Clans as the publisher lists them. */
export const clans = pgTable(
  'clans',
  {
    id: accountId('id').primaryKey(),
    tag: text('tag').notNull(),
    name: text('name').notNull(),
    /** ARGB number. */
    leagueColor: bigint('league_color', { mode: 'number' }).notNull().default(0),
    /** Markdown. */
    description: text('description').notNull().default(''),
    isDisbanded: boolean('is_disbanded').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    membersUpdatedAt: instant('members_updated_at'),
  },
  (table) => [
    index('clans_tag').on(sql`lower(${table.tag}) text_pattern_ops`),
    index('clans_name').on(sql`lower(${table.name}) text_pattern_ops`),
  ],
);

/** Players, with the sums of their visible posts. */
export const players = pgTable(
  'players',
  {
    id: accountId('id').primaryKey(),
    username: text('username').notNull(),
    clanId: accountId('clan_id').references(() => clans.id),
    clanMemberRole: smallint('clan_member_role').notNull().default(0),
    joinedClanAt: instant('joined_clan_at'),
    gameKarma: integer('game_karma').notNull().default(0),
    siteKarma: integer('site_karma').notNull().default(0),
    ratingPerformance: integer('rating_performance').notNull().default(0),
    ratingTeamplay: integer('rating_teamplay').notNull().default(0),
    ratingCourtesy: integer('rating_courtesy').notNull().default(0),
    wgHidden: boolean('wg_hidden').notNull().default(false),
    optedOut: boolean('opted_out').notNull().default(false),
    optOutChanged: instant('opt_out_changed'),
    wgAccountCreatedAt: instant('wg_account_created_at'),
    lastBattleTime: instant('last_battle_time'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('players_username').on(sql`lower(${table.username}) text_pattern_ops`),
    index('players_clan').on(table.clanId),
    // Posts about these players are left out of public lists.
    index('players_opted_out').on(table.id).where(sql`${table.optedOut}`),
  ],
);

/** Accounts that have signed in, or hold a role. Earlier tokens stop working when `seed` changes. */
export const users = pgTable('users', {
  id: accountId('id')
    .primaryKey()
    .references(() => players.id),
  seed: uuid('seed').notNull().defaultRandom(),
  /** `admin`, `mod`, `wg`. */
  roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastLoginAt: instant('last_login_at'),
});

/** Posts. What a post added to its target is kept with it, so that it can be taken back exactly. */
export const posts = pgTable(
  'posts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    authorId: accountId('author_id')
      .notNull()
      .references(() => players.id),
    playerId: accountId('player_id')
      .notNull()
      .references(() => players.id),
    flairs: smallint('flairs').notNull().default(0),
    title: text('title').notNull(),
    content: text('content').notNull(),
    ticketId: text('ticket_id'),
    modLocked: boolean('mod_locked').notNull().default(false),
    readOnly: boolean('read_only').notNull().default(false),
    /** Whether the author could give negative karma when writing. */
    negativeKarmaAble: boolean('negative_karma_able').notNull().default(true),
    /** What is counted in the target's sums now: all zero while the post is locked. */
    appliedSiteKarma: smallint('applied_site_karma').notNull().default(0),
    appliedPerformance: smallint('applied_performance').notNull().default(0),
    appliedTeamplay: smallint('applied_teamplay').notNull().default(0),
    appliedCourtesy: smallint('applied_courtesy').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at'),
  },
  (table) => [
    index('posts_latest').on(table.createdAt.desc(), table.id.desc()),
    index('posts_received').on(table.playerId, table.createdAt.desc(), table.id.desc()),
    index('posts_sent').on(table.authorId, table.createdAt.desc(), table.id.desc()),
    index('posts_pair').on(table.authorId, table.playerId, table.createdAt.desc()),
  ],
);

/**
 * Latest deleted post of an author about a player, kept while its cooldown lasts. Posts that exist are not in here: the
 * cooldown is the later of both.
 */
export const deletedPosts = pgTable(
  'deleted_posts',
  {
    authorId: accountId('author_id')
      .notNull()
      .references(() => players.id),
    playerId: accountId('player_id')
      .notNull()
      .references(() => players.id),
    /** When the post was written, not when it was deleted. */
    postedAt: instant('posted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.authorId, table.playerId] }),
    index('deleted_posts_posted').on(table.postedAt),
  ],
);

/** Replays of posts: what was decoded, and where processing stands. */
export const replays = pgTable(
  'replays',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    fileSize: integer('file_size').notNull(),
    /** Names the uploaded file in the files folder. */
    sha256: text('sha256').notNull(),
    /** Names the rendered video; null without one. */
    minimapSha256: text('minimap_sha256'),
    /** Roster and chat in the wire's shape. */
    players: jsonb('players').notNull().default([]),
    chatMessages: jsonb('chat_messages').notNull().default([]),
    /** 0 not ready, 1 being processed, 2 ready. */
    state: smallint('state').notNull().default(0),
    attempts: smallint('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** When the next attempt is due; null when none is. */
    runAfter: instant('run_after'),
    startedAt: instant('started_at'),
    processedAt: instant('processed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('replays_post').on(table.postId),
    index('replays_due').on(table.runAfter).where(sql`${table.runAfter} is not null`),
    index('replays_created').on(table.createdAt.desc()),
    index('replays_sha256').on(table.sha256),
    index('replays_minimap_sha256').on(table.minimapSha256).where(sql`${table.minimapSha256} is not null`),
  ],
);

/** What moderators did to posts. Outlives the post. */
export const modActions = pgTable(
  'mod_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: uuid('post_id').notNull(),
    /** Author of the post when it was acted on. */
    authorId: accountId('author_id')
      .notNull()
      .references(() => players.id),
    /** 0 delete, 1 update. */
    actionType: smallint('action_type').notNull(),
    modId: accountId('mod_id')
      .notNull()
      .references(() => players.id),
    reason: text('reason').notNull(),
    /** Title, content and flairs after an update. */
    updatedPost: jsonb('updated_post'),
    /** Title, content and flairs before an update, to go back to. */
    previousPost: jsonb('previous_post'),
    revertedAt: instant('reverted_at'),
    revertedBy: accountId('reverted_by').references(() => players.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('mod_actions_post').on(table.postId, table.createdAt.desc()),
    index('mod_actions_author').on(table.authorId, table.createdAt.desc()),
  ],
);

/** Bans from posting; without `bannedUntil` for good. */
export const platformBans = pgTable(
  'platform_bans',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: accountId('user_id')
      .notNull()
      .references(() => players.id),
    modId: accountId('mod_id')
      .notNull()
      .references(() => players.id),
    reason: text('reason').notNull(),
    bannedUntil: instant('banned_until'),
    reverted: boolean('reverted').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at'),
  },
  (table) => [index('platform_bans_user').on(table.userId, table.createdAt.desc())],
);

/** Notifications; `payload` holds what the type shows, as it was when emitted. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: accountId('account_id')
      .notNull()
      .references(() => players.id),
    type: smallint('type').notNull(),
    postId: uuid('post_id'),
    modActionId: uuid('mod_action_id'),
    banId: uuid('ban_id'),
    payload: jsonb('payload').notNull().default({}),
    emittedAt: instant('emitted_at').notNull().defaultNow(),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (table) => [
    index('notifications_pending')
      .on(table.accountId, table.emittedAt)
      .where(sql`${table.acknowledgedAt} is null`),
    // One pending per post and type. Moderator actions are separate facts, each with its reason.
    uniqueIndex('notifications_pending_post')
      .on(table.accountId, table.postId, table.type)
      .where(sql`${table.acknowledgedAt} is null and ${table.modActionId} is null`),
  ],
);

/** OpenID response nonces that were used: none is accepted twice. */
export const openidNonces = pgTable('openid_nonces', {
  nonce: text('nonce').primaryKey(),
  seenAt: instant('seen_at').notNull().defaultNow(),
});

/** Facts about the data itself, such as when it was seeded. */
export const meta = pgTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() });
