/**
 * The tables of players, clans, users and posts; the others are in `*-schema.ts` next
 * to this one. Every region has them in its own PostgreSQL schema. Statements name a placeholder schema, which the
 * region's client replaces (`statements.ts`). Ids of accounts and clans exceed 32 bits.
 */
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { PLACEHOLDER } from '#api/db/statements.ts';

type PostColumns = Record<
  | 'id'
  | 'authorId'
  | 'playerId'
  | 'flairs'
  | 'createdAt'
  | 'modLocked'
  | 'subjectHidden'
  | 'isPublic'
  | 'hasReplay'
  | 'held',
  ExtraConfigColumn
>;

type Indexed = SQL | Partial<ExtraConfigColumn>;

/** The indexes of `posts`. Lists read them in order. */
function postIndexes(table: PostColumns) {
  // New each time, because drizzle forgets the direction of a column once it is used.
  const newestFirst = () => [table.createdAt.desc(), table.id.desc()] as const;
  const inOrder = (name: string, first: Indexed[], last: Indexed[]) =>
    index(name).on(...([...first, ...newestFirst(), ...last] as [Indexed, ...Indexed[]]));
  const publicPosts = (name: string, first: Indexed[], last: Indexed[] = []) =>
    inOrder(name, first, last).where(sql`${table.isPublic}`).concurrently();
  const otherPosts = (name: string, first: Indexed[], last: Indexed[] = []) =>
    inOrder(name, first, [table.modLocked, table.subjectHidden, table.hasReplay, ...last])
      .where(sql`not ${table.isPublic}`)
      .concurrently();
  // The last columns are for conditions, so that filtered lists and counting read only the index.
  const { flairs, hasReplay } = table;
  // The function is made by the migration `feed_signs`. It reads the flairs, so an index needs them, too.
  const sign = sql`post_sign(${flairs})`;
  return [
    index('posts_latest').on(...newestFirst()),
    index('posts_received').on(table.playerId, ...newestFirst()),
    index('posts_sent').on(table.authorId, ...newestFirst()),
    index('posts_pair').on(table.authorId, table.playerId, table.createdAt.desc()),
    // For visitors.
    publicPosts('posts_public', []),
    publicPosts('posts_public_by_replay', [hasReplay]),
    publicPosts('posts_public_by_sign', [sign, hasReplay], [flairs]),
    // Also the ribbons, which need nothing else of a post.
    publicPosts('posts_public_received', [table.playerId], [flairs, hasReplay]),
    publicPosts('posts_public_sent', [table.authorId], [flairs, hasReplay]),
    // For staff, and for the author and the player of a post.
    // All of the latest posts have no filter by flairs.
    otherPosts('posts_other', []),
    otherPosts('posts_other_by_sign', [sign], [flairs]),
    otherPosts('posts_other_received', [table.playerId], [flairs]),
    otherPosts('posts_other_sent', [table.authorId], [flairs]),
    // A few, which ribbons and numbers leave out.
    index('posts_held').on(table.playerId, table.id).where(sql`${table.held}`).concurrently(),
  ];
}

/** Stands for the schema of the region that a statement runs in. */
export const regionSchema = pgSchema(PLACEHOLDER);

/** Id of an account or a clan. */
export const accountId = (name: string) => bigint(name, { mode: 'number' });
/** A point in time, in milliseconds, because the two databases' clocks differ in precision. */
export const instant = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

/** An index of the rows that have a value in the column. */
export const indexOfSet = (name: string, column: ExtraConfigColumn) =>
  index(name).on(column).where(sql`${column} is not null`);

/** For searches of a part of a text, in lower case. The extension `pg_trgm` is in the schema `public`. */
const partOf = (name: string, column: ExtraConfigColumn) =>
  index(name).using('gin', sql`lower(${column}) public.gin_trgm_ops`).concurrently();

/** Clans as the publisher lists them. */
export const clans = regionSchema.table(
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
    /** Null until the clan itself was looked up. */
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at').notNull(),
    membersUpdatedAt: instant('members_updated_at'),
    /** When the publisher last returned the clan; null when only its tag and name are known. */
    refreshedAt: instant('refreshed_at'),
  },
  (table) => [
    index('clans_tag').on(sql`lower(${table.tag}) text_pattern_ops`),
    index('clans_name').on(sql`lower(${table.name}) text_pattern_ops`),
    partOf('clans_tag_part', table.tag),
    partOf('clans_name_part', table.name),
    // The order of the whole list, and of search results.
    index('clans_listed').on(table.tag, table.id).concurrently(),
  ],
);

