/** An upgrade by a later migration, on either database (rule 22.10). */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { MIGRATION_NAMES, migrateEmbedded, migrateServer } from '#api/db/migrate.ts';
import { createEmbeddedDatabase } from '#api/db/pglite.ts';
import { createPool } from '#api/db/postgres.ts';
import { meta, players } from '#api/db/schema.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import { playersWithWrongSums, rowsOf } from '#tests/support/database-content.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { onPostgres, openMigrated } from '#tests/support/test-database.ts';

const OWN_MIGRATIONS = path.resolve(import.meta.dirname, '../../api/db/migrations');

let folder: string;
let database: DataSource;
let migrate: (scope?: { regions: RegionId[]; last: string | undefined }) => Promise<void>;
beforeEach(async () => {
  folder = temporaryFolder();
  cpSync(OWN_MIGRATIONS, folder, { recursive: true });
  if (onPostgres) {
    const copy = await openCopy();
    database = copy;
    migrate = async (scope) => {
      const pool = createPool(copy.url);
      await migrateServer(pool, { ...scope, folder }).finally(() => pool.end());
    };
  } else {
    const pglite = await openMigrated();
    database = createEmbeddedDatabase(pglite);
    migrate = (scope) => migrateEmbedded(pglite, { ...scope, folder });
  }
  for (const region of REGION_IDS)
    await database.transaction(region, async (db) => {
      await db.insert(players).values({ id: 530000001, username: `Captain_${region}` });
      await db.insert(meta).values({ key: 'note', value: 'kept' });
    });
});
afterEach(() => database.close());

/** Adds a migration after those that exist. */
function addMigration(name: string, ...statements: string[]): void {
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const last = journal.entries.at(-1);
  const tag = `${String(last.idx + 1).padStart(4, '0')}_${name}`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'));
}

/** The definitions of indexes, by name. */
async function indexes(): Promise<Record<string, string>> {
  const { rows } = await database.read('na', (db) =>
    db.execute<{ name: string; definition: string }>(
      sql`select indexname as name, indexdef as definition from pg_indexes where schemaname = 'na'`,
    ),
  );
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}

test('keeps every row and fills what is new in every region', async () => {
  const before = await rowsOf(database);
  addMigration(
    'ranks',
    'alter table "players" add column "rank" integer default 7 not null;',
    `update "players" set "rank" = 8 where "username" = 'Captain_cis';`,
  );
  await migrate();
  await migrate();
  const after = await rowsOf(database);
  const rankOf = (region: string): number =>
    after[`${region}.players`]
      ?.map((row) => JSON.parse(row))
      .find(({ username }) => username === `Captain_${region}`).rank;
  expect(REGION_IDS.map(rankOf)).toEqual(REGION_IDS.map((region) => (region === 'cis' ? 8 : 7)));
  for (const [name, rows] of Object.entries(after))
    expect(
      rows.map((row) => ({ ...JSON.parse(row), rank: undefined })),
      name,
    ).toEqual(before[name]?.map((row) => ({ ...JSON.parse(row), rank: undefined })));
  expect(await playersWithWrongSums(database)).toEqual([]);
});

test('builds a concurrent index as the last migration has it, and none that a later one drops', async () => {
  addMigration(
    'indexes',
    'create index concurrently "players_since" on "players" ("created_at");',
    'drop index if exists "replays_failed";',
    'drop index if exists "clans_listed";',
    'create index concurrently "clans_listed" on "clans" ("name","id");',
  );
  addMigration('no_index', 'drop index if exists "players_since";');
  await migrate();
  const found = await indexes();
  expect(Object.keys(found)).toContain('posts_public');
  expect(Object.keys(found)).not.toContain('players_since');
  expect(Object.keys(found)).not.toContain('replays_failed');
  expect(found.clans_listed).toContain('(name, id)');
});

test('a migration that fails changes nothing in its region', async () => {
  const before = await rowsOf(database);
  addMigration('broken', `update "meta" set "value" = 'changed';`, 'alter table "none" add column "x" int;');
  await expect(migrate()).rejects.toThrow();
  expect(await rowsOf(database)).toEqual(before);
});

