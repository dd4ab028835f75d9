/** The call for the players of a battle by their names or ids (section 33). */
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
import type { LineupKey } from '#api/publisher/lineup.ts';
import type { FoundByName, findByNames, NamedPlayer } from '#lib/schemas/calls/lineup.ts';

interface FoundRow extends Omit<FoundByName, 'posts' | 'ribbon' | 'ownPost' | 'asOf'> {
  /** The name or id by which the player was found. */
  key: string;
  posts: string | number;
  flairs: number[];
  ownId: string | null;
  ownCreatedAt: string | null;
  asOf: string | null;
}

const KEYS = sql.placeholder('keys');
const ID = sql`players.id`;

/** The statement for players who conceal nothing, from tables `asked` and `players`. */
const foundIn = (source: SQL, asOf = sql`null`) =>
  buildStatement(sql`
  select asked.key::text as key, players.id::float8 as id, username as name, game_karma as "gameKarma",
    site_karma as "siteKarma", rating_performance as performance, rating_teamplay as teamplay, rating_courtesy as courtesy,
    case when clans.id is not null then ${clanInfoJson} end as clan, own.id as "ownId", own.created_at as "ownCreatedAt",
    ${asOf} as "asOf",
    ${totalOfPlayer(ID, 'received', [0, POST_CLASS.withReplay])} as posts, array(${latestPosts(ID, posts.flairs)}) as flairs
  from ${source} left join ${clans} on clans.id = players.clan_id
    left join lateral (select id, created_at from ${posts} where ${posts.authorId} = ${sql.placeholder('viewer')}
      and ${posts.playerId} = ${ID} order by ${posts.createdAt} desc limit 1) own on true
  where not players.opted_out and not players.wg_hidden`);

// Several may have had a name. The publisher reported it last for the one who has it, unless the last report is old.
const BY_NAME = foundIn(
  sql`unnest(${KEYS}::text[]) asked(key) cross join lateral (select *,
    refreshed_at > ${sql.placeholder('now')}::timestamptz - interval '24 hours' and count(*) over () = 1 as is_current
    from ${players} where lower(username) = lower(asked.key) and account_deleted_at is null
    order by refreshed_at desc nulls last, id desc limit 1) players`,
  sql`case when is_current then null else coalesce(players.refreshed_at, players.created_at) end`,
);
const BY_ID = foundIn(sql`unnest(${KEYS}::bigint[]) asked(key) join ${players} on players.id = asked.key`);

/** By name in lower case, or by id. */
async function readFound<Key extends LineupKey>(
  db: Db,
  statement: typeof BY_NAME,
  keys: readonly Key[],
  { viewer, now }: Pick<Ctx<typeof findByNames>, 'viewer' | 'now'>,
): Promise<Map<Key, FoundByName>> {
  if (keys.length === 0) return new Map();
  const values = { keys, viewer: viewer.id, now: new Date(now).toISOString() };
  const rows = await runStatement<FoundRow>(db, statement, values);
  return new Map(
    rows.map(({ key, posts, flairs, ownId, ownCreatedAt, asOf, ...details }) => [
      (statement === BY_ID ? details.id : key.toLowerCase()) as Key,
      {
        ...details,
        posts: Number(posts),
        ribbon: ribbonOf(flairs),
        ...(ownId !== null &&
          ownCreatedAt !== null && { ownPost: { id: ownId, createdAt: isoTimeOfText(ownCreatedAt) } }),
        ...(asOf !== null && { asOf: isoTimeOfText(asOf) }),
      },
    ]),
  );
}

const NOTHING_RATED = { siteKarma: 0, performance: 0, teamplay: 0, courtesy: 0, posts: 0, ribbon: '' };

/**
 * Rows in the order of the names, then of the accounts, whose names are not those that were sent. Every viewer gets the same
 * ones, except for the own post.
 */
export async function byNames(ctx: Ctx<typeof findByNames>): Promise<NamedPlayer[]> {
  const { deps, region, viewer, read, request } = ctx;
  const { names = [], accounts = [] } = ctx.body;
  await deps.limitAccount(request, region, viewer.id, 'names');
  const asked = new Map(names.map((name) => [name.toLowerCase(), name]));
  const ids = [...new Set(accounts.map(({ id }) => id))];
  const stored = await read(
    async (db) =>
      new Map<LineupKey, FoundByName>([
        ...(await readFound(db, BY_NAME, [...asked.values()], ctx)),
        ...(await readFound(db, BY_ID, ids, ctx)),
      ]),
  );
  const isOld = (key: LineupKey) => stored.get(key)?.asOf !== undefined;
  const found = await deps.publisher.lineup.find({
    region,
    names: [...asked].flatMap(([key, name]) => (stored.has(key) && !isOld(key) ? [] : [name])),
    old: new Set([...asked.keys()].filter(isOld)),
    ids: ids.filter((id) => !stored.has(id)),
    caller: callerOf(ctx),
  });
  const later = [...found.values()].flatMap((account) => (account?.details === null ? [account.id] : []));
  const others = await read((db) => readFound(db, BY_ID, later, ctx));

  const rowOf = (key: LineupKey, name: string): NamedPlayer => {
    const account = found.get(key);
    if (account === undefined) return stored.get(key) ?? { name, unchecked: true };
    // Concealed in the meantime where it is missing.
    if (account?.details === null) return others.get(account.id) ?? { name };
    return account ? { id: account.id, ...NOTHING_RATED, ...account.details } : { name };
  };
  return [
    ...names.map((name) => ({ ...rowOf(name.toLowerCase(), name), name })),
    ...accounts.map(({ id, name }) => rowOf(id, name)),
  ];
}
