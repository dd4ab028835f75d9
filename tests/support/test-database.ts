/**
 * The databases of API tests, with the fixed accounts. The migrated in-memory database is created once and loaded by every
 * test file.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { createDatabase, type Database, type DataSource } from '#api/db/database.ts';
import { migrateEmbedded } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createInProcessBus } from '#api/events/bus.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { ensureFixedAccounts } from '#tests/support/fixed-accounts.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** When the fixed accounts were created: 100 days before the start of every test. */
const ACCOUNTS_SINCE = Date.parse('2026-01-24T12:00:00.000Z');

function templateFile(): string {
  const sources = [
    ...globSync('api/db/migrations/**/*', { cwd: ROOT }),
    'api/demo/accounts.ts',
    'node_modules/@electric-sql/pglite/package.json',
    'tests/support/fixed-accounts.ts',
    'tests/support/test-database.ts',
  ].filter((file) => /\.\w+$/.test(file));
  const hash = createHash('sha256');
  for (const file of sources.sort()) hash.update(readFileSync(path.join(ROOT, file)));
  return path.join(ROOT, '.cache', `api-template-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** Adds the fixed accounts to every region. */
async function addAccounts(database: DataSource): Promise<void> {
  for (const region of REGION_IDS)
    await database.transaction(region, (db) => ensureFixedAccounts(db, ACCOUNTS_SINCE));
}

/** Creates the template when the cache has none. Test files that start together may both create it. */
async function loadTemplate(): Promise<Blob> {
  const file = templateFile();
  try {
    return new Blob([readFileSync(file)]);
  } catch {
    const pglite = await openPglite(undefined);
    await migrateEmbedded(pglite);
    const database = createEmbeddedDatabase(pglite);
    await addAccounts(database);
    const dump = await pglite.dumpDataDir('none');
    await database.close();
    mkdirSync(path.dirname(file), { recursive: true });
    const bytes = Buffer.from(await dump.arrayBuffer());
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
    return new Blob([bytes]);
  }
}

/** A copy of the template: in memory, migrated, with the fixed accounts. */
export const openMigrated = async (): Promise<PGlite> => openPglite(undefined, await loadTemplate());

/** True when the tests run on a PostgreSQL server. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres';

/** A database with only the ten fixed accounts in every region: in memory, or on the PostgreSQL server. */
export async function openTestDatabase(): Promise<DataSource> {
  if (onPostgres) return openCopy();
  return createEmbeddedDatabase(await openMigrated());
}

/** In-memory databases that test files have closed. To empty one takes a tenth of the time that a new one takes. */
const closed: PGlite[] = [];

/** Deletes rows without triggers, because `truncate` also rebuilds the indexes of every table that refers to the players. */
const EMPTY_TABLES = `do $$
declare name text; filled boolean;
begin
  set local session_replication_role = replica;
  for name in select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname in (${REGION_IDS.map((id) => `'${id}'`).join()}) and tablename <> '__drizzle_migrations'
  loop
    execute format('select exists (select from %s)', name) into filled;
    if filled then execute format('delete from %s', name); end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where last_value is not null and sequencename not like '\\_\\_drizzle%';
end $$`;

/** Like `openTestDatabase`, for tests that do not change the schema: a later one may get the same database, emptied. */
export async function borrowTestDatabase(): Promise<DataSource> {
  if (onPostgres) return openTestDatabase();
  const former = closed.pop();
  const pglite = former ?? (await openMigrated());
  const database = createEmbeddedDatabase(pglite);
  if (former !== undefined) {
    await pglite.exec(EMPTY_TABLES);
    await addAccounts(database);
  }
  return { ...database, close: async () => void closed.push(pglite) };
}

/** Writes with effects, of which each failure is thrown. */
export function withEffects(source: DataSource, now?: () => number): Database {
  const fail = (error: unknown): never => {
    throw error;
  };
  return createDatabase(source, { bus: createInProcessBus(fail), onEffectError: fail, ...(now && { now }) });
}