test('counts the posts that exist by sign, while the release before adds up changes', async () => {
  const last = MIGRATION_NAMES[MIGRATION_NAMES.findIndex((name) => name.endsWith('_feed_signs')) - 1];
  const run = (statement: string) => database.transaction('sea', (db) => db.execute(sql.raw(statement)));
  const addPosts = (from: number, to: number) =>
    run(`insert into sea.posts (author_id, player_id, flairs, title, content, mod_locked, has_replay, created_at)
      select 1 + n % 2, 2 - n % 2, n % 64, 'Number ' || n, 'A text', n % 7 = 0, n % 3 = 0,
        timestamptz '2026-01-01' + n * interval '5 hours' from generate_series(${from}, ${to}) n`);
  const wrong = async () =>
    (await wrongTotals(database, 'sea')).filter((row) => /"key":"sign /.test(JSON.stringify(row)));
  await run('drop schema sea cascade');
  await migrate({ regions: ['sea'], last });
  await run(`insert into sea.players (id, username) values (1, 'One'), (2, 'Two')`);
  await addPosts(1, 300);
  await run('delete from sea.post_count_changes');
  await addPosts(301, 400);
  await migrate();
  expect(await wrong()).toEqual([]);
  await addPosts(401, 500);
  await run('delete from sea.posts where flairs % 5 = 0');
  await run('delete from sea.post_count_changes');
  expect(await wrong()).toEqual([]);
  await run('delete from sea.posts');
  expect(await wrong()).toEqual([]);
});

test('lists the decisions from before it, and those that the release before makes', async () => {
  const last = MIGRATION_NAMES[MIGRATION_NAMES.findIndex((name) => name.endsWith('_decision_tables')) - 1];
  const run = (statement: string) => database.transaction('sea', (db) => db.execute(sql.raw(statement)));
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const at = (minute: number) => `timestamptz '2026-01-01' + interval '${minute} minutes'`;
  const decide = async (first: number) => {
    const post = id(first);
    await run(`insert into sea.posts (id, author_id, player_id, flairs, title, content)
      values ('${post}', 1, 2, 0, 'A post', 'A text')`);
    await run(`insert into sea.mod_actions (id, post_id, author_id, action_type, mod_id, reason, rules, created_at)
      values ('${id(first + 1)}', '${post}', 1, 0, 3, 'A reason', '{insults}', ${at(first + 1)}),
        ('${id(first + 2)}', '${post}', 1, 1, 3, 'A reason', '{}', ${at(first + 2)})`);
    await run(`insert into sea.platform_bans (id, user_id, mod_id, reason, post_ids, created_at)
      values ('${id(first + 3)}', 1, 3, 'A reason', '{${post}}', ${at(first + 3)})`);
    await run(`insert into sea.reports (post_id, reporter_id, rule, words, outcome, sentence, decided_at)
      values ('${post}', 2, 'spam', '', 'kept', 'It is fair.', ${at(first + 4)})`);
    for (const [number, action] of [
      [first + 4, 'keep'],
      [first + 5, 'reopen'],
      // Of no report, so these are no decisions about one.
      [first + 6, 'keep'],
      [first + 7, 'reopen'],
    ])
      await run(`insert into sea.review_log (id, post_id, mod_id, action, created_at)
        values ('${id(Number(number))}', '${post}', 3, '${action}', ${at(Number(number))})`);
  };
  await run('drop schema sea cascade');
  await migrate({ regions: ['sea'], last });
  await run(`insert into sea.players (id, username) values (1, 'One'), (2, 'Two'), (3, 'Three')`);
  await decide(10);
  await migrate();
  await decide(20);
  const { rows } = await run(
    `select id, kind, person_id::int, other_id::int, post_id, mod_id::int, rules, reason,
      extract(epoch from reverted_at - ${at(0)})::int / 60 as reverted from sea.decisions order by created_at`,
  );
  const common = { person_id: 1, mod_id: 3, reason: null, reverted: null };
  const decided = (first: number) => {
    const about = { ...common, post_id: id(first), other_id: 2 };
    return [
      { ...about, id: id(first + 1), kind: 'removed', rules: ['insults'] },
      { ...about, id: id(first + 2), kind: 'edited', rules: [] },
      { ...about, id: id(first + 3), kind: 'banned', rules: [], other_id: null },
      {
        ...about,
        ...{ id: id(first + 4), kind: 'kept', rules: ['spam'], reason: 'It is fair.', reverted: first + 5 },
      },
    ];
  };
  expect(rows).toEqual([...decided(10), ...decided(20)]);
  const named = await run(
    'select ban_id, post_id, author_id::int, player_id::int from sea.ban_posts order by ban_id',
  );
  const players = { author_id: 1, player_id: 2 };
  expect(named.rows).toEqual(
    [10, 20].map((first) => ({ ban_id: id(first + 3), post_id: id(first), ...players })),
  );
  // The release before decides again about what this one has decided.
  await run(`insert into sea.reviews (post_id, author_id, player_id, kind, opened_at, decided_by, decided_at, decision_id)
    values ('${id(20)}', 1, 2, 2, ${at(0)}, 3, ${at(1)}, '${id(24)}')`);
  await run(`update sea.reports set decision_id = '${id(24)}'`);
  await run(`update sea.reviews set decided_at = null where post_id = '${id(20)}'`);
  const ids = async (table: string) => (await run(`select decision_id from sea.${table}`)).rows;
  expect(await ids('reviews')).toEqual([{ decision_id: id(24) }]);
  await run(`update sea.reviews set decided_at = ${at(30)}`);
  await run(`update sea.reports set decided_at = ${at(30)} where post_id = '${id(20)}'`);
  expect(await ids('reviews')).toEqual([{ decision_id: null }]);
  expect(await ids('reports')).toEqual([{ decision_id: id(24) }, { decision_id: null }]);
});
