/** Restores a backup into either database, and its files into the folder or the bucket. */
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { DISK_RESERVE, freeBytesOf } from '#api/base/disk.ts';
import { fileProblem } from '#api/base/failures.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { DatabasePlace } from '#api/config/storage.ts';
import { DatabaseError, type DataSource, type Db, isUnavailable, sqlState } from '#api/db/database.ts';
import { columnsAfter, MIGRATION_NAMES } from '#api/db/migrate.ts';
import { connectDatabase, lockFolder, placeOf } from '#api/db/open.ts';
import { tableNamed } from '#api/db/statements.ts';
import { checkBucket, openFiles } from '#api/files/open-files.ts';
import type { FileStore } from '#api/files/store.ts';
import { foldTotals } from '#api/model/posts/totals.ts';
import {
  BackupError,
  inBackup,
  MANIFEST,
  type Manifest,
  type RegionManifest,
  readLines,
  readManifest,
  type TableManifest,
  verifyRegion,
} from '#api/storage/backup/manifest.ts';
import {
  countRows,
  insertRows,
  listTables,
  OMITTED,
  suspendIndexes,
  type Table,
} from '#api/storage/backup/tables.ts';
import { removeData, requireUnused } from '#api/storage/reset.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

/** Where a backup is restored. */
type Target = DatabasePlace & Pick<ApiConfig, 'filesDir' | 'bucket'>;

/**
 * Throws a BackupError when the backup has a table or column that its migration does not have, or lacks one, unless it is
 * `imported`: that would be lost without a word.
 */
function requireColumns({ tables }: RegionManifest, migration: string, imported: boolean): void {
  const known = [...columnsAfter(migration)].filter(([name]) => !OMITTED.includes(name));
  const expected = new Set(known.flatMap(([name, columns]) => columns.map((column) => `${name}.${column}`)));
  const given = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const [unknown] = given.difference(expected);
  const [missing] = imported ? [] : expected.difference(given);
  if (unknown === undefined && missing === undefined) return;
  const difference = unknown === undefined ? `lacks ${missing}` : `has ${unknown}`;
  throw new BackupError(
    `The ${MANIFEST} of the backup ${difference}, unlike the migration ${migration}, so nothing was restored: use another backup.`,
  );
}

/** Describes what the target already has; null when it is empty. */
async function findContent(database: DataSource, files: FileStore): Promise<string | null> {
  for (const region of database.regions) {
    const found = await database.read(region, async (db) => {
      // Facts about the data, which an empty database may have as well.
      for (const { name } of await listTables(db))
        if (name !== 'meta' && (await countRows(db, name)) > 0) return `rows in ${region}.${name}`;
      return null;
    });
    if (found !== null) return found;
  }
  for (const region of database.regions)
    for await (const sums of files.list(region)) if (sums.length > 0) return 'files';
  return null;
}

/** Throws unless the target can be written, is empty or may be replaced, and no other process uses it. */
async function checkTarget(config: Target, replace: boolean): Promise<void> {
  const files = openFiles(config);
  await using _ = await files.receive(Readable.from([]));
  const problem = await checkBucket(config);
  if (problem !== null) throw new BackupError(problem);
  // It may be too damaged to be opened.
  if (replace && config.databaseUrl === null) return lockFolder(config.dataDir)();
  await using database = await connectDatabase(config);
  await requireUnused(database);
  const { rows } = await database.read(REGION_IDS[0], (db) =>
    db.execute<{ can: boolean }>(sql`select has_database_privilege(current_database(), 'create') as can`),
  );
  if (!rows[0]?.can)
    throw new BackupError('The role of DATABASE_URL needs CREATE on its database, so nothing was restored.');
  if (replace) return;
  const found = await findContent(database, files);
  if (found !== null)
    throw new BackupError(
      `The target already has ${found}: restore into an empty one, or add --replace to delete what it has.`,
    );
}

