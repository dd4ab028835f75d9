/** Opens the configured database and applies its migrations. */
import path from 'node:path';
import type { ApiConfig } from '#api/config.ts';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { lockFolder } from '#api/db/lock.ts';
import { migrateEmbedded, migrateServer } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createPool, createServerDatabase } from '#api/db/postgres.ts';

/** Folder of the embedded database inside the data folder. */
export const EMBEDDED_FOLDER = 'database';

type Options = Pick<ApiConfig, 'dataDir' | 'databaseUrl'>;

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

async function openEmbedded(dataDir: string): Promise<DataSource> {
  const unlock = lockFolder(dataDir);
  const folder = path.join(dataDir, EMBEDDED_FOLDER);
  try {
    const pglite = await openPglite(folder);
    await migrateEmbedded(pglite);
    const database = createEmbeddedDatabase(pglite);
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw new DatabaseError(
      `The database in ${folder} cannot be opened (${reason(error)}): restore it, or start over with "npm run seed -- --reset".`,
      { cause: error },
    );
  }
}

async function openServer(url: string): Promise<DataSource> {
  const pool = createPool(url, undefined, 1);
  try {
    await migrateServer(pool);
  } catch (error) {
    // Without the password.
    const { host, pathname } = new URL(url);
    throw new DatabaseError(
      `The PostgreSQL server at ${host}${pathname} cannot be used (${reason(error)}): check DATABASE_URL.`,
      { cause: error },
    );
  } finally {
    await pool.end();
  }
  return createServerDatabase(url);
}

/** Opens and migrates the database; throws a DatabaseError with one sentence when that fails. */
export async function openDatabase({ dataDir, databaseUrl }: Options): Promise<DataSource> {
  return databaseUrl === null ? openEmbedded(dataDir) : openServer(databaseUrl);
}
