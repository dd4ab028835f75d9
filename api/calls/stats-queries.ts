/** Reads of the numbers of the week. */
import { and, gte, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players, posts } from '#api/db/schema.ts';
import type { Stats } from '#lib/schemas/calls/stats.ts';

/** What visitors could see happen since `start` (rule 2.32). Posts of that time are a range of an index. */
export async function countSince(db: Db, start: Date): Promise<Stats> {
  const isRecent = and(sql`${posts.isPublic}`, gte(posts.createdAt, start));
  // The clan of each player is looked up: a join could read all players.
  const clanOf = sql`(select ${players.clanId} from ${players} where ${players.id} = person.id)`;
  const { rows } = await db.execute<Record<keyof Stats, string | number>>(sql`
    with recent as materialized (
      select ${posts.authorId} as author_id, ${posts.playerId} as player_id from ${posts} where ${isRecent}),
    person as (select author_id as id from recent union select player_id from recent)
    select (select count(*) from recent) as posts, count(*) as players, count(distinct ${clanOf}) as clans
    from person`);
  const [row] = rows;
  return { posts: Number(row?.posts), players: Number(row?.players), clans: Number(row?.clans) };
}
