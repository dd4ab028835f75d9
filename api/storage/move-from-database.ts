/**
 * Moves files, which earlier versions kept in the database, into the folder, and drops the empty tables. If the process is
 * killed meanwhile, every file is in one of the two places, and the next start continues.
 */
import { sql } from 'drizzle-orm';
import type { DataSource, Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { nameOfTable, tableNamed } from '#api/db/statements.ts';
import type { FileStore } from '#api/files/store.ts';
import { keepFile } from '#api/model/replays/files.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

/** Bytes per read. Reading whole videos would take hundreds of megabytes on the embedded database. */
const SLICE_BYTES = 1024 * 1024;
/** Rows per transaction: few enough to be short, enough to be fast with small files. */
const BATCH = 20;

/** The old tables, and the column of `replays` that now names the file. */
const TABLES = [
  { table: tableNamed('replay_files'), name: nameOfTable('replay_files'), column: sql.identifier('sha256') },
  {
    table: tableNamed('minimap_files'),
    name: nameOfTable('minimap_files'),
    column: sql.identifier('minimap_sha256'),
  },
] as const;
type OldTable = (typeof TABLES)[number];

interface OldRow extends Record<string, unknown> {
  id: string;
  size: number;
}

async function* slicesOf(db: Db, { table }: OldTable, { id, size }: OldRow): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += SLICE_BYTES) {
    const { rows } = await db.execute<{ slice: Uint8Array }>(
      sql`select substring(content from ${start + 1}::int for ${SLICE_BYTES}::int) as slice from ${table} where replay_id = ${id}`,
    );
    if (rows[0] !== undefined) yield rows[0].slice;
  }
}

async function moveRow(
  db: Db,
  files: FileStore,
  region: RegionId,
  old: OldTable,
  row: OldRow,
): Promise<void> {
  await using file = await files.receive(slicesOf(db, old, row));
  await keepFile({ db, region }, files, file);
  await db.execute(sql`update ${replays} set ${old.column} = ${file.sha256}
    where id = ${row.id} and ${old.column} is distinct from ${file.sha256}`);
  await db.execute(sql`delete from ${old.table} where replay_id = ${row.id}`);
}

/** Moves a batch of rows, or drops the table when it is empty. Returns the number of moved rows. */
async function moveBatch(db: Db, files: FileStore, region: RegionId, old: OldTable): Promise<number> {
  // Processes that start together on one server take turns.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`move-files:${region}`}, 0))`);
  const known = await db.execute<{ found: boolean }>(
    sql`select to_regclass(${old.name}) is not null as found`,
  );
  if (!known.rows[0]?.found) return 0;
  const { rows } = await db.execute<OldRow>(
    sql`select replay_id as id, octet_length(content) as size from ${old.table} limit ${BATCH}`,
  );
  for (const row of rows) await moveRow(db, files, region, old, row);
  if (rows.length === 0) {
    await db.execute(sql`lock table ${old.table} in access exclusive mode`);
    const left = await db.execute(sql`select 1 from ${old.table} limit 1`);
    if (left.rows.length === 0) await db.execute(sql`drop table ${old.table}`);
    return left.rows.length;
  }
  return rows.length;
}

/** Moves all files of all regions and returns their number. Must run before anything else uses the database. */
export async function moveFilesFromDatabase(database: DataSource, files: FileStore): Promise<number> {
  let moved = 0;
  for (const region of REGION_IDS)
    for (const old of TABLES)
      for (let count = -1; count !== 0; moved += count)
        count = await database.transaction(region, (db) => moveBatch(db, files, region, old));
  return moved;
}
