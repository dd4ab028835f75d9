/**
 * The tables with numbers of posts, so that no list counts its posts; see `schema.ts` and decision 42. Triggers of `posts`
 * append to `post_count_changes`. `posts/totals.ts` adds these rows to the other tables, and a trigger to those by sign. A total
 * is the sum of both.
 */
import { getTableName, sql } from 'drizzle-orm';
import { date, index, integer, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { accountId, regionSchema } from '#api/db/schema.ts';
import type { Sign } from '#lib/schemas/player.ts';

/** Bits of `class`, which decides who finds a post in which lists. */
export const POST_CLASS = { removed: 1, aboutOptedOut: 2, withReplay: 4 } as const;

/** In UTC, by the post's creation. */
const day = () => date('day', { mode: 'string' }).notNull();
const postClass = () => smallint('class').notNull();
const flairs = () => smallint('flairs').notNull().default(0);
const count = () => integer('count').notNull();

/** Changes that are not in the totals yet. Rows are only added and removed, so writers never wait for each other. */
export const postCountChanges = regionSchema.table(
  'post_count_changes',
  {
    day: day(),
    authorId: accountId('author_id').notNull(),
    playerId: accountId('player_id').notNull(),
    class: postClass(),
    /** Only the totals of players are kept by flairs. */
    flairs: flairs(),
    delta: integer('delta').notNull(),
  },
  (table) => [
    index('post_count_changes_author').on(table.authorId),
    index('post_count_changes_player').on(table.playerId),
  ],
);

/** All posts. */
export const postTotals = regionSchema.table('post_totals', {
  class: postClass().primaryKey(),
  count: count(),
});

/** All posts by day: anchors of deep pages. */
export const dailyPostTotals = regionSchema.table(
  'daily_post_totals',
  { day: day(), class: postClass(), count: count() },
  (table) => [primaryKey({ columns: [table.day, table.class] })],
);

/** How a post rates its player on the whole. */
const sign = () => smallint('sign').$type<Sign>().notNull();

/** All posts by sign. A trigger of `post_count_changes` fills this table and the next one when its rows are removed. */
export const signPostTotals = regionSchema.table(
  'sign_post_totals',
  { sign: sign(), class: postClass(), count: count() },
  (table) => [primaryKey({ columns: [table.sign, table.class] })],
);

/** All posts by sign and day: anchors of deep pages. */
export const dailySignPostTotals = regionSchema.table(
  'daily_sign_post_totals',
  { sign: sign(), class: postClass(), day: day(), count: count() },
  (table) => [primaryKey({ columns: [table.sign, table.class, table.day] })],
);

/** Posts about a player, and by a player: also the counts of each rating, and of lists filtered by sign. */
export const playerPostTotals = regionSchema.table(
  'player_post_totals',
  {
    playerId: accountId('player_id').notNull(),
    /** `received` or `sent`. */
    direction: text('direction').$type<'received' | 'sent'>().notNull(),
    class: postClass(),
    flairs: flairs(),
    count: count(),
  },
  (table) => [
    primaryKey({ columns: [table.playerId, table.direction, table.class, table.flairs] }),
    index('player_post_totals_empty').on(table.playerId).where(sql`${table.count} = 0`),
  ],
);

/** Tables that triggers fill from other tables: they are not in backups. */
export const DERIVED_TABLES: readonly string[] = [
  postCountChanges,
  postTotals,
  dailyPostTotals,
  signPostTotals,
  dailySignPostTotals,
  playerPostTotals,
].map(getTableName);
