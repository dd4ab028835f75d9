/**
 * Applies the numbered migrations to every region's schema. On a server, each has its own transaction. `CREATE INDEX
 * CONCURRENTLY` statements run after all of them, so that building a large index blocks no writes; an index that an interrupted
 * run left incomplete is dropped and built again. Updates of many rows are migrations without other statements, and run in
 * batches. The embedded database has one connection, so there everything is one transaction. To make an index concurrent, add
 * `.concurrently()` to it in the schema before `npm run migration`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type pg from 'pg';
import { BACK_OFF, withBackOff } from '#api/base/back-off.ts';
import { type DataSource, type Db, sqlState } from '#api/db/database.ts';
import { nameOfTable, SCHEMA_NAME, tableNamed } from '#api/db/statements.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

/** Key of an advisory lock, any number. Processes that start together migrate one after another. */
const MIGRATION_LOCK = 4_212_017;
const LOCK_POLL_MS = 200;

/** Table of applied migrations in each region's schema. */
export const MIGRATIONS_TABLE = '__drizzle_migrations';

/** Names of all migrations, oldest first. */
export const MIGRATION_NAMES: readonly string[] = journal.entries.map(({ tag }) => tag);

/** `[whole, name, table]`. Comments may precede the statement. */
const CONCURRENT_INDEX =
  /^(?:\s*--.*\n)*\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"([^"]+)"\s+on\s+"([^"]+)"/i;

/** An index that is built outside the transaction. */
interface ConcurrentIndex {
  name: string;
  statement: string;
}

/** Begins the condition of an update that a server runs in batches: for some ids at a time, which are committed one by one. */
export const IN_BATCHES = '/* in batches */';
const BATCH_ROWS = 1_000;
const DEADLOCK = '40P01';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** The concurrent indexes of the migrations that no later statement drops or creates again. */
function indexesOf(migrations: readonly MigrationMeta[]): ConcurrentIndex[] {
  const statements = migrations.flatMap((migration) => migration.sql);
  return statements.flatMap((statement, position) => {
    const [, name, table] = CONCURRENT_INDEX.exec(statement) ?? [];
    if (name === undefined) return [];
    const replaced = new RegExp(
      `drop\\s+table\\b.*"${table}"|(drop|create)\\s.*\\bindex\\b[^(]*"${name}"`,
      'i',
    );
    return statements.slice(position + 1).some((later) => replaced.test(later)) ? [] : [{ name, statement }];
  });
}

/** Concurrent indexes of a database that has all migrations. Read once, because `/ready` needs them every time. */
const ALL_INDEXES: readonly string[] = indexesOf(
  readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }),
).map(({ name }) => name);

/** Applies migrations in one transaction. */
async function apply(db: unknown, migrations: readonly MigrationMeta[], region: RegionId): Promise<void> {
  const { session } = (db as { _: { session: Parameters<PgDialect['migrate']>[1] } })._;
  const config = { migrationsFolder: '', migrationsTable: MIGRATIONS_TABLE, migrationsSchema: region };
  await new PgDialect().migrate([...migrations], session, config);
}

/** The regions and migrations to apply. */
interface Scope {
  regions?: readonly RegionId[];
  /** Name of the last migration to apply; all without. */
  last?: string | undefined;
  folder?: string;
}

/** The migrations up to a named one; all without a name. */
export function migrationsUpTo(last?: string, migrationsFolder = MIGRATIONS_FOLDER): MigrationMeta[] {
  const all = readMigrationFiles({ migrationsFolder });
  return last === undefined ? all : all.slice(0, MIGRATION_NAMES.indexOf(last) + 1);
}