/** Bytes of the files in a folder and in those inside it; 0 without the folder. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile()) bytes += (await lstat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}

/** Throws a BackupError unless files of so many bytes fit on the disk of FILES_DIR once those of the regions are removed. */
async function requireRoom(
  { filesDir, bucket, regions = REGION_IDS }: Target,
  bytes: number,
  freeBytes: (folder: string) => Promise<number>,
): Promise<void> {
  if (bucket !== null) return;
  let needed = bytes + DISK_RESERVE;
  for (const region of regions) needed -= await bytesIn(path.join(filesDir, region));
  const missing = needed - (await freeBytes(filesDir));
  if (missing > 0)
    throw new BackupError(
      `The disk of ${filesDir} lacks ${Math.ceil(missing / 1e6)} MB for the files, so nothing was restored: free space first.`,
    );
}

/** The last migration before the first release. All up to it are now the first one, with the same tables. */
const UNRELEASED = '0020_ship_votes';

/** Rows and files between two lines of progress. */
const REPORT_EVERY = 50_000;

/** Receives lines of progress. */
type Progress = (line: string) => void;

async function restoreTable(
  db: Db,
  file: string,
  { name, columns, rows }: TableManifest,
  { columns: known }: Table,
  progress: Progress,
): Promise<void> {
  const types = new Map(known.map((column) => [column.name, column.type]));
  const table = { name, columns: columns.map((column) => ({ name: column, type: types.get(column) ?? '' })) };
  let before = 0;
  // The next lines are read while these are inserted.
  for await (const lines of Readable.from(readLines(file))) {
    await insertRows(db, table, lines, { file, before });
    before += lines.length;
    if (before % REPORT_EVERY < lines.length) progress(`${name}: ${before} of ${rows} rows`);
  }
}

async function restoreFiles(
  files: FileStore,
  source: string,
  region: RegionId,
  { files: sums }: RegionManifest,
  progress: Progress,
): Promise<void> {
  for (const [index, sum] of sums.entries()) {
    await using file = await files.receive(createReadStream(inBackup.file(source, region, sum)));
    await files.keep(region, file);
    if ((index + 1) % REPORT_EVERY === 0) progress(`${region}: ${index + 1} of ${sums.length} files`);
  }
}

async function restoreRegion(
  database: DataSource,
  { source, imported }: Opened,
  [region, { tables }]: Part,
  progress: Progress,
): Promise<void> {
  const restore = async (db: Db): Promise<void> => {
    const known = await listTables(db);
    // Rows that a migration has inserted come from the backup.
    for (const { name } of known.toReversed()) await db.execute(sql`delete from ${tableNamed(name)}`);
    const statements = await suspendIndexes(db, imported);
    for (const table of known) {
      const given = tables.find(({ name }) => name === table.name);
      const file = inBackup.table(source, region, table.name);
      const report: Progress = (line) => progress(`${region}.${line}`);
      if (given !== undefined) await restoreTable(db, file, given, table, report);
    }
    progress(`${region}: building indexes`);
    for (const statement of statements) await db.execute(sql.raw(statement));
  };
  await database.transaction(region, restore, { isUnlimited: true });
}

/** The migration to which an empty database is brought before the rows of the backup are inserted. */
function migrationOf({ migration, version }: Manifest): string {
  const known = migration === UNRELEASED ? MIGRATION_NAMES[0] : migration;
  if (known === undefined || !MIGRATION_NAMES.includes(known))
    throw new BackupError(
      `The backup was made by version ${version} with the migration ${migration}, which this version does not have: restore it with the version that made it.`,
    );
  return known;
}

type Part = [RegionId, RegionManifest];

/**
 * Reads a backup, and verifies its tables and files of the regions that are `wanted`. Throws a BackupError without any of them,
 * or when they are not what the manifest says, and a DamageError that names the first damaged file.
 */
