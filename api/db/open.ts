/** Opens the configured database: checks whose data it holds, and that its migrations are applied. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { isDiskFull, networkProblem } from '#api/base/failures.ts';
import { takeLock } from '#api/base/lock.ts';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import type { DatabasePlace, StorageConfig } from '#api/config/storage.ts';
import { checkContents, contentsOf, markContents, modeOf } from '#api/db/data-mark.ts';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { isUnreleased, pendingMigrations, pendingSentence } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createServerDatabase } from '#api/db/postgres.ts';

const NO_ANSWER = 'start PostgreSQL, or correct host and port in DATABASE_URL';

const ROLE = 'correct the role and its password in DATABASE_URL';

/** What to do, by the code of the system or of PostgreSQL. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'start PostgreSQL, or correct the folder of its socket in DATABASE_URL',
  ECONNREFUSED: NO_ANSWER,
  ENOTFOUND: 'correct the host in DATABASE_URL',
  '28P01': ROLE,
  '28000': `${ROLE}, or let the role in with pg_hba.conf`,
  '3D000': 'create it, or correct the name of the database in DATABASE_URL',
  '42501': 'make the role of DATABASE_URL the owner of the database',
  '53300': 'close other connections, or raise max_connections',
  '57P03': 'wait, or look into the log of PostgreSQL',
};

/** The driver's own errors have no code. */
const OF_DRIVER: readonly (readonly [RegExp, string, string])[] = [
  [/timed? ?out|timeout/i, 'it does not respond', NO_ANSWER],
  [/password must be/, 'it requires a password', 'add the password of the role to DATABASE_URL'],
];

/** Reason and advice for an error of the driver, of the server or of the system. Neither has a piece of the password. */
function serverProblem(error: unknown): { reason: string; advice: string } {
  let root = error as NodeJS.ErrnoException;
  while (root.cause instanceof Error) root = root.cause;
  const { code = '', message, syscall } = root;
  const [, words, ofDriver] = (!code && OF_DRIVER.find(([pattern]) => pattern.test(message))) || [];
  // A certificate that does not exist is no missing socket.
  const ofServer = syscall !== 'open';
  const network = ofServer && networkProblem(root)?.replace(/ \(\w+\)$/, '');
  const advice = ofDriver ?? (ofServer && ADVICE[code]);
  return { reason: words ?? (network || message), advice: advice || 'check DATABASE_URL' };
}

/** Folder of the embedded database inside the data folder. */
export const EMBEDDED_FOLDER = 'database';

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** The database in words: that of a server without the password, at a socket by its folder. */
export function placeOf({ dataDir, databaseUrl }: DatabasePlace): string {
  if (databaseUrl === null) return `database in ${path.join(dataDir, EMBEDDED_FOLDER)}`;
  const { host, hostname, pathname, searchParams } = new URL(databaseUrl);
  const given = searchParams.get('host') ?? decodeURIComponent(hostname);
  return given.startsWith('/')
    ? `PostgreSQL database ${pathname.slice(1)} at the socket in ${given}`
    : `PostgreSQL database at ${searchParams.get('host') ?? (host || 'localhost')}${pathname}`;
}

function problemOf({ databaseUrl }: DatabasePlace, error: unknown): { reason: string; advice: string } {
  if (isDiskFull(error)) return { reason: messageOf(error), advice: 'free space on its disk' };
  if (databaseUrl !== null) return serverProblem(error);
  return { reason: messageOf(error), advice: 'move the folder to a safe place, then restore a backup' };
}

/** A DatabaseError with one sentence for the operator. */
export function unusable(place: DatabasePlace, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { reason, advice } = problemOf(place, error);
  return new DatabaseError(`The ${placeOf(place)} cannot be used (${reason}): ${advice}.`, {
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

async function connectServer(place: DatabasePlace, url: string): Promise<DataSource> {
  const database = createServerDatabase({ url, regions: place.regions });
  try {
    await database.read('eu', (db) => db.execute(sql`select 1`));
    return database;
  } catch (error) {
    await database.close();
    throw unusable(place, error);
  }
}

/** Opens the database without applying migrations; throws a DatabaseError with one sentence when that fails. */
export async function connectDatabase(place: DatabasePlace): Promise<DataSource> {
  const { dataDir, databaseUrl, regions } = place;
  if (databaseUrl !== null) return connectServer(place, databaseUrl);
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
 * data of the other mode, or lacks migrations that are not to be applied. `onMigrated` receives the names of those that were
 * applied.
 */
export async function openDatabase(
  config: DatabasePlace & Pick<StorageConfig, 'mode' | 'migrateAtStart'>,
  onMigrated: (names: readonly string[]) => void = () => {},
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
    if (migrate) {
      const pending = await pendingMigrations(database);
      await database.migrate();
      onMigrated(pending);
    } else await requireMigrations(database);
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