/** Players, with the sums of their visible posts. */
export const players = regionSchema.table(
  'players',
  {
    id: accountId('id').primaryKey(),
    username: text('username').notNull(),
    clanId: accountId('clan_id').references(() => clans.id),
    clanMemberRole: smallint('clan_member_role').notNull().default(0),
    joinedClanAt: instant('joined_clan_at'),
    /** Null until the account was looked up. */
    gameKarma: integer('game_karma'),
    siteKarma: integer('site_karma').notNull().default(0),
    ratingPerformance: integer('rating_performance').notNull().default(0),
    ratingTeamplay: integer('rating_teamplay').notNull().default(0),
    ratingCourtesy: integer('rating_courtesy').notNull().default(0),
    wgHidden: boolean('wg_hidden').notNull().default(false),
    optedOut: boolean('opted_out').notNull().default(false),
    optOutChanged: instant('opt_out_changed'),
    wgAccountCreatedAt: instant('wg_account_created_at'),
    lastBattleTime: instant('last_battle_time'),
    /** When the publisher last returned the account; null when only its name is known. */
    refreshedAt: instant('refreshed_at'),
    /** When the publisher first had no such account; null while it exists. */
    accountDeletedAt: instant('account_deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // In the order of search results, with all that a search reads: texts that many names contain are found without the table.
    index('players_by_name')
      .on(sql`lower(${table.username}) text_pattern_ops`, table.id, table.username)
      .concurrently(),
    partOf('players_username_part', table.username),
    index('players_clan').on(table.clanId),
  ],
);

/** Required reference to a player. */
export const playerId = (name: string) =>
  accountId(name)
    .notNull()
    .references(() => players.id);

/** Accounts that have signed in, or hold a role. Earlier tokens stop working when `seed` changes. */
export const users = regionSchema.table(
  'users',
  {
    id: accountId('id')
      .primaryKey()
      .references(() => players.id),
    seed: uuid('seed').notNull().defaultRandom(),
    /** `admin`, `mod`, `wg`. */
    roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastLoginAt: instant('last_login_at'),
  },
  (table) => [
    index('users_with_roles').on(table.id).where(sql`cardinality(${table.roles}) > 0`).concurrently(),
  ],
);

/** Posts. The karma that a post adds is stored with it, so that exactly this can be removed later. */
export const posts = regionSchema.table(
  'posts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    authorId: playerId('author_id'),
    playerId: playerId('player_id'),
    flairs: smallint('flairs').notNull().default(0),
    title: text('title').notNull(),
    content: text('content').notNull(),
    ticketId: text('ticket_id'),
    modLocked: boolean('mod_locked').notNull().default(false),
    readOnly: boolean('read_only').notNull().default(false),
    /** Whether the player it is about has opted out. Set by triggers. */
    subjectHidden: boolean('subject_hidden').notNull().default(false),
    /** Whether visitors find it in lists. */
    isPublic: boolean('is_public').notNull().generatedAlwaysAs(sql`not mod_locked and not subject_hidden`),
    /** Corrected by triggers; set it at the insert, to save an update. */
    hasReplay: boolean('has_replay').notNull().default(false),
    /** Whether the author could give negative karma when writing. */
    negativeKarmaAble: boolean('negative_karma_able').notNull().default(true),
    /** Codes of the advice about it (`domain/advice`). */
    advice: text('advice').array().notNull().default(sql`'{}'::text[]`),
    /** Its replay does not show both players, so it does not count until a moderator has kept it (`HOLD_UNPROVEN`). */
    held: boolean('held').notNull().default(false),
    /** The post's share of the target's sums now: all zero while it is locked or held. */
    appliedSiteKarma: smallint('applied_site_karma').notNull().default(0),
    appliedPerformance: smallint('applied_performance').notNull().default(0),
    appliedTeamplay: smallint('applied_teamplay').notNull().default(0),
    appliedCourtesy: smallint('applied_courtesy').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at'),
  },
  postIndexes,
);

/** Required reference to a post, with which the row is deleted. */
export const postId = () =>
  uuid('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' });

/** A post as it is stored. */
export type StoredPost = typeof posts.$inferSelect;

/**
 * An author's latest deleted post about a player, kept while its cooldown lasts. The cooldown starts with this post or
 * with one in `posts`, whichever is later.
 */
export const deletedPosts = regionSchema.table(
  'deleted_posts',
  {
    authorId: playerId('author_id'),
    playerId: playerId('player_id'),
    /** When the post was written, not when it was deleted. */
    postedAt: instant('posted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.authorId, table.playerId] }),
    index('deleted_posts_posted').on(table.postedAt),
    index('deleted_posts_player').on(table.playerId),
  ],
);

/** Ids of posts that were deleted or erased. Nothing else of them is kept here. */
export const gonePosts = regionSchema.table('gone_posts', { id: uuid('id').primaryKey() });

/** Facts about the data itself, such as when it was seeded, and the key of the fingerprints. */
export const meta = regionSchema.table('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
