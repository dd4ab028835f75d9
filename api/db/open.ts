/** Opens the configured database: checks whose data it holds, and that its migrations are applied. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '#api/base/failures.ts';
import { takeLock } from '#api/base/lock.ts';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import type { DatabasePlace, StorageConfig } from '#api/config/storage.ts';
import { checkContents, contentsOf, markContents, modeOf } from '#api/db/data-mark.ts';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { isUnreleased, pendingMigrations, pendingSentence } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createServerDatabase } from '#api/db/postgres.ts';

/** Folder of the embedded database inside the data folder. */
export const EMBEDDED_FOLDER = 'database';

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** The database in words, without the password of a server. */
export function placeOf({ dataDir, databaseUrl }: DatabasePlace): string {
  if (databaseUrl === null) return `database in ${path.join(dataDir, EMBEDDED_FOLDER)}`;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL database at ${host}${pathname}`;
}

function adviceFor({ databaseUrl }: DatabasePlace, error: unknown): string {
  if (isDiskFull(error)) return 'free space on its disk';
  return databaseUrl === null
    ? 'move the folder to a safe place, then restore a backup'
    : 'check DATABASE_URL';
}

/** A DatabaseError with one sentence for the operator. */
export function unusable(place: DatabasePlace, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const advice = adviceFor(place, error);
  return new DatabaseError(`The ${placeOf(place)} cannot be used (${reason(error)}): ${advice}.`, {
    cause: error,
  });
}

/** Throws a DatabaseError when there is no embedded database. Connecting would create it. */
export function requireDatabase({ databaseUrl, dataDir }: DatabasePlace): void {
  const folder = path.join(dataDir, EMBEDDED_FOLDER);
  if (databaseUrl === null && !existsSync(folder))
    throw new DatabaseError(
      `There is no database in ${folder}: create it with "npm run migrate", or set DATABASE_URL or DATA_DIR to an existing one.`,
    );
}

/**
 * Locks the data folder for this process; returns a function that unlocks it. The embedded database has no lock, and two
 * processes on one folder lose data without an error. Throws a DatabaseError with the holder's id when it is locked already, and
 * a ConfigError when the folder cannot be made private.
 */
export function lockFolder(folder: string): () => void {
  makeDataFolderPrivate(folder);
  return takeLock({
    file: path.join(folder, 'lock.json'),
    name: `The data folder ${folder}`,
    advice: 'set DATA_DIR to another folder',
    refusal: (sentence) => new DatabaseError(sentence),
  });
}

/** Opens the database without applying migrations; throws a DatabaseError with one sentence when that fails. */
export async function connectDatabase(place: DatabasePlace): Promise<DataSource> {
  const { dataDir, databaseUrl, regions } = place;
  if (databaseUrl !== null) return createServerDatabase({ url: databaseUrl, regions });
  const unlock = lockFolder(dataDir);
  try {
    const pglite = await openPglite(path.join(dataDir, EMBEDDED_FOLDER));
    const database = createEmbeddedDatabase(pglite, { regions });
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw unusable(place, error);
  }
}

/** Runs `use` on the connected database; closes it when that fails, with one sentence. */
async function connectAnd<T>(place: DatabasePlace, use: (database: DataSource) => Promise<T>): Promise<T> {
  const database = await connectDatabase(place);
  try {
    return await use(database);
  } catch (error) {
    await database.close();
    throw unusable(place, error);
  }
}

async function requireMigrations(database: DataSource): Promise<void> {
  const pending = await pendingMigrations(database);
  if (pending.length > 0) throw new DatabaseError(pendingSentence(pending));
}

/**
 * Opens the database for a mode, or for a command. Throws a DatabaseError with one sentence when it cannot be used, holds the
 * data of the other mode, or lacks migrations that are not to be applied.
 */
export async function openDatabase(
  config: DatabasePlace & Pick<StorageConfig, 'mode' | 'migrateAtStart'>,
): Promise<DataSource> {
  const { mode, migrateAtStart: migrate } = config;
  if (!migrate) requireDatabase(config);
  return connectAnd(config, async (database) => {
    const contents = await contentsOf(database);
    if (mode !== null) checkContents(contents, mode, placeOf(config));
    if (await isUnreleased(database))
      throw new DatabaseError(
        `The ${placeOf(config)} was made by a version before the first release and cannot be upgraded: set DATABASE_URL or DATA_DIR to another one, or replace the demo's data with "npm run seed -- --reset".`,
      );
    if (migrate) await database.migrate();
    else await requireMigrations(database);
    if (migrate || mode !== null) await markContents(database, contents, mode ?? modeOf(contents));
    return database;
  });
}

/** Throws a DatabaseError when the database holds data that the demo did not make. */
export async function requireDemoData(place: DatabasePlace): Promise<void> {
  const database = await connectAnd(place, async (connected) => {
    checkContents(await contentsOf(connected), 'demo', placeOf(place));
    return connected;
  });
  await database.close();
}
