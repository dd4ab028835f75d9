/** Ribbons: how the latest posts rate a player (rule 5.13). */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { arrayText, newestFirst } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { signOf } from '#lib/domain/flairs.ts';
import type { Ribbons } from '#lib/schemas/calls/ribbons.ts';
import { RIBBON_MAX_LENGTH, type Sign } from '#lib/schemas/player.ts';

const LETTERS: Readonly<Record<Sign, string>> = { 1: '+', 0: '0', [-1]: '-' };

/** Query: `column` of the player's posts in the ribbon, newest first. Reads only indexes, of which that of held posts is tiny. */
export const latestPosts = (playerId: SQL | Placeholder, column: SQL | PgColumn): SQL =>
  sql`select ${column} from ${posts} where ${posts.playerId} = ${playerId} and ${posts.isPublic}
    and ${posts.id} <> all(array(select held.id from ${posts} as held where held.player_id = ${playerId} and held.held))
    order by ${sql.join(newestFirst(posts.createdAt, posts.id), sql`, `)} limit ${sql.raw(String(RIBBON_MAX_LENGTH))}`;

/** A ribbon in letters, oldest first, from the flairs of `latestPosts`. */
export const ribbonOf = (flairs: readonly number[]): string =>
  flairs
    .map((one) => LETTERS[signOf(one)])
    .reverse()
    .join('');

const RIBBONS =
  buildStatement(sql`select player.id, array(${latestPosts(sql`player.id`, posts.flairs)}) as flairs
  from (select distinct unnest(${sql.placeholder('ids')}::bigint[]) as id) player`);

/** The ribbons of players who received posts. */
export async function findRibbons(db: Db, ids: readonly number[]): Promise<Ribbons> {
  const rows = await runStatement<{ id: string; flairs: number[] }>(db, RIBBONS, { ids: arrayText(ids) });
  return Object.fromEntries(
    rows.filter(({ flairs }) => flairs.length > 0).map(({ id, flairs }) => [id, ribbonOf(flairs)]),
  );
}
