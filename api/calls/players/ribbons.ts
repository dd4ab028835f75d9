/** Ribbons: how the latest posts about players rate them. Only posts that everyone may see count (rule 5.13). */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { newestFirst } from '#api/db/sql.ts';
import { signOf } from '#lib/domain/flairs.ts';
import type { Ribbons } from '#lib/schemas/calls/ribbons.ts';
import { RIBBON_MAX_LENGTH, type RibbonPost, type Sign } from '#lib/schemas/player.ts';

const LETTERS: Readonly<Record<Sign, string>> = { 1: '+', 0: '0', [-1]: '-' };

/** A player's ribbon, oldest post first; empty for players who opted out, because their posts are not public. */
export async function findRibbon(db: Db, playerId: number): Promise<RibbonPost[]> {
  const rows = await db
    .select({ id: posts.id, flairs: posts.flairs })
    .from(posts)
    .where(and(eq(posts.playerId, playerId), posts.isPublic))
    .orderBy(...newestFirst(posts.createdAt, posts.id))
    .limit(RIBBON_MAX_LENGTH);
  return rows.reverse().map(({ id, flairs }) => ({ id, sign: signOf(flairs) }));
}

/** The ribbons of players who received posts. Reads only an index. */
export async function findRibbons(db: Db, ids: readonly number[]): Promise<Ribbons> {
  const latest = sql`select ${posts.flairs} from ${posts} where ${posts.playerId} = player.id and ${posts.isPublic}
    order by ${sql.join(newestFirst(posts.createdAt, posts.id), sql`, `)} limit ${sql.raw(String(RIBBON_MAX_LENGTH))}`;
  const { rows } = await db.execute<{ id: string; flairs: number[] }>(sql`
    select player.id, array(${latest}) as flairs from (select distinct unnest(${`{${ids.join()}}`}::bigint[]) as id) player`);
  return Object.fromEntries(
    rows
      .filter(({ flairs }) => flairs.length > 0)
      .map(({ id, flairs }) => [
        id,
        flairs
          .map((one) => LETTERS[signOf(one)])
          .reverse()
          .join(''),
      ]),
  );
}
