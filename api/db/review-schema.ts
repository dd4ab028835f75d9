/** The tables of reports and of the moderators' queue; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, indexOfSet, instant, playerId, players, postId, regionSchema } from '#api/db/schema.ts';

/** An account that acted; null once that person was erased. */
const actorId = (name: string) => accountId(name).references(() => players.id);

/**
 * The decision, which may be gone. Null without one, and where the release before has decided: then the time tells (rule
 * 22.10). A trigger removes the id when that release decides again.
 */
const decisionId = () => uuid('decision_id');

/** Reports of posts. They go with the post, or with the reporter. */
export const reports = regionSchema.table(
  'reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Refers to nothing: its author learns what became of a report whose post was deleted. */
    postId: uuid('post_id').notNull(),
    reporterId: playerId('reporter_id'),
    /** Code of a guideline. */
    rule: text('rule').notNull(),
    words: text('words').notNull(),
    /** It is about the reply to the post. */
    ofReply: boolean('of_reply').notNull().default(false),
    /** When that reply had been written or changed; null for posts. */
    replyAt: instant('reply_at'),
    /** Who wrote the post or the reply. */
    aboutId: accountId('about_id').references(() => players.id, { onDelete: 'set null' }),
    /** Moment of the battle, in seconds. */
    moment: integer('moment'),
    /** A name of `OUTCOMES`. */
    outcome: text('outcome').notNull().default('open'),
    sentence: text('sentence'),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
    decisionId: decisionId(),
  },
  (table) => [
    uniqueIndex('reports_post_part').on(
      table.postId,
      table.reporterId,
      table.ofReply,
      sql`coalesce(${table.replyAt}, '-infinity'::timestamptz)`,
    ),
    index('reports_about').on(table.aboutId),
    index('reports_reporter').on(table.reporterId, table.createdAt.desc()),
    indexOfSet('reports_decided', table.decidedAt),
  ],
);

/** Posts to decide about, and decided ones; the queue is those without `decidedAt`. */
export const reviews = regionSchema.table(
  'reviews',
  {
    postId: postId().primaryKey(),
    authorId: playerId('author_id'),
    playerId: playerId('player_id'),
    /** 0 new, 1 advised, 2 reported. */
    kind: smallint('kind').notNull(),
    /** Open reports. */
    reports: integer('reports').notNull().default(0),
    openedAt: instant('opened_at').notNull(),
    claimedBy: actorId('claimed_by'),
    claimedUntil: instant('claimed_until'),
    decidedBy: actorId('decided_by'),
    decidedAt: instant('decided_at'),
    decisionId: decisionId(),
    /** Whether the decision let a held post count, so that taking it back holds it again. */
    accepted: boolean('accepted').notNull().default(false),
    /** Who asks for a second opinion. */
    askedBy: accountId('asked_by').references(() => players.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('reviews_open')
      .on(table.kind, table.reports.desc(), table.openedAt, table.postId)
      .where(sql`${table.decidedAt} is null`),
    index('reviews_author').on(table.authorId),
    index('reviews_player').on(table.playerId),
    indexOfSet('reviews_claimed', table.claimedBy),
    indexOfSet('reviews_asked', table.askedBy),
    indexOfSet('reviews_decided', table.decidedBy),
  ],
);

/** Texts that authors replaced after a report. */
export const postVersions = regionSchema.table(
  'post_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: postId(),
    /** Title, content and flairs. */
    text: jsonb('text').notNull(),
    replacedAt: instant('replaced_at').notNull().defaultNow(),
  },
  (table) => [
    index('post_versions_post').on(table.postId, table.replacedAt),
    index('post_versions_replaced').on(table.replacedAt),
  ],
);

/** Who looked at a reporter, muted one, or kept a post. */
export const reviewLog = regionSchema.table(
  'review_log',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: uuid('post_id').notNull(),
    reportId: uuid('report_id'),
    modId: actorId('mod_id'),
    /** `reporter`, `mute`, `keep` or `reopen`. */
    action: text('action').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('review_log_mod').on(table.modId), index('review_log_created').on(table.createdAt)],
);

/** Accounts that cannot report until a time. */
export const reportMutes = regionSchema.table('report_mutes', {
  accountId: playerId('account_id').primaryKey(),
  mutedUntil: instant('muted_until').notNull(),
});
