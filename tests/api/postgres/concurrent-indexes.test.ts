/** Large indexes on a server in use (rule 22.6). */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateServer, pendingMigrations } from '#api/db/migrate.ts';
import { createPool, createServerDatabase } from '#api/db/postgres.ts';
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

async function migrate(): Promise<void> {
  const pool = createPool(url);
  await migrateServer(pool).finally(() => pool.end());
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

async function pending(): Promise<string[]> {
  const database = createServerDatabase({ url });
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
