/** Opens the configured database and applies its migrations. */
import path from 'node:path';
import type { ApiConfig } from '#api/config.ts';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { lockFolder } from '#api/db/lock.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createServerDatabase } from '#api/db/postgres.ts';

/** Folder of the embedded database inside the data folder. */
export const EMBEDDED_FOLDER = 'database';

type Options = Pick<ApiConfig, 'dataDir' | 'databaseUrl'>;

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** A DatabaseError with one sentence for the operator, without the password of a server. */
function unusable({ dataDir, databaseUrl }: Options, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (databaseUrl === null)
    return new DatabaseError(
      `The database in ${path.join(dataDir, EMBEDDED_FOLDER)} cannot be opened (${reason(error)}): restore it, or start over with "npm run seed -- --reset".`,
      { cause: error },
    );
  const { host, pathname } = new URL(databaseUrl);
  return new DatabaseError(
    `The PostgreSQL server at ${host}${pathname} cannot be used (${reason(error)}): check DATABASE_URL.`,
    { cause: error },
  );
}

/** Opens the database without applying migrations; throws a DatabaseError with one sentence when that fails. */
export async function connectDatabase(options: Options): Promise<DataSource> {
  const { dataDir, databaseUrl } = options;
  if (databaseUrl !== null) return createServerDatabase(databaseUrl);
  const unlock = lockFolder(dataDir);
  try {
    const database = createEmbeddedDatabase(await openPglite(path.join(dataDir, EMBEDDED_FOLDER)));
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw unusable(options, error);
  }
}

/** Opens and migrates the database; throws a DatabaseError with one sentence when that fails. */
export async function openDatabase(options: Options): Promise<DataSource> {
  const database = await connectDatabase(options);
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw unusable(options, error);
  }
}
