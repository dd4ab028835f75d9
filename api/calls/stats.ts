/** The call `/api/stats`. */
import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { and, gte, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createTimedMemory } from '#api/base/timed-memory.ts';
import { type Deps, route } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { players, posts } from '#api/db/schema.ts';
import { getStats, STATS_DAYS, type Stats } from '#lib/schemas/calls/stats.ts';

/** How long the numbers are kept in memory, in milliseconds: counting them reads all posts of the week. */
const KEPT_MS = 60_000;

/** Counts the public posts since `start`, their players and clans (rule 2.32). Posts of that time are a range of an index. */
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

/** Registers the call. */
export function statsRoutes(app: FastifyInstance, deps: Deps): void {
  const kept = createTimedMemory<Stats>(KEPT_MS, deps.now);
  route(app, deps, getStats, ({ region, now, read }) =>
    kept(region, () => read((db) => countSince(db, subMilliseconds(now, STATS_DAYS * millisecondsInDay)))),
  );
}
