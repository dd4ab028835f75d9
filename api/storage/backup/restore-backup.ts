/** Restores a backup into either database, and its files into the folder or the bucket. */
import { createReadStream } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { DatabasePlace } from '#api/config/storage.ts';
import type { DataSource, Db } from '#api/db/database.ts';
import { MIGRATION_NAMES } from '#api/db/migrate.ts';
import { connectDatabase } from '#api/db/open.ts';
import { tableNamed } from '#api/db/statements.ts';
import { openFiles } from '#api/files/open-files.ts';
import type { FileStore } from '#api/files/store.ts';
import { foldTotals } from '#api/model/posts/totals.ts';
import {
  BackupError,
  inBackup,
  type Manifest,
  type RegionManifest,
  readLines,
  readManifest,
  verifyRegion,
} from '#api/storage/backup/manifest.ts';
import { countRows, insertRows, listTables, type Table } from '#api/storage/backup/tables.ts';
import { removeData, requireUnused } from '#api/storage/reset.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

/** The last migration before the first release. All up to it are now the first one, with the same tables. */
const UNRELEASED = '0020_ship_votes';

type Target = DatabasePlace & Pick<ApiConfig, 'filesDir' | 'bucket'>;

/** What the target has already, for the operator; null when it is empty. */
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

/** Throws unless the target is empty or may be replaced, and no other process uses it. */
async function checkTarget(config: Target, replace: boolean): Promise<void> {
  // An embedded database may be too damaged to be opened. Removing it takes its lock.
  if (replace && config.databaseUrl === null) return;
  await using database = await connectDatabase(config);
  await requireUnused(database);
  if (replace) return;
  const found = await findContent(database, openFiles(config));
  if (found !== null)
    throw new BackupError(
      `The target already has ${found}: restore into an empty one, or add --replace to delete what it has.`,
    );
}

async function restoreTable(
  db: Db,
  source: string,
  known: ReadonlyMap<string, Table>,
  { name, columns, rows }: RegionManifest['tables'][number],
): Promise<void> {
  const types = new Map(known.get(name)?.columns.map((column) => [column.name, column.type]));
  const table = { name, columns: columns.map((column) => ({ name: column, type: types.get(column) ?? '' })) };
  const unknown = table.columns.find(({ type }) => type === '');
  if (unknown !== undefined)
    throw new BackupError(
      `The backup has a column that the database does not have: ${name}.${unknown.name}.`,
    );
  let before = 0;
  for await (const lines of readLines(source)) {
    await insertRows(db, table, lines, { file: source, before });
    before += lines.length;
  }
  const count = await countRows(db, name);
  if (count !== rows) throw new BackupError(`${count} of ${rows} rows of ${name} were restored.`);
}

async function restoreFiles(
  files: FileStore,
  source: string,
  region: RegionId,
  { files: sums }: RegionManifest,
): Promise<void> {
  for (const sum of sums) {
    await using file = await files.receive(createReadStream(inBackup.file(source, region, sum)));
    await files.keep(region, file);
  }
}

async function restoreRegion(
  database: DataSource,
  source: string,
  region: RegionId,
  { tables }: RegionManifest,
): Promise<void> {
  await database.transaction(region, async (db) => {
    const all = await listTables(db);
    const known = new Map(all.map((table) => [table.name, table]));
    // Rows that a migration has inserted come from the backup.
    for (const { name } of all.toReversed()) await db.execute(sql`delete from ${tableNamed(name)}`);
    const order = [...known.keys()];
    const position = ({ name }: { name: string }) => order.indexOf(name);
    for (const table of tables.toSorted((one, other) => position(one) - position(other)))
      await restoreTable(db, inBackup.table(source, region, table.name), known, table);
  });
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

/**
 * Reads a backup, and verifies its tables and files of the regions that are `wanted`. Throws a BackupError without any of them, and
 * a DamageError that names the first damaged file.
 */
async function openBackup(source: string, wanted: readonly RegionId[]) {
  const manifest = await readManifest(source);
  const migration = migrationOf(manifest);
  const all = Object.entries(manifest.regions) as [RegionId, RegionManifest][];
  const parts = all.filter(([region]) => wanted.includes(region));
  if (parts.length === 0)
    throw new BackupError(
      `The backup has no data of ${wanted.join(', ')}, only of ${all.map(([region]) => region).join(', ')}.`,
    );
  for (const [region, part] of parts) await verifyRegion(source, region, part);
  return { createdAt: manifest.createdAt, migration, parts, regions: parts.map(([region]) => region) };
}

/** Restores rows into an empty database, which is then migrated. */
async function restoreRows(
  database: DataSource,
  source: string,
  parts: readonly [RegionId, RegionManifest][],
  migration: string,
): Promise<void> {
  await database.migrate(migration);
  for (const [region, part] of parts) await restoreRegion(database, source, region, part);
  await database.migrate();
  for (const [region] of parts) await database.transaction(region, (db) => foldTotals(db, region));
}

/**
 * Verifies a backup, and restores its rows into an embedded database in `scratch`, a new folder. Throws a BackupError or the
 * database's error when the backup could not be restored.
 */
export async function checkBackup(source: string, scratch: string): Promise<void> {
  const { migration, parts, regions } = await openBackup(source, REGION_IDS);
  await using database = await connectDatabase({ dataDir: scratch, databaseUrl: null, regions });
  await restoreRows(database, source, parts, migration);
}

/**
 * Verifies the regions of the backup in `source` that the deployment has, or `only` one, then restores them and applies later
 * migrations. All other regions stay as they are. Regions with data are refused unless `replace` is set. If writing fails, they
 * are left empty. Throws a BackupError or DatabaseError.
 */
export async function restoreBackup(
  config: Target,
  source: string,
  replace: boolean,
  only: RegionId | null = null,
) {
  const wanted = only === null ? (config.regions ?? REGION_IDS) : [only];
  const { createdAt, migration, parts, regions: restored } = await openBackup(source, wanted);
  const target = { ...config, regions: restored };
  await checkTarget(target, replace);
  await removeData(target, restored);
  const database = await connectDatabase(target);
  try {
    const files = openFiles(target);
    for (const [region, part] of parts) await restoreFiles(files, source, region, part);
    await restoreRows(database, source, parts, migration);
    await database.read(REGION_IDS[0], (db) => db.execute(sql`analyze`));
    await database.close();
    return { createdAt, restored };
  } catch (error) {
    await database.close();
    await removeData(target, restored);
    throw error;
  }
}
