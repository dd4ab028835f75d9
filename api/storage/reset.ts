/** Removes the data and files of regions: the demo's for a reset, any for a restoration, or those of one for good. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { DatabasePlace } from '#api/config/storage.ts';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { connectDatabase, EMBEDDED_FOLDER, lockFolder, requireDemoData } from '#api/db/open.ts';
import { APPLICATION_NAME, createPool } from '#api/db/postgres.ts';
import { removeFiles } from '#api/files/open-files.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

type Place = DatabasePlace & Pick<ApiConfig, 'filesDir' | 'bucket'>;

/**
 * Removes the demo's data and files. Throws a DatabaseError while the folder is in use, and when the data is not the demo's.
 */
export async function resetDatabase(place: Place): Promise<void> {
  const folder = path.join(place.dataDir, EMBEDDED_FOLDER);
  if (place.databaseUrl !== null || existsSync(folder)) await requireDemoData(place);
  await removeData(place);
}

/** How long the server may still list connections that were just closed, in milliseconds. */
const CLOSING_MS = 2000;

const isOther = sql`datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`;

const countOthers = (database: DataSource): Promise<number> =>
  database.read(REGION_IDS[0], (db) => db.$count(sql`pg_stat_activity`, isOther));

/** Throws a DatabaseError while other connections of the API or its commands use the same server. */
export async function requireUnused(database: DataSource): Promise<void> {
  if (database.kind === 'embedded') return;
  const until = Date.now() + CLOSING_MS;
  while ((await countOthers(database)) > 0) {
    if (Date.now() > until) throw new DatabaseError('The API is connected to this database: stop it first.');
    await wait(100);
  }
}

/**
 * Removes the regions' schemas and files; for all regions, also the embedded database's folder. Throws a DatabaseError while the
 * folder is in use.
 */
export async function removeData(place: Place, regions: readonly RegionId[] = REGION_IDS): Promise<void> {
  const { dataDir, databaseUrl } = place;
  const statements = regions.map((region) => `drop schema if exists ${region} cascade`);
  if (databaseUrl !== null) {
    const pool = createPool(databaseUrl);
    try {
      // All or none: another role may own one of them.
      await pool.query(statements.join('; '));
      // Files without rows are harmless, rows without files are not.
      await removeFiles(place, regions);
    } finally {
      await pool.end();
    }
  } else if (regions.length < REGION_IDS.length) {
    await using database = await connectDatabase(place);
    for (const statement of statements) await database.read('eu', (db) => db.execute(sql.raw(statement)));
    await removeFiles(place, regions);
  } else {
    // The database may be too damaged to be opened.
    const unlock = lockFolder(dataDir);
    try {
      await rm(path.join(dataDir, EMBEDDED_FOLDER), { recursive: true, force: true });
      await removeFiles(place, regions);
    } finally {
      unlock();
    }
  }
}
