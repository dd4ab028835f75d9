/** Numbers of posts: reading them, and adding what the triggers have recorded to the totals. See decision 42. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { DataSource, Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import {
  dailyPostTotals,
  dailySignPostTotals,
  playerPostTotals,
  postCountChanges,
  postTotals,
  signPostTotals,
} from '#api/db/totals-schema.ts';
import { hasSign } from '#api/model/posts/filters.ts';
import type { RegionId } from '#lib/regions.ts';
import type { Sign } from '#lib/schemas/player.ts';

/** Posts about a player, or by a player. */
export type Direction = 'received' | 'sent';

/** Classes of posts, as one of a few texts, so that statements with them stay the same. */
const isAmong = (classes: readonly number[]): SQL =>
  sql`class = any(${sql.raw(`'{${classes.join(',')}}'::smallint[]`)})`;

/** Conditions of the posts of these classes, with `sign` only of that sign: in tables by sign, and in the changes. */
function countedBy(classes: readonly number[], sign: Sign | undefined): { totals: SQL; changes: SQL } {
  const isOfClass = isAmong(classes);
  if (sign === undefined) return { totals: isOfClass, changes: isOfClass };
  return {
    totals: sql`${isOfClass} and sign = ${sql.raw(String(sign))}`,
    changes: sql`${isOfClass} and ${hasSign(sign)}`,
  };
}

/** Expression: how many posts have one of the classes; with `sign`, only posts of that sign. */
export function totalOf(classes: readonly number[], sign?: Sign): SQL {
  const counted = countedBy(classes, sign);
  return sql`(
  select coalesce(sum(number), 0) from (
    select count as number from ${sign === undefined ? postTotals : signPostTotals} where ${counted.totals}
    union all select delta from ${postCountChanges} where ${counted.changes}) numbers)`;
}

/** Query: numbers of the posts about the player, or by the player, with their flairs; several rows for the same flairs. */
function numbersOfPlayer(playerId: SQL | Placeholder, direction: Direction, isCounted: SQL): SQL {
  const isOf = sql`player_id = ${playerId} and direction = ${sql.raw(`'${direction}'`)}`;
  const person = sql.raw(direction === 'sent' ? 'author_id' : 'player_id');
  return sql`
    select flairs, count as number from ${playerPostTotals} where ${isOf} and ${isCounted}
    union all select flairs, delta from ${postCountChanges} where ${person} = ${playerId} and ${isCounted}`;
}

/** Expression: how many of these posts are about the player, or by the player; with `sign`, only posts of that sign. */
export function totalOfPlayer(
  playerId: SQL | Placeholder,
  direction: Direction,
  classes: readonly number[],
  sign?: Sign,
): SQL {
  const isCounted = countedBy(classes, sign).changes;
  return sql`(
    select coalesce(sum(number), 0) from (${numbersOfPlayer(playerId, direction, isCounted)}) numbers)`;
}

/**
 * Expression: the posts about the player that count, as JSON: pairs of flairs and number, null without posts.
 * Removed and held posts do not count.
 */
export const numbersByFlairs = (playerId: Placeholder): SQL => sql`(
  select json_agg(json_build_array(flairs, number)) from (
    select flairs, sum(number) as number from (${numbersOfPlayer(playerId, 'received', isAmong([0, 2, 4, 6]))}
      union all select flairs, -1 from ${posts} where player_id = ${playerId} and held and not mod_locked) numbers
    group by flairs) by_flairs)`;

/** Number of replays, which is the number of posts that have one. */
export async function countReplays(db: Db): Promise<number> {
  const total = totalOf([4, 5, 6, 7]);
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${total} as total`);
  return Number(rows[0]?.total ?? 0);
}

/** Query: numbers of these posts with their days; a day may have several rows. */
export function dailyTotals(classes: readonly number[], sign?: Sign): SQL {
  const counted = countedBy(classes, sign);
  return sql`
  select day, count as number from ${sign === undefined ? dailyPostTotals : dailySignPostTotals} where ${counted.totals}
  union all select day, delta from ${postCountChanges} where ${counted.changes}`;
}

/** `count` is the table's own: the name alone would also be that of the inserted row. */
const added = (table: typeof postTotals | typeof dailyPostTotals | typeof playerPostTotals): SQL =>
  sql`do update set count = ${table.count} + excluded.count`;

/** Changes per statement: after a restoration there are as many as posts, and statements have a time limit. */
const FOLDED = 50_000;

/**
 * All in one statement, so that no reader sees a change twice or not at all. A trigger adds the removed changes to the totals by
 * sign. Returns the number of changes.
 */
const foldStatement = (): SQL => sql`
  with changes as (
    delete from ${postCountChanges}
    where ctid = any(array(select ctid from ${postCountChanges} limit ${sql.raw(String(FOLDED))}))
    returning day, author_id, player_id, class, flairs, delta),
  by_class as (
    insert into ${postTotals} (class, count)
    select class, sum(delta) from changes group by 1 having sum(delta) <> 0
    on conflict (class) ${added(postTotals)}),
  by_day as (
    insert into ${dailyPostTotals} (day, class, count)
    select day, class, sum(delta) from changes group by 1, 2 having sum(delta) <> 0
    on conflict (day, class) ${added(dailyPostTotals)}),
  by_player as (
    insert into ${playerPostTotals} (player_id, direction, class, flairs, count)
    select player_id, direction, class, flairs, sum(delta) from (
      select player_id, 'received' as direction, class, flairs, delta from changes
      union all select author_id, 'sent', class, flairs, delta from changes) persons
    group by 1, 2, 3, 4 having sum(delta) <> 0
    on conflict (player_id, direction, class, flairs) ${added(playerPostTotals)})
  select count(*) as count from changes`;

/** Adds all changes to the totals, and removes totals of nothing. Needs a transaction; takes turns with others that do so. */
export async function foldTotals(db: Db, region: RegionId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${lockKey(region)})`);
  await fold(db);
}

const lockKey = (region: RegionId): SQL => sql`hashtextextended(${`post-totals:${region}`}, 0)`;

async function fold(db: Db): Promise<void> {
  for (let folded = FOLDED; folded === FOLDED; ) {
    const { rows } = await db.execute<{ count: string | number }>(foldStatement());
    folded = Number(rows[0]?.count ?? 0);
  }
  for (const table of [postTotals, dailyPostTotals, signPostTotals, dailySignPostTotals, playerPostTotals])
    await db.delete(table).where(sql`${table.count} = 0`);
}

/** Does the same as `foldTotals` where there is something to do, unless another process is doing it. */
export async function keepTotalsFolded(
  database: Pick<DataSource, 'read' | 'transaction'>,
  region: RegionId,
): Promise<void> {
  const isFolded = await database.read(region, async (db) => {
    const rows = await db.select({ delta: postCountChanges.delta }).from(postCountChanges).limit(1);
    return rows.length === 0;
  });
  if (isFolded) return;
  await database.transaction(region, async (db) => {
    const { rows } = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockKey(region)}) as taken`,
    );
    if (rows[0]?.taken) await fold(db);
  });
}