async function openBackup(source: string, wanted: readonly RegionId[], progress: Progress) {
  const manifest = await readManifest(source);
  const migration = migrationOf(manifest);
  const all = Object.entries(manifest.regions) as Part[];
  const parts = all.filter(([region]) => wanted.includes(region));
  if (parts.length === 0)
    throw new BackupError(
      `The backup has no data of ${wanted.join(', ')}, only of ${all.map(([region]) => region).join(', ')}.`,
    );
  for (const [, part] of parts) requireColumns(part, migration, manifest.imported);
  let bytes = 0;
  for (const [region, part] of parts) {
    progress(`${region}: verifying ${part.tables.length} tables and ${part.files.length} files`);
    bytes += await verifyRegion(source, region, part);
  }
  return { ...manifest, source, migration, parts, bytes };
}
type Opened = Awaited<ReturnType<typeof openBackup>>;

/** Restores rows into an empty database, which is then migrated. */
async function restoreRows(database: DataSource, backup: Opened, progress: Progress): Promise<void> {
  await database.migrate(backup.migration);
  for (const part of backup.parts) await restoreRegion(database, backup, part, progress);
  await database.migrate();
  for (const [region] of backup.parts) {
    progress(`${region}: adding up the totals`);
    await database.transaction(region, (db) => foldTotals(db, region), { isUnlimited: true });
  }
}

/**
 * Verifies a backup, and restores its rows into an embedded database in `scratch`, a new folder. Throws a BackupError or the
 * database's error when the backup could not be restored.
 */
export async function checkBackup(source: string, scratch: string): Promise<void> {
  const backup = await openBackup(source, REGION_IDS, () => {});
  const regions = backup.parts.map(([region]) => region);
  await using database = await connectDatabase({ dataDir: scratch, databaseUrl: null, regions });
  await restoreRows(database, backup, () => {});
}

const DISK_OF_SERVER_FULL = '53100';

/** Why a restoration failed, in a sentence. A message of the database would repeat the content of a row. */
function problemOf(error: unknown, target: Target): string {
  const code = sqlState(error);
  if (error instanceof BackupError || error instanceof DatabaseError) return error.message;
  if (isUnavailable(error)) return `The connection to the ${placeOf(target)} was lost.`;
  if (code === DISK_OF_SERVER_FULL) return `The disk of the ${placeOf(target)} is full.`;
  const unexpected =
    code === null ? `${(error as Error).stack}` : `The restoration failed with the error ${code}.`;
  // A restoration writes to the database and to the folder of files alone.
  return fileProblem(error, target.filesDir) ?? unexpected;
}

/** How to restore. */
interface RestoreOptions {
  /** Restores this region only. */
  only?: RegionId | null;
  progress?: Progress;
  /** The space on the disk of a folder, in bytes. */
  freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Verifies the regions of the backup in `source` that the deployment has, or `only` one, then restores them and applies later
 * migrations. All other regions stay as they are. Regions with data are refused unless `replace` is set. Whatever can refuse does
 * so before anything is removed. If writing fails, the regions are left empty, and the error says so. Throws a BackupError or
 * DatabaseError.
 */
export async function restoreBackup(
  config: Target,
  source: string,
  replace: boolean,
  { only = null, progress = () => {}, freeBytes = freeBytesOf }: RestoreOptions = {},
) {
  const wanted = only === null ? (config.regions ?? REGION_IDS) : [only];
  const backup = await openBackup(source, wanted, progress);
  const restored = backup.parts.map(([region]) => region);
  const target = { ...config, regions: restored };
  await checkTarget(target, replace);
  await requireRoom(target, backup.bytes, freeBytes);
  try {
    await removeData(target, restored);
    await using database = await connectDatabase(target);
    const files = openFiles(target);
    for (const [region, part] of backup.parts) await restoreFiles(files, source, region, part, progress);
    await restoreRows(database, backup, progress);
    await database.read(REGION_IDS[0], (db) => db.execute(sql`analyze`));
  } catch (error) {
    const left = await removeData(target, restored).then(
      () => 'Empty now, without rows and files',
      () => 'Empty or incomplete now',
    );
    const sentence = `${left}: ${restored.join(', ')}. Solve this and restore again with --replace.`;
    throw new BackupError(`${problemOf(error, target)} ${sentence}`, { cause: error });
  }
  return { createdAt: backup.createdAt, restored };
}
