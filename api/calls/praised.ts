/** The call `/api/Praised`: who was praised most in the last days (rules 30.23 and 30.24). */
import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { and, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createTimedMemory } from '#api/base/timed-memory.ts';
import { type Deps, route } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { clans, players, posts } from '#api/db/schema.ts';
import { anyOfPlaceholder, arrayText } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { clanInfoColumns } from '#api/model/players/profile.ts';
import { findPlayersWithClans } from '#api/model/players/queries.ts';
import { hasSign } from '#api/model/posts/filters.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import {
  getPraised,
  PRAISED_DAYS,
  PRAISED_MAX,
  type Praised,
  type PraisedClan,
  type PraisedPlayer,
} from '#lib/schemas/calls/praised.ts';
import type { ClanInfo } from '#lib/schemas/player.ts';

/** How long an order is kept in memory, in milliseconds: it reads all posts of the week. */
const KEPT_MS = 60_000;
/** Longer than an answer, because players who opted out meanwhile are left out of it. */
const RANKED = 3 * PRAISED_MAX;

/** Number of different authors, by id, most first. */
type Ranking = ReadonlyMap<number, number>;

interface Rankings {
  players: Ranking;
  clans: Ranking;
}

/**
 * Ranks players, and clans by their members, by how many authors praised them in public posts since `start`. Praise within a
 * clan does not count for the clan, and more criticism than praise leaves no place. Posts of that time are a range of an index.
 */
export async function rankPraised(db: Db, start: Date): Promise<Rankings> {
  const clanOf = (person: string) =>
    sql`(select ${players.clanId} from ${players} where ${players.id} = ${sql.raw(person)}
      and not ${players.optedOut} and not ${players.wgHidden})`;
  const sign = sql`case when ${hasSign(1, posts.flairs)} then 1 when ${hasSign(-1, posts.flairs)} then -1 else 0 end`;
  const ranked = sql`group by 2 having sum(sign) > 0 order by praise desc, sum(sign) desc, 2 limit ${sql.raw(String(RANKED))}`;
  const praise = sql`count(distinct author_id) filter (where sign > 0) as praise`;
  const { rows } = await db.execute<{
    kind: keyof Rankings;
    id: string | number;
    praise: string | number;
  }>(sql`
    with recent as materialized (
      select ${posts.authorId} as author_id, ${posts.playerId} as player_id, ${sign} as sign from ${posts}
      where ${and(sql`${posts.isPublic}`, sql`not ${posts.held}`, sql`${posts.createdAt} >= ${start.toISOString()}`)}),
    rated as materialized (select author_id, sign, ${clanOf('recent.player_id')} as clan_id from recent)
    (select 'players' as kind, player_id as id, ${praise} from recent ${ranked})
    union all
    (select 'clans', clan_id, ${praise} from rated
      where clan_id is not null and clan_id is distinct from (select ${players.clanId} from ${players} where ${players.id} = author_id) ${ranked})`);
  const of = (kind: keyof Rankings): Ranking =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, praise }) => [Number(id), Number(praise)]));
  return { players: of('players'), clans: of('clans') };
}

/** The first of a ranking that are still to be listed, in its order. */
const listed = <T extends { id: number }>(ranking: Ranking, found: readonly T[]) =>
  [...ranking]
    .flatMap(([id, praise]) => found.filter((one) => one.id === id).map((one) => ({ ...one, praise })))
    .slice(0, PRAISED_MAX);

/** The ranked players as they are now, without opted-out and hidden players. */
async function describePlayers(db: Db, ranking: Ranking): Promise<PraisedPlayer[]> {
  const rows = await findPlayersWithClans(db, [...ranking.keys()]);
  const visible = rows.filter((row) => !isConcealed(row));
  return listed(
    ranking,
    visible.map(({ id, username, gameKarma, siteKarma, clan }) => ({
      id,
      username,
      clan,
      karma: gameKarma === null ? null : gameKarma + siteKarma,
    })),
  );
}

const visibleKarma = sql`case when ${players.optedOut} then 0 else ${players.siteKarma} end`;
const mixedKarma = sql`case when ${players.wgHidden} then 0 else coalesce(${players.gameKarma}, 0) + ${visibleKarma} end`;
const CLANS = buildStatement(sql`select ${clanInfoColumns}, coalesce(sum(${mixedKarma}), 0)::float8 as karma
  from ${clans} left join ${players} on ${players.clanId} = ${clans.id}
  where ${clans.id} = ${anyOfPlaceholder('ids', 'bigint')} and not ${clans.isDisbanded} group by ${clans.id}`);

/** The ranked clans with their total mixed karma (rule 6.6), without disbanded ones. */
async function describeClans(db: Db, ranking: Ranking): Promise<PraisedClan[]> {
  const values = { ids: arrayText([...ranking.keys()]) };
  return listed(ranking, await runStatement<ClanInfo & { karma: number }>(db, CLANS, values));
}

/** Registers the call. */
export function praisedRoutes(app: FastifyInstance, deps: Deps): void {
  const kept = createTimedMemory<Rankings>(KEPT_MS, deps.now);
  route(app, deps, getPraised, async ({ region, now, read }): Promise<Praised> => {
    const start = subMilliseconds(now, PRAISED_DAYS * millisecondsInDay);
    const ranking = await kept(region, () => read((db) => rankPraised(db, start)));
    return read(async (db) => ({
      players: await describePlayers(db, ranking.players),
      clans: await describeClans(db, ranking.clans),
    }));
  });
}
