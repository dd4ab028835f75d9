/**
 * The PostgreSQL server of the benchmarks and its databases of invented data, which are kept until migrations or data change.
 * In all of them 1 % of the posts are removed, 30 % are rated and have a replay, and 1 % of the players have opted out.
 */
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { DECODER_VERSION } from 'wows-replay/replay';
import { createServerDatabase } from '#api/db/postgres.ts';
import { ADVISED_MARK } from '#api/model/advice/store.ts';
import { karmaOf } from '#api/model/posts/karma.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { hashOfFiles } from '#scripts/support/content-hash.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { ensurePostgres } from '#scripts/testing/debian-packages.ts';
import { administer, createTemplate, TEMPLATE, urlOf } from '#tests/support/postgres/databases.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';

/** Contents of the databases. The clans of `calls` have about 55 members. */
export const SIZES = {
  calls: { posts: 20_000, players: 2_000, clans: 29 },
  small: { posts: 1_000, players: 200, clans: 5 },
  big: { posts: 1_000_000, players: 200_000, clans: 5_000 },
};

/** The name of a database. */
export type SizeName = keyof typeof SIZES;
type DataSize = (typeof SIZES)[SizeName];

/** Fixed accounts with a part in the data: an author of every 200th post, and a player with 3.6 % of the received ones. */
export const PEOPLE = {
  author: 500_000_001,
  moderator: 500_000_003,
  administrator: 500_000_010,
  received: 500_000_008,
} as const;

const FOLDER = path.join(ROOT, '.cache/bench');
const SOURCES = [
  'api/db/migrations/*.sql',
  'api/db/migrate.ts',
  'scripts/bench/database.ts',
  'tests/support/fixed-accounts.ts',
];
const SETTINGS = {
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
};

const FIRST_PLAYER = 600_000_000;
const FIRST_CLAN = 700_000_000;
const SHIP = 4_100_000_000;
const TEXT =
  'Held the flank with two destroyers, called out every torpedo in time and stayed polite in chat. ';

/** Ten ratings with what each adds to karma; rated posts take them by number. */
const RATINGS = [1, 5, 21, 4, 17, 2, 10, 42, 6, 33].map((flairs, kind) => {
  const karma = karmaOf({ flairs, negativeKarmaAble: true, held: false });
  const { appliedSiteKarma, appliedPerformance, appliedTeamplay, appliedCourtesy } = karma;
  return `(${[kind, flairs, appliedSiteKarma, appliedPerformance, appliedTeamplay, appliedCourtesy].join(', ')})`;
});

/** A number from 0 to `below` - 1 that `i` determines; `seed` makes independent ones. */
const chance = (seed: number, below: number): string =>
  `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${below})`;

