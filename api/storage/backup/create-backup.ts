/**
 * Writes a backup of the database and the files. The rows of a region are read in one snapshot, while the API may go on
 * writing to a server. Files are copied before it, and files of rows that were added meanwhile after it.
 */
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '#api/db/database.ts';
import { lastMigration } from '#api/db/migrate.ts';
import { writeNew } from '#api/files/store.ts';
import { referencedFiles } from '#api/model/replays/files.ts';
import { BackupError, inBackup, type Manifest, type RegionManifest } from '#api/storage/backup/manifest.ts';
import { listTables, readRows, type Table } from '#api/storage/backup/tables.ts';
import { inNewFolder, PRIVATE_FOLDER, writeLines, writeManifest } from '#api/storage/backup/write-parts.ts';
import type { Data } from '#api/storage/open-data.ts';
import type { RegionId } from '#lib/regions.ts';

type TableManifest = RegionManifest['tables'][number];

/** Where a backup is written, and an earlier one whose files it may share. */
interface Place {
  folder: string;
  previous: string | null;
}

async function writeTable(db: Db, table: Table, file: string): Promise<TableManifest> {
  const written = await writeLines(file, readRows(db, table));
  const columns = table.columns.map(({ name }) => name);
  return { name: table.name, columns, ...written };
}

/** Copies the files that the backup does not have yet; returns the names of missing and damaged files. */
async function copyFiles(
  { files }: Data,
  region: RegionId,
  { folder, previous }: Place,
  sums: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const sum of sums) {
    const target = inBackup.file(folder, region, sum);
    // It was copied before the snapshot.
    if (existsSync(target)) continue;
    // On the same disk, two backups share a file, so that it is stored and read once.
    if (previous !== null) await link(inBackup.file(previous, region, sum), target).catch(() => undefined);
    if (existsSync(target)) continue;
    const stored = await files.open(region, sum);
    if (stored !== null && (await writeNew(target, await stored.read())).sha256 === sum) continue;
    // Its content no longer has the sum that it is named by.
    await rm(target, { force: true });
    missing.push(sum);
  }
  return missing;
}

/** Files that were released between the first copy and the snapshot. */
async function removeOthers(folder: string, sums: readonly string[]): Promise<void> {
  const kept = new Set(sums);
  for (const name of await readdir(folder)) if (!kept.has(name)) await rm(path.join(folder, name));
}

async function writeRegion(
  data: Data,
  region: RegionId,
  place: Place,
  migration: string,
): Promise<RegionManifest & { missing: string[] }> {
  const { folder } = place;
  await mkdir(inBackup.files(folder, region), { recursive: true, mode: PRIVATE_FOLDER });
  await copyFiles(data, region, place, await data.database.read(region, referencedFiles));
  const { tables, sums } = await data.database.snapshot(region, async (db) => {
    if ((await lastMigration(db)) !== migration)
      throw new BackupError('The regions have different migrations: run "npm run migrate" first.');
    const tables: TableManifest[] = [];
    for (const table of await listTables(db))
      tables.push(await writeTable(db, table, inBackup.table(folder, region, table.name)));
    return { tables, sums: await referencedFiles(db) };
  });
  const missing = await copyFiles(data, region, place, sums);
  await removeOthers(inBackup.files(folder, region), sums);
  return { tables, files: [...new Set(sums).difference(new Set(missing))], missing };
}

async function fill(data: Data, place: Place, createdAt: number) {
  const { database } = data;
  const [migration, ...others] = await Promise.all(
    database.regions.map((region) => database.read(region, lastMigration)),
  );
  if (!migration || others.includes(null))
    throw new BackupError('The database is empty, or was migrated by another version of the program.');
  const regions: Manifest['regions'] = {};
  const missing: string[] = [];
  for (const region of database.regions) {
    const { missing: lost, ...written } = await writeRegion(data, region, place, migration);
    regions[region] = written;
    missing.push(...lost);
  }
  await writeManifest(place.folder, createdAt, { migration, imported: false, regions });
  const all = Object.values(regions);
  return {
    rows: all.flatMap(({ tables }) => tables).reduce((sum, { rows }) => sum + rows, 0),
    files: all.reduce((sum, { files }) => sum + files.length, 0),
    missing,
  };
}

/** Options of a backup. */
export interface BackupOptions {
  /** Milliseconds since 1970; by default now. */
  createdAt?: number;
  /** Folder in which it is written, on the same disk as `target`; by default `{target}.unfinished`. */
  unfinished?: string;
  /** An earlier backup whose files it may share. */
  previous?: string | null;
}

/**
 * Writes a backup to `target`, a folder that must not exist. It gets this name when it is complete. Returns how much it holds,
 * and the names of files that were lost or damaged before. Throws a BackupError with one sentence.
 */
export function createBackup(
  data: Data,
  target: string,
  { createdAt = Date.now(), unfinished = `${target}.unfinished`, previous = null }: BackupOptions = {},
) {
  return inNewFolder(target, unfinished, (folder) => fill(data, { folder, previous }, createdAt));
}
export type BackupSummary = Awaited<ReturnType<typeof createBackup>>;
