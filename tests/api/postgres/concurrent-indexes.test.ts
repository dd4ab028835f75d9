/** Migrations of a server in use (rule 22.6). */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateServer, pendingMigrations } from '#api/db/migrate.ts';
import { createPool, createServerDatabase } from '#api/db/postgres.ts';
import type { RegionId } from '#lib/regions.ts';
import { addDatabase, administer, dropDatabase } from '#tests/support/postgres/databases.ts';

const SERVER = process.env.TEST_POSTGRES_URL ?? '';
const INDEX = 'replays_failed';
const LIMIT_MS = 30_000;

let url: string;
let writer: pg.Client;
beforeEach(async () => {
  url = await addDatabase();
  writer = new pg.Client({ connectionString: url });
  await writer.connect();
});
afterEach(async () => {
  await writer.end();
  await dropDatabase(url);
});

async function migrate(scope: Parameters<typeof migrateServer>[1] = {}): Promise<void> {
  const pool = createPool(url);
  await migrateServer(pool, scope).finally(() => pool.end());
}

/** Everything else is up to date, so that the migration only builds this index. */
async function loseIndex(): Promise<void> {
  await migrate();
  await administer(url, `drop index eu.${INDEX}`);
}

/** A write that has not been committed: a concurrent build waits for it at the end. */
const beginWrite = () => writer.query('begin; lock table eu.replays in row exclusive mode');

/** Waits until a connection builds the index; returns its process id. */
async function untilBuilding(): Promise<number> {
  const query = `select pid from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}' and state = 'active' and ltrim(query, chr(10)) ilike 'create index concurrently%'`;
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; ) {
    const { rows } = await administer(SERVER, query);
    if (rows.length > 0) return rows[0].pid;
  }
  throw new Error('no index is built');
}

const isValid = async (): Promise<boolean | undefined> => {
  const found = await administer(
    url,
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('eu.${INDEX}')`,
  );
  return found.rows[0]?.valid;
};

async function pending(regions?: RegionId[]): Promise<string[]> {
  const database = createServerDatabase({ url, regions });
  return pendingMigrations(database).finally(() => database.close());
}

test('an index is built while others write to its table', async () => {
  await loseIndex();
  await beginWrite();
  const migrated = migrate();
  await untilBuilding();
  await administer(url, `set lock_timeout = '5s'; delete from eu.replays`);
  await writer.query('commit');
  await migrated;
  expect([await isValid(), await pending()]).toEqual([true, []]);
});

test('an interrupted build is reported, and repeated by the next migration', async () => {
  await loseIndex();
  await beginWrite();
  const failed = expect(migrate()).rejects.toThrow('terminating connection');
  await administer(SERVER, `select pg_terminate_backend(${await untilBuilding()})`);
  await failed;
  await writer.query('commit');
  expect(await isValid()).toBe(false);
  expect(await pending()).toEqual([`index ${INDEX}`]);
  await migrate();
  expect([await isValid(), await pending()]).toEqual([true, []]);
});

test('two processes that migrate at once both succeed', async () => {
  await Promise.all([migrate(), migrate()]);
  expect([await isValid(), await pending()]).toEqual([true, []]);
});

/** Posts, and about them what moderators decided before decisions were listed. */
const FORMER_ROWS = `set search_path to eu; set session_replication_role = replica;
  insert into players (id, username) select n, 'Player ' || n from generate_series(1, 1000) n;
  insert into posts (author_id, player_id, flairs, title, content, created_at)
    select 1 + n % 1000, 1 + (n + 1) % 1000, n % 64, 'A post', 'A text', now() - n * interval '1 minute' from generate_series(1, 100000) n;
  insert into mod_actions (post_id, author_id, action_type, mod_id, reason)
    select id, author_id, 0, 1, 'A reason' from posts limit 30000;
  insert into reports (post_id, reporter_id, rule, words, outcome, decided_at)
    select post_id, 1, 'spam', '', 'kept', '2026-01-01' from mod_actions limit 10000;
  insert into review_log (post_id, mod_id, action, created_at) select post_id, 1, 'keep', decided_at from reports`;

test('reads of 100,000 posts never wait a second for a migration, also when it is interrupted', async () => {
  const count = async (rows: string) =>
    Number((await administer(url, `select count(*) from eu.${rows}`)).rows[0].count);
  await migrate({ regions: ['eu'], last: '0007_thumbnails' });
  await administer(url, FORMER_ROWS);
  let isMigrating = true;
  const read = async (table: string) => {
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query(`set lock_timeout = '1s'`);
    while (isMigrating) await reader.query(`select * from eu.${table} limit 20`);
    await reader.end();
  };
  const reading = Promise.allSettled(
    ['posts', 'reports', 'reviews', 'notifications', 'platform_bans'].map(read),
  );
  const failed = expect(migrate({ regions: ['eu'] })).rejects.toThrow('terminating connection');
  await expect.poll(() => count('decisions').catch(() => 0), { interval: 20 }).toBeGreaterThan(0);
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and datname = current_database()`,
  );
  await failed;
  expect(await count('decisions')).toBeLessThan(30_000);
  expect((await pending(['eu']))[0]).toBe('0010_decisions');
  await migrate({ regions: ['eu'] });
  isMigrating = false;
  expect((await reading).filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await pending(['eu'])).toEqual([]);
  expect([await count('decisions'), await count('reports where about_id is null')]).toEqual([40_000, 0]);
});
