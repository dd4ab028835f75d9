/** Databases of the tests' PostgreSQL server: each a copy of one that is migrated and has the fixed accounts. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from '#api/db/database.ts';
import { openDatabase } from '#api/db/open.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { REGION_IDS } from '#lib/regions.ts';
import type { Mode } from '#lib/settings/variables.ts';
import { ensureFixedAccounts } from '#tests/support/fixed-accounts.ts';

/** The database that the others copy. */
export const TEMPLATE = 'karma_template';

const testServer = (): string => process.env.TEST_POSTGRES_URL ?? '';

/** The address of another database of the same server. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement as the server's owner. */
export async function administer(server: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates the template of all other databases, with accounts created at `now`. `mode` may use the copies. */
export async function createTemplate(server: string, now: number, mode: Mode = 'demo'): Promise<void> {
  await administer(server, `create database ${TEMPLATE}`);
  const database = await openDatabase({
    dataDir: '',
    databaseUrl: urlOf(server, TEMPLATE),
    mode,
    migrateAtStart: true,
  });
  for (const region of REGION_IDS) await database.transaction(region, (db) => ensureFixedAccounts(db, now));
  await database.close();
}

/** Creates a database on the server, empty unless `options` say otherwise; returns its address. */
export async function addDatabase(server = testServer(), options = ''): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} ${options}`);
  return urlOf(server, name);
}

/** Drops the database at the address, even while connections to it are open. */
export async function dropDatabase(url: string): Promise<void> {
  await administer(urlOf(url, 'postgres'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** A new copy of the template; closing it drops it. */
export async function openCopy(server = testServer()): Promise<DataSource & { url: string }> {
  const url = await addDatabase(server, `template ${TEMPLATE}`);
  const database = createServerDatabase({ url });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await dropDatabase(url);
    },
  };
}

/** Waits until as many transactions of the database at `url` wait for a lock. */
export async function untilLocksAwaited(url: string, count: number): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const query = `select pid from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
  while ((await administer(url, query)).rowCount !== count);
}
