/** The call for the players of a battle by their names (section 33). */
import { type SQL, sql } from 'drizzle-orm';
import { type Ctx, callerOf } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { clans, players, posts } from '#api/db/schema.ts';
import { isoTimeOfText } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { POST_CLASS } from '#api/db/totals-schema.ts';
import { clanInfoJson } from '#api/model/players/profile.ts';
import { latestPosts, ribbonOf } from '#api/model/players/ribbons.ts';
import { totalOfPlayer } from '#api/model/posts/totals.ts';
import type { FoundByName, findByNames, NamedPlayer } from '#lib/schemas/calls/lineup.ts';

/** A row without the name, which is the requested one. */
type Details = Omit<FoundByName, 'name'>;

interface DetailsRow extends Omit<Details, 'posts' | 'ribbon' | 'ownPost'> {
  /** The name or id by which the player was found. */
  key: string;
  posts: string | number;
  flairs: number[];
  ownId: string | null;
  ownCreatedAt: string | null;
}

const KEYS = sql.placeholder('keys');
const ID = sql`players.id`;

/** The statement for players who conceal nothing, from tables `asked` and `players`. */
const detailsOf = (source: SQL) =>
  buildStatement(sql`
  select asked.key::text as key, players.id::float8 as id, game_karma as "gameKarma", site_karma as "siteKarma",
    rating_performance as performance, rating_teamplay as teamplay, rating_courtesy as courtesy,
    case when clans.id is not null then ${clanInfoJson} end as clan, own.id as "ownId", own.created_at as "ownCreatedAt",
    ${totalOfPlayer(ID, 'received', [0, POST_CLASS.withReplay])} as posts, array(${latestPosts(ID, posts.flairs)}) as flairs
  from ${source} left join ${clans} on clans.id = players.clan_id
    left join lateral (select id, created_at from ${posts} where ${posts.authorId} = ${sql.placeholder('viewer')}
      and ${posts.playerId} = ${ID} order by ${posts.createdAt} desc limit 1) own on true
  where not players.opted_out and not players.wg_hidden`);

// Several may have had a name. The publisher reported it last for the one who has it.
const BY_NAME = detailsOf(sql`unnest(${KEYS}::text[]) asked(key) cross join lateral (select * from ${players}
  where lower(username) = lower(asked.key) and account_deleted_at is null
  order by refreshed_at desc nulls last, id desc limit 1) players`);
const BY_ID = detailsOf(sql`unnest(${KEYS}::bigint[]) asked(key) join ${players} on players.id = asked.key`);

/** By name in lower case, or by id. */
async function readDetails(
  db: Db,
  statement: typeof BY_NAME,
  keys: readonly (string | number)[],
  viewer: number,
): Promise<Map<string, Details>> {
  const rows = await runStatement<DetailsRow>(db, statement, { keys, viewer });
  return new Map(
    rows.map(({ key, posts, flairs, ownId, ownCreatedAt, ...numbers }) => [
      key.toLowerCase(),
      {
        ...numbers,
        posts: Number(posts),
        ribbon: ribbonOf(flairs),
        ...(ownId !== null &&
          ownCreatedAt !== null && { ownPost: { id: ownId, createdAt: isoTimeOfText(ownCreatedAt) } }),
      },
    ]),
  );
}

const NOTHING_RATED = { siteKarma: 0, performance: 0, teamplay: 0, courtesy: 0, posts: 0, ribbon: '' };

/** Rows in the order of the names. Every viewer gets the same ones, except for the own post. */
export async function byNames(ctx: Ctx<typeof findByNames>): Promise<NamedPlayer[]> {
  const { deps, region, body, viewer, read, request } = ctx;
  await deps.limitAccount(request, region, viewer.id, 'names');
  const asked = new Map(body.names.map((name) => [name.toLowerCase(), name]));
  const stored = await read((db) => readDetails(db, BY_NAME, [...asked.values()], viewer.id));
  const names = [...asked].flatMap(([key, name]) => (stored.has(key) ? [] : [name]));
  const accounts = await deps.publisher.lineup.find({ region, names, caller: callerOf(ctx) });
  const renamed = [...accounts.values()].flatMap((account) =>
    account?.details === null ? [account.id] : [],
  );
  const others = renamed.length === 0 ? null : await read((db) => readDetails(db, BY_ID, renamed, viewer.id));

  return body.names.map((name): NamedPlayer => {
    const key = name.toLowerCase();
    const known = stored.get(key);
    if (known !== undefined) return { name, ...known };
    const account = accounts.get(key);
    if (account === undefined) return { name, unchecked: true };
    if (account === null) return { name };
    const { id, details } = account;
    if (details !== null) return { name, id, ...NOTHING_RATED, ...details };
    // Concealed in the meantime where it is missing.
    return { name, ...others?.get(String(id)) };
  });
}
