/** Opens the configured database: checks whose data it holds, and that its migrations are applied. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { isDiskFull, networkProblem } from '#api/base/failures.ts';
import { takeLock } from '#api/base/lock.ts';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import type { DatabasePlace, StorageConfig } from '#api/config/storage.ts';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { isUnreleased, MIGRATIONS_TABLE, pendingMigrations, pendingSentence } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { meta } from '#api/db/schema.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';
import type { Mode } from '#lib/settings/variables.ts';

/** Key in each region's `meta` table; its value is a mode. */
const MARK = 'mode';

/** Runs one statement, whose names are complete. */
type Query = (text: string) => Promise<{ rows: unknown[] }>;

/** The content of a region: data of one mode, rows without a mark, or nothing. */
type Holding = Mode | 'unmarked' | 'nothing';

/** The content of a database. */
interface Contents {
  regions: Readonly<Record<RegionId, Holding>>;
  /** A table that is not ours, or null. */
  foreignTable: string | null;
}

interface Table {
  schema: string;
  name: string;
}

/** All tables, except those of the system and of extensions. */
const TABLES = `select nspname as schema, relname as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by nspname, relname`;

const isOurs = ({ schema }: Table): boolean => (REGION_IDS as readonly string[]).includes(schema);

async function holdingOf(query: Query, region: RegionId, tables: readonly string[]): Promise<Holding> {
  if (tables.includes('meta')) {
    const { rows } = await query(`select value from ${region}.meta where key = '${MARK}'`);
    const [mark] = rows as { value: string }[];
    if (mark?.value === 'demo' || mark?.value === 'production') return mark.value;
  }
  for (const table of tables) {
    if (table === MIGRATIONS_TABLE) continue;
    const { rows } = await query(`select 1 from ${region}."${table}" limit 1`);
    if (rows.length > 0) return 'unmarked';
  }
  return 'nothing';
}

/** Reads what a database holds; it may have any version, or no table yet. */
async function contentsOf(database: DataSource): Promise<Contents> {
  const query: Query = (text) => database.read('eu', (db) => db.execute(sql.raw(text)));
  const tables = (await query(TABLES)).rows as Table[];
  const foreign = tables.find((table) => !isOurs(table));
  const regions = perRegion((): Holding => 'nothing');
  for (const region of REGION_IDS) {
    const own = tables.filter(({ schema }) => schema === region).map(({ name }) => name);
    regions[region] = await holdingOf(query, region, own);
  }
  return { regions, foreignTable: foreign === undefined ? null : `${foreign.schema}.${foreign.name}` };
}

/** The mode whose data it is, for commands that work with both; an empty database is production's. */
const modeOf = ({ regions }: Contents): Mode =>
  Object.values(regions).includes('demo') ? 'demo' : 'production';

/** Throws a DatabaseError when the mode may not use the database. `place` names it in the sentence. */
function checkContents({ regions, foreignTable }: Contents, mode: Mode, place: string): void {
  const holders = (holding: Holding) => REGION_IDS.filter((id) => regions[id] === holding);
  if (mode === 'production') {
    if (holders('demo').length === 0) return;
    throw new DatabaseError(
      `The ${place} holds the demo's invented data: set DATABASE_URL or DATA_DIR to another one for production.`,
    );
  }
  const [region] = [...holders('production'), ...holders('unmarked')];
  const found = region === undefined ? foreignTable : `data of ${region}`;
  if (found === null) return;
  throw new DatabaseError(
    `The ${place} holds ${found} that the demo did not make, so the demo does not touch it: set DATABASE_URL or DATA_DIR to another one, or start production with "npm run production".`,
  );
}

/** Marks the regions of the deployment that have no mark. */
async function markContents(database: DataSource, { regions }: Contents, mode: Mode): Promise<void> {
  for (const region of database.regions)
    if (regions[region] !== 'production')
      await database.transaction(region, (db) =>
        db.insert(meta).values({ key: MARK, value: mode }).onConflictDoNothing(),
      );
}

const NO_ANSWER = 'start PostgreSQL, or correct host and port in DATABASE_URL';

const ROLE = 'correct the role and its password in DATABASE_URL';

/** Advice for operators, by the code of the system or of PostgreSQL. */
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

/** Runs `use` on an open database; closes it when that fails, with one sentence. */
async function closeOnError<T>(
  place: DatabasePlace,
  database: DataSource,
  use: (database: DataSource) => Promise<T>,
): Promise<T> {
  try {
    return await use(database);
  } catch (error) {
    await database.close();
    throw unusable(place, error);
  }
}

/** Opens the database without applying migrations; throws a DatabaseError with one sentence when that fails. */
export async function connectDatabase(place: DatabasePlace): Promise<DataSource> {
  const { dataDir, databaseUrl: url, regions } = place;
  if (url !== null)
    return closeOnError(place, createServerDatabase({ url, regions }), async (database) => {
      await database.read('eu', (db) => db.execute(sql`select 1`));
      return database;
    });
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
  return closeOnError(config, await connectDatabase(config), async (database) => {
    const contents = await contentsOf(database);
    if (mode !== null) checkContents(contents, mode, placeOf(config));
    if (await isUnreleased(database))
      throw new DatabaseError(
        `The ${placeOf(config)} was made by a version before the first release and cannot be upgraded: set DATABASE_URL or DATA_DIR to another one, or replace the demo's data with "npm run seed -- --reset".`,
      );
    const pending = await pendingMigrations(database);
    if (migrate) {
      await database.migrate();
      onMigrated(pending);
    } else if (pending.length > 0) throw new DatabaseError(pendingSentence(pending));
    if (migrate || mode !== null) await markContents(database, contents, mode ?? modeOf(contents));
    return database;
  });
}

/** Throws a DatabaseError when the database holds data that the demo did not make. */
export async function requireDemoData(place: DatabasePlace): Promise<void> {
  await using database = await connectDatabase(place);
  const contents = await contentsOf(database).catch((error: unknown) => {
    throw unusable(place, error);
  });
  checkContents(contents, 'demo', placeOf(place));
}
