/** The tables of decisions, objections to them, warnings, replies and staff's notes; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, indexOfSet, instant, players, postId, posts, regionSchema } from '#api/db/schema.ts';

/** The account that a row is about: the row goes with it, also when the release before erases a person. */
const personId = (name: string) => accountId(name).references(() => players.id, { onDelete: 'cascade' });

/** An account that acted; null once that person was erased. */
const actorId = (name: string) => accountId(name).references(() => players.id, { onDelete: 'set null' });

/**
 * Every decision, by time. Those about posts and bans are added by triggers, because the release before makes some, too; the id
 * is that of the mod action, the ban or the entry of the review log.
 */
export const decisions = regionSchema.table(
  'decisions',
  {
    id: uuid('id').primaryKey(),
    /** A name of `DECISION_KINDS`. */
    kind: text('kind').notNull(),
    /** Whom it concerns; the author of a kept post. */
    personId: personId('person_id').notNull(),
    /** The other player of the post; null without a post. */
    otherId: actorId('other_id'),
    postId: uuid('post_id'),
    modId: actorId('mod_id'),
    rules: text('rules').array().notNull().default(sql`'{}'::text[]`),
    /** The words of a warning, a removed reply or a keep; null where the mod action or the ban has them. */
    reason: text('reason'),
    /** A removed reply as a post's text. */
    former: jsonb('former'),
    /** Of mod actions and bans by triggers, too. */
    revertedAt: instant('reverted_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('decisions_created').on(table.createdAt.desc(), table.id.desc()),
    index('decisions_kind').on(table.kind, table.createdAt.desc(), table.id.desc()),
    index('decisions_mod').on(table.modId, table.createdAt.desc(), table.id.desc()),
    index('decisions_person').on(table.personId, table.createdAt.desc(), table.id.desc()),
    index('decisions_other').on(table.otherId),
    index('decisions_post').on(table.postId),
    index('decisions_rules').using('gin', table.rules),
  ],
);

const decisionId = (name: string) => uuid(name).references(() => decisions.id, { onDelete: 'cascade' });

/** Objections, at most one per decision and person. */
export const objections = regionSchema.table(
  'objections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    decisionId: decisionId('decision_id').notNull(),
    authorId: personId('author_id').notNull(),
    words: text('words').notNull(),
    /** `upheld` or `reversed`; null while it waits. */
    verdict: text('verdict'),
    reason: text('reason'),
    decidedBy: actorId('decided_by'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    claimedBy: actorId('claimed_by'),
    claimedUntil: instant('claimed_until'),
  },
  (table) => [
    uniqueIndex('objections_decision').on(table.decisionId, table.authorId),
    index('objections_open').on(table.createdAt, table.id).where(sql`${table.verdict} is null`),
    index('objections_author').on(table.authorId),
    indexOfSet('objections_decided_by', table.decidedBy),
    indexOfSet('objections_claimed', table.claimedBy),
  ],
);

/** The posts that a ban names, with their players, who are involved in it. A trigger adds them with the ban. */
export const banPosts = regionSchema.table(
  'ban_posts',
  {
    banId: decisionId('ban_id').notNull(),
    postId: uuid('post_id').notNull(),
    authorId: actorId('author_id'),
    playerId: actorId('player_id'),
  },
  (table) => [
    primaryKey({ columns: [table.banId, table.postId] }),
    index('ban_posts_author').on(table.authorId),
    index('ban_posts_player').on(table.playerId),
  ],
);

/** Warnings; who, when and why is in `decisions`. */
export const warnings = regionSchema.table(
  'warnings',
  {
    id: decisionId('id').primaryKey(),
    personId: personId('person_id').notNull(),
    /** The removal that it came with. */
    actionId: uuid('action_id'),
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [index('warnings_person').on(table.personId), index('warnings_action').on(table.actionId)],
);

/** Answers of players to posts about them. A withdrawn one stays without its text, for the limit of the day. */
export const replies = regionSchema.table(
  'replies',
  {
    postId: postId().primaryKey(),
    authorId: personId('author_id').notNull(),
    content: text('content').notNull(),
    /** A moderator removed it. */
    removed: boolean('removed').notNull().default(false),
    withdrawn: boolean('withdrawn').notNull().default(false),
    /** When this post was answered within the last 24 hours. */
    answers: instant('answers').array().notNull().default(sql`'{}'::timestamptz[]`),
    /** Only the release before reads it. */
    writes: smallint('writes').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at'),
  },
  (table) => [index('replies_author').on(table.authorId, table.createdAt)],
);

/** Replies that their authors changed or withdrew while they were reported. */
export const replyVersions = regionSchema.table(
  'reply_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: postId(),
    authorId: personId('author_id').notNull(),
    content: text('content').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (table) => [
    index('reply_versions_post').on(table.postId, table.replacedAt),
    index('reply_versions_author').on(table.authorId),
    index('reply_versions_replaced').on(table.replacedAt),
  ],
);

/** Notes of staff on a player or on the item of a post. */
export const staffNotes = regionSchema.table(
  'staff_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    playerId: personId('player_id'),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    authorId: actorId('author_id'),
    words: text('words').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('staff_notes_player').on(table.playerId),
    index('staff_notes_post').on(table.postId),
    index('staff_notes_author').on(table.authorId),
    index('staff_notes_created').on(table.createdAt),
  ],
);