/** The statements for a region that has the fixed accounts. They set what triggers would set, so triggers may be off. */
const statements = ({ posts, players, clans }: DataSize): string[] => [
  `insert into clans (id, tag, name, league_color, description, created_at, updated_at, members_updated_at, refreshed_at)
  select ${FIRST_CLAN} + i, to_hex(i), 'Clan ' || i, 4291611852, repeat('${TEXT}', 3), now() - interval '3 years', now(), now(), now()
  from generate_series(1, ${clans}) as i`,
  `insert into players (id, username, clan_id, clan_member_role, joined_clan_at, game_karma, opted_out, opt_out_changed,
    wg_account_created_at, last_battle_time, refreshed_at, created_at, updated_at)
  select ${FIRST_PLAYER} + i, 'Player_' || i, case when ${chance(3, 10)} < 8 then ${FIRST_CLAN} + 1 + ${chance(4, clans)} end,
    1 + ${chance(5, 6)}, now() - interval '1 year', ${chance(6, 200)}, i % 100 = 0,
    case when i % 100 = 0 then now() - interval '60 days' end,
    now() - interval '6 years', now() - interval '1 day', now(), now() - interval '3 years', now()
  from generate_series(0, ${players - 1}) as i`,
  // A few players receive many posts, most receive few, and no one receives their own.
  `insert into posts (author_id, player_id, flairs, title, content, mod_locked, applied_site_karma,
    applied_performance, applied_teamplay, applied_courtesy, subject_hidden, has_replay, created_at)
  select author, player, coalesce(flairs, 0), 'Battle ' || i, substr(repeat('${TEXT}', 7), 1, 80 + ${chance(13, 520)}::int), removed,
    case when removed then 0 else coalesce(karma, 0) end, case when removed then 0 else coalesce(performance, 0) end,
    case when removed then 0 else coalesce(teamplay, 0) end, case when removed then 0 else coalesce(courtesy, 0) end,
    player >= ${FIRST_PLAYER} and player % 100 = 0, flairs is not null,
    now() - (${posts} - i / 2 * 2) * (interval '3 years' / ${posts})
  from generate_series(1, ${posts}) as i
  cross join lateral (select ${chance(11, players)} as written,
    floor(${players} * power(${chance(12, 1_000_000)} / 1000000.0, 2))::bigint as popular) as one
  cross join lateral (select case when i % 200 = 0 then ${PEOPLE.author} else ${FIRST_PLAYER} + written end as author,
    case when i % 250 between 1 and 9 then ${PEOPLE.received}
      else ${FIRST_PLAYER} + (popular + (popular = written)::int) % ${players} end as player,
    ${chance(14, 100)} = 0 as removed) as people
  left join (values ${RATINGS.join(', ')}) as rated (kind, flairs, karma, performance, teamplay, courtesy)
    on kind = case when ${chance(15, 10)} < 3 then ${chance(16, RATINGS.length)} end
  order by i`,
  `insert into ships (id, name, from_publisher) values (${SHIP}, 'Invented', true)`,
  `insert into replays (post_id, file_name, file_size, sha256, players, facts, decoder_version, map, played_at, author_ship,
    player_ship, state, processed_at, created_at)
  select id, 'battle.wowsreplay', 1500000, encode(sha256(id::text::bytea), 'hex'), '[]', '{}', ${DECODER_VERSION}, '53_Shoreside',
    '2026-01-01T18:30:00', ${SHIP}, ${SHIP}, 2, created_at, created_at
  from posts where has_replay order by created_at`,
  `insert into post_count_changes (day, author_id, player_id, class, flairs, delta)
  select (created_at at time zone 'UTC')::date, author_id, player_id, post_class(mod_locked, subject_hidden, has_replay),
    flairs, count(*)
  from posts group by 1, 2, 3, 4, 5`,
  // Every post has an item of the moderators' queue; 1 % are open, a third of them in each tab.
  `insert into reviews (post_id, author_id, player_id, kind, reports, opened_at, decided_by, decided_at)
  select id, author_id, player_id, kind, case when is_open and kind = ${KIND.reported} then 1 + i / 300 % 4 else 0 end,
    case when is_open then now() - i / 100 % 1000 * interval '10 minutes' else created_at end,
    case when not is_open then ${PEOPLE.moderator} end, case when not is_open then created_at + interval '1 hour' end
  from posts cross join lateral (select substr(title, 8)::int as i) as numbered
  cross join lateral (select i / 100 % 3 as kind, i % 100 = 51 and not mod_locked as is_open) as item`,
  `insert into reports (post_id, reporter_id, rule, words, outcome, created_at)
  select post_id, ${FIRST_PLAYER} + ((hashtext(post_id::text) & 65535) + n * 7) % ${players}, 'insults', 'Insults.', 'open', opened_at
  from reviews cross join lateral generate_series(1, reports) as n where decided_at is null`,
  `update posts set advice = '{same-battle,clan-mates}' from reviews
  where post_id = posts.id and kind = ${KIND.advised} and decided_at is null`,
  // Without it, the API would compute the advice about all posts again.
  `insert into meta (key, value) values ('${ADVISED_MARK.key}', '${ADVISED_MARK.value}')`,
];

/** Indexes of the region, except those of constraints. Building them at the end takes a third of the time. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'eu'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)`;

async function fill(client: pg.Client, size: DataSize): Promise<void> {
  // As a replica, it runs no triggers and checks no foreign keys.
  await client.query(
    `set search_path to eu; set maintenance_work_mem = '512MB'; set session_replication_role = replica`,
  );
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const statement of statements(size)) await client.query(statement);
  for (const { definition } of rows) await client.query(definition);
}

async function build(server: string, name: SizeName): Promise<void> {
  console.log(`Building the ${name} database with ${SIZES[name].posts} posts`);
  await administer(server, `drop database if exists ${name} with (force)`);
  await administer(server, `create database ${name} template ${TEMPLATE}`);
  const url = urlOf(server, name);
  const client = new pg.Client({ connectionString: url });
  const database = createServerDatabase({ url });
  await client.connect();
  try {
    await fill(client, SIZES[name]);
    await keepTotalsFolded(database, 'eu');
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await Promise.all([client.end(), database.close()]);
  }
}

/** Starts the server on the folder of the current migrations and data; folders of others are removed. */
export async function startBenchServer() {
  const folder = path.join(FOLDER, hashOfFiles(SOURCES).digest('hex').slice(0, 16));
  for (const other of globSync(path.join(FOLDER, '*')))
    if (other !== folder) rmSync(other, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const markOf = (name: string): string => path.join(folder, `${name}-is-complete`);
  if (!existsSync(markOf('template'))) rmSync(path.join(folder, 'data'), { recursive: true, force: true });
  const server = await startPostgres(ensurePostgres(), { settings: SETTINGS, folder });
  const once = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (existsSync(markOf(name))) return;
    await work();
    writeFileSync(markOf(name), '');
  };
  try {
    await once('template', () => createTemplate(server.url, Date.now(), 'production'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    ...server,
    /** The address of a database, which is built when it is needed for the first time. */
    async databaseOf(name: SizeName): Promise<string> {
      await once(name, () => build(server.url, name));
      return urlOf(server.url, name);
    },
  };
}
export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;
