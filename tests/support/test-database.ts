/**
 * The databases of API tests, with the fixed accounts. The migrated in-memory database is created once and loaded by every
 * test file.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DataSource } from '#api/db/database.ts';
import { migrateEmbedded } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { ensureFixedAccounts } from '#tests/support/fixed-accounts.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** When the fixed accounts were created: 100 days before the start of every test. */
const ACCOUNTS_SINCE = Date.parse('2026-01-24T12:00:00.000Z');

function templateFile(): string {
  const sources = [
    ...globSync('api/db/migrations/**/*', { cwd: ROOT }),
    'api/seed/accounts.ts',
    'node_modules/@electric-sql/pglite/package.json',
    'tests/support/fixed-accounts.ts',
    'tests/support/test-database.ts',
  ].filter((file) => /\.\w+$/.test(file));
  const hash = createHash('sha256');
  for (const file of sources.sort()) hash.update(readFileSync(path.join(ROOT, file)));
  return path.join(ROOT, '.cache', `api-template-${hash.digest('hex').slice(0, 16)}.tar`);
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
    for (const region of REGION_IDS)
      await database.transaction(region, (db) => ensureFixedAccounts(db, ACCOUNTS_SINCE));
    const dump = await pglite.dumpDataDir('none');
    await database.close();
    mkdirSync(path.dirname(file), { recursive: true });
    const bytes = Buffer.from(await dump.arrayBuffer());
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
    return new Blob([bytes]);
  }
}

/** True when the tests run on a PostgreSQL server. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres';

/** A database with only the ten fixed accounts in every region: in memory, or on the PostgreSQL server. */
export async function openTestDatabase(): Promise<DataSource> {
  if (onPostgres) return openCopy(process.env.TEST_POSTGRES_URL ?? '');
  return createEmbeddedDatabase(await openPglite(undefined, await loadTemplate()));
}
