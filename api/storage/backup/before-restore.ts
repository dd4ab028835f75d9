/** Everything that can refuse a restoration, checked before it removes anything. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { DISK_RESERVE } from '#api/base/disk.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { DatabasePlace } from '#api/config/storage.ts';
import type { DataSource } from '#api/db/database.ts';
import { columnsAfter } from '#api/db/migrate.ts';
import { connectDatabase, lockFolder } from '#api/db/open.ts';
import { checkBucket, openFiles } from '#api/files/open-files.ts';
import type { FileStore } from '#api/files/store.ts';
import { BackupError, MANIFEST, type RegionManifest } from '#api/storage/backup/manifest.ts';
import { countRows, listTables, OMITTED } from '#api/storage/backup/tables.ts';
import { requireUnused } from '#api/storage/reset.ts';
import { REGION_IDS } from '#lib/regions.ts';

/** Where a backup is restored. */
export type Target = DatabasePlace & Pick<ApiConfig, 'filesDir' | 'bucket'>;

/**
 * Throws a BackupError when the backup has a table or column that its migration does not have, or lacks one, unless it is `imported`:
 * that would be lost without a word.
 */
export function requireColumns({ tables }: RegionManifest, migration: string, imported: boolean): void {
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

/** Throws unless the target can be written, is empty or may be replaced, and no other process uses it. */
export async function checkTarget(config: Target, replace: boolean): Promise<void> {
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
export async function requireRoom(
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
