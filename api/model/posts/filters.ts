/** Filters of lists of posts, as conditions. */
import { and, type SQL, sql } from 'drizzle-orm';
import { posts } from '#api/db/schema.ts';
import { tableNamed } from '#api/db/statements.ts';
import { FLAIRS_COUNT, signOf } from '#lib/domain/flairs.ts';
import type { Sign } from '#lib/schemas/player.ts';

/** Filters of the latest posts. */
export interface FeedFilter {
  /** How the posts rate their player on the whole; undefined for all. */
  sign?: Sign | undefined;
  /** True for posts with a replay, false for posts without, undefined for all. */
  hasReplay: boolean | undefined;
  /** Leaves out posts that a moderator removed. */
  hideModActions: boolean;
}

/** Filters of a player's posts. */
export interface PlayerFilter {
  /** How the posts rate their player on the whole; undefined for all. */
  sign?: Sign | undefined;
  hasReplay?: boolean | undefined;
}

/** Condition: the post rates its player so on the whole. A list of flairs, so that PostgreSQL knows how many there are. */
export function hasSign(sign: Sign, column: SQL | typeof posts.flairs = sql`flairs`): SQL {
  const packed = Array.from({ length: FLAIRS_COUNT }, (_, flairs) => flairs);
  const flairs = packed.filter((one) => signOf(one) === sign);
  return sql`${column} = any(${sql.raw(`'{${flairs.join(',')}}'::smallint[]`)})`;
}

/** The same condition, as the feed's indexes by sign have it. */
export const hasIndexedSign = (sign: Sign): SQL =>
  sql`${tableNamed('post_sign')}(${posts.flairs}) = ${sql.raw(String(sign))}`;

/** Condition: the post has a replay, or has none. Undefined: always. */
export const hasReplayIs = (value: boolean | undefined): SQL | undefined =>
  value === undefined ? undefined : sql`${posts.hasReplay} = ${sql.raw(String(value))}`;

/** Condition: the post passes a player's filter. Undefined: always. */
export const passes = ({ sign, hasReplay }: PlayerFilter): SQL | undefined =>
  and(sign === undefined ? undefined : hasSign(sign, posts.flairs), hasReplayIs(hasReplay));
