/**
 * Which rows refer to a stored file. There is no reference counter: rows are looked up before a file is removed. A lock per
 * file prevents its removal while a transaction adds a reference.
 */
import { readFile } from 'node:fs/promises';
import { inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database, DataSource, Db, Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { anyOf } from '#api/db/sql.ts';
import type { FileStore, IncomingFile } from '#api/files/store.ts';
import type { RegionId } from '#lib/regions.ts';

/** The database with the rows of replays, and the store with their files. */
export interface Stored {
  database: Database;
  files: FileStore;
}

/** The columns that refer to files. */
const FILE_COLUMNS = [replays.sha256, replays.minimapSha256, replays.timelineSha256, replays.thumbnailSha256];

const lockKey = (sha256: string) => sql`hashtextextended(${`file:${sha256}`}, 0)`;

/** Prevents the removal of a file until the transaction ends. */
export async function holdFile(db: Db, sha256: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(sha256)})`);
}

/** The content of a stored file; null when there is none. */
export async function readStored(
  files: FileStore,
  region: RegionId,
  sha256: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  await using local = sha256 === null ? null : await files.local(region, sha256);
  return local && (await readFile(local.path));
}

/** Stores a received file for a row that the same transaction writes. The file cannot be removed until it ends. */
export async function keepFile(
  { db, region }: Pick<Tx, 'db' | 'region'>,
  files: FileStore,
  file: IncomingFile,
): Promise<void> {
  await holdFile(db, file.sha256);
  await files.keep(region, file);
}

/** The files among `sums` that no row refers to. */
export async function findUnreferenced(db: Db, sums: readonly string[]): Promise<string[]> {
  if (sums.length === 0) return [];
  const referenced = new Set<string | null>();
  for (const column of FILE_COLUMNS) {
    const rows = await db
      .selectDistinct({ sum: column })
      .from(replays)
      .where(inArray(column, [...sums]));
    for (const { sum } of rows) referenced.add(sum);
  }
  return sums.filter((sum) => !referenced.has(sum));
}

/** All files that rows of the region refer to, each once. */
export async function referencedFiles(db: Db): Promise<string[]> {
  const sums = new Set<string>();
  for (const column of FILE_COLUMNS)
    for (const { sum } of await db.selectDistinct({ sum: column }).from(replays).where(isNotNull(column)))
      if (sum !== null) sums.add(sum);
  return [...sums];
}

/** Removes the file if no row refers to it. Returns whether it was removed. */
export function removeUnreferenced(
  database: DataSource,
  files: FileStore,
  region: RegionId,
  sha256: string,
): Promise<boolean> {
  return database.transaction(region, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${lockKey(sha256)})`);
    if ((await findUnreferenced(db, [sha256])).length === 0) return false;
    await files.remove(region, sha256);
    return true;
  });
}

/**
 * After the commit, removes the files that the posts' replays refer to now, unless other rows refer to them as well. Must be
 * called before the rows are deleted or changed.
 */
export async function releaseFilesOf(
  { db, region, afterCommit }: Tx,
  { database, files }: Stored,
  ...postIds: readonly string[]
): Promise<void> {
  const rows = await db
    .select({
      file: replays.sha256,
      minimap: replays.minimapSha256,
      timeline: replays.timelineSha256,
      thumbnail: replays.thumbnailSha256,
    })
    .from(replays)
    .where(sql`${replays.postId} = ${anyOf(postIds)}`);
  const sums = rows.flatMap((row) => Object.values(row)).filter((sum) => sum !== null);
  if (sums.length > 0)
    afterCommit(async () => {
      for (const sum of sums) await removeUnreferenced(database, files, region, sum);
    });
}