const CREATED_TABLE = /^create table "([^"]+)" \((.*)\)/ims;
const COLUMN = /^\s*"([^"]+)" (?!.*generated always)/gim;
const ADDED_COLUMN = /^alter table "([^"]+)" add column "([^"]+)" (?!.*generated always)/im;

/** The columns of each table after the migration named `last`, without generated columns. */
export function columnsAfter(last: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const statement of migrationsUpTo(last).flatMap((migration) => migration.sql)) {
    const [, created, body = ''] = CREATED_TABLE.exec(statement) ?? [];
    const columns = [...body.matchAll(COLUMN)].map(([, column = '']) => column);
    if (created !== undefined) tables.set(created, columns);
    const [, changed = '', added = ''] = ADDED_COLUMN.exec(statement) ?? [];
    tables.get(changed)?.push(added);
  }
  return tables;
}

/** Brings the regions' schemas of the embedded database up to date, or to the migration named `last`. */
export async function migrateEmbedded(
  pglite: PGlite,
  { regions = REGION_IDS, last, folder = MIGRATIONS_FOLDER }: Scope = {},
): Promise<void> {
  const migrations = migrationsUpTo(last, folder).map((migration) => ({
    ...migration,
    sql: migration.sql.map((statement) =>
      CONCURRENT_INDEX.test(statement) ? statement.replace(/\bconcurrently\b/i, '') : statement,
    ),
  }));
  for (const region of regions) {
    await pglite.exec(`create schema if not exists ${region}; set search_path to ${region}`);
    await apply(drizzlePglite({ client: pglite }), migrations, region);
  }
  await pglite.exec('reset search_path');
}

/** Waiting for the lock in one statement would block concurrent builds, which wait for all running statements. */
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK]);
    if (rows[0].taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function build(client: pg.PoolClient, { name, statement }: ConcurrentIndex): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass($1)`,
    [`"${name}"`],
  );
  if (rows[0]?.valid) return;
  // Left by an interrupted build: it is not used, but slows down every write.
  if (rows.length > 0) await client.query(`drop index concurrently "${name}"`);
  await client.query(statement);
}

/** Runs an update in batches. Repeating it must be harmless, because an interrupted migration begins again. */
async function updateInBatches(client: pg.PoolClient, statement: string): Promise<void> {
  const [, table] = /^update\s+("[^"]+")/im.exec(statement) ?? [];
  const next = `select id from ${table} where id > $1 order by id offset ${BATCH_ROWS - 1} limit 1`;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<{ id: string }>(next, [after]);
    const upTo = rows[0] ? `and ${table}.id <= '${rows[0].id}'` : '';
    const batch = statement.replace(IN_BATCHES, `${table}.id > '${after}' ${upTo} and`);
    await withBackOff(
      BACK_OFF.read,
      () => client.query(batch),
      (error) => sqlState(error) === DEADLOCK,
    );
    if (!rows[0]) return;
    after = rows[0].id;
  }
}

/** Applies the migrations to a region of a server. One in batches counts as applied when its last batch is committed. */
async function applyEach(
  client: pg.PoolClient,
  migrations: readonly MigrationMeta[],
  region: RegionId,
): Promise<void> {
  const db = drizzlePg({ client });
  await apply(db, [], region);
  const { rows } = await client.query(`select max(created_at) as last from "${MIGRATIONS_TABLE}"`);
  for (const migration of migrations.filter(({ folderMillis }) => folderMillis > Number(rows[0].last))) {
    const isBatched = (statement: string) => statement.includes(IN_BATCHES);
    for (const statement of migration.sql.filter(isBatched)) await updateInBatches(client, statement);
    const others = migration.sql.filter((each) => !CONCURRENT_INDEX.test(each) && !isBatched(each));
    // In one message, because a table that is locked must not wait for this process.
    await apply(db, [{ ...migration, sql: [others.join(';\n')].filter(Boolean) }], region);
  }
}

/**
 * Brings the regions' schemas of a PostgreSQL server up to date, or to the migration named `last`, on one connection, which is
 * then closed.
 */
export async function migrateServer(
  pool: pg.Pool,
  { regions = REGION_IDS, last, folder = MIGRATIONS_FOLDER }: Scope = {},
): Promise<void> {
  const migrations = migrationsUpTo(last, folder);
  const client = await pool.connect();
  try {
    await takeLock(client);
    for (const region of regions) {
      await client.query(`create schema if not exists ${region}; set search_path to ${region}`);
      await applyEach(client, migrations, region);
      for (const index of indexesOf(migrations)) await build(client, index);
    }
  } finally {
    // Ends the session, and with it the lock and the changed search_path.
    client.release(true);
  }
}

/** When the last applied migration was made, as in the journal; null without any. */
async function lastApplied(db: Db): Promise<number | null> {
  const known = await db.execute<{ found: boolean }>(
    sql`select to_regclass(${nameOfTable(MIGRATIONS_TABLE)}) is not null as found`,
  );
  if (!known.rows[0]?.found) return null;
  const { rows } = await db.execute<{ last: string | number | null }>(
    sql`select max(created_at) as last from ${tableNamed(MIGRATIONS_TABLE)}`,
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}

/** Whether a region's tables were made before the first release: its migrations are not among ours. */
export async function isUnreleased(database: Pick<DataSource, 'read' | 'regions'>): Promise<boolean> {
  const last = await Promise.all(database.regions.map((region) => database.read(region, lastApplied)));
  return last.some((when) => when !== null && when < (journal.entries[0]?.when ?? 0));
}

/** Name of the last migration of a region; null without any, or when it is unknown to this version of the program. */
export async function lastMigration(db: Db): Promise<string | null> {
  const last = await lastApplied(db);
  return journal.entries.find(({ when }) => when === last)?.tag ?? null;
}

/**
 * The work that `migrate` would do in a region: names of migrations that are not applied, and of indexes that are missing or
 * incomplete.
 */
async function pendingIn(db: Db): Promise<string[]> {
  const last = (await lastApplied(db)) ?? 0;
  const pending = journal.entries.filter(({ when }) => when > last).map(({ tag }) => tag);
  if (pending.length > 0) return pending;
  const valid = await db.execute<{ name: string }>(
    sql`select relname as name from pg_index join pg_class on oid = indexrelid
      where indisvalid and relnamespace = to_regnamespace(${SCHEMA_NAME})`,
  );
  const found = new Set(valid.rows.map(({ name }) => name));
  return ALL_INDEXES.filter((name) => !found.has(name)).map((name) => `index ${name}`);
}

/** The sentence for an operator whose database lacks migrations. */
export const pendingSentence = (pending: readonly string[]): string =>
  `The database lacks migrations (${pending.join(', ')}): run "npm run migrate".`;

/** Names of migrations and indexes that are missing in any region, without duplicates; empty when all are applied. */
export async function pendingMigrations(database: Pick<DataSource, 'read' | 'regions'>): Promise<string[]> {
  const pending = await Promise.all(database.regions.map((region) => database.read(region, pendingIn)));
  return [...new Set(pending.flat())];
}
