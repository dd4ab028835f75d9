/** Builds a database with invented data, without indexes and triggers meanwhile: that takes a third of the time. */
import pg from 'pg';
import { createServerDatabase } from '#api/db/postgres.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { type DataSize, dataStatements } from '#scripts/bench/scale/data.ts';
import { queueStatements } from '#scripts/bench/scale/queue-data.ts';
import { administer, TEMPLATE, urlOf } from '#tests/support/postgres/databases.ts';

/** The region that has the data. */
const REGION = 'eu';

/** Indexes of the region's tables, except those of constraints. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = '${REGION}'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)`;

async function fill(client: pg.Client, size: DataSize): Promise<void> {
  await client.query(`set search_path to ${REGION}; set maintenance_work_mem = '512MB'`);
  // Turns off triggers and foreign keys.
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  const statements = [...dataStatements(size), ...queueStatements(size.players)];
  for (const statement of statements) await client.query(statement);
  for (const { definition } of rows) await client.query(definition);
}

async function foldTotals(url: string): Promise<void> {
  const database = createServerDatabase({ url });
  await keepTotalsFolded(database, REGION).finally(() => database.close());
}

/** Creates a database of this name as a copy of the migrated template, and fills it. */
export async function buildDatabase(server: string, name: string, size: DataSize): Promise<void> {
  await administer(server, `drop database if exists ${name} with (force)`);
  await administer(server, `create database ${name} template ${TEMPLATE}`);
  const url = urlOf(server, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fill(client, size);
    await foldTotals(url);
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}
