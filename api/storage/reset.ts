/** Removes the data and files of all regions: the demo's for a reset, any for a restoration. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { DatabasePlace } from '#api/config/storage.ts';
import { lockFolder } from '#api/db/lock.ts';
import { EMBEDDED_FOLDER, requireDemoData } from '#api/db/open.ts';
import { createPool } from '#api/db/postgres.ts';
import { removeFiles } from '#api/files/open-files.ts';
import { REGION_IDS } from '#lib/regions.ts';

type Place = DatabasePlace & Pick<ApiConfig, 'filesDir' | 'bucket'>;

/**
 * Removes the demo's data and files. Throws a DatabaseError while the folder is in use, and when the data is not the demo's.
 */
export async function resetDatabase(place: Place): Promise<void> {
  const folder = path.join(place.dataDir, EMBEDDED_FOLDER);
  if (place.databaseUrl !== null || existsSync(folder)) await requireDemoData(place);
  await removeData(place);
}

/**
 * Removes the embedded database's folder or the regions' schemas on a server, and the files. Throws a DatabaseError while
 * the folder is in use.
 */
export async function removeData(place: Place): Promise<void> {
  const { dataDir, databaseUrl, directUrl } = place;
  if (databaseUrl === null) {
    const unlock = lockFolder(dataDir);
    try {
      await rm(path.join(dataDir, EMBEDDED_FOLDER), { recursive: true, force: true });
      await removeFiles(place);
    } finally {
      unlock();
    }
    return;
  }
  const pool = createPool(directUrl ?? databaseUrl);
  try {
    for (const region of REGION_IDS) await pool.query(`drop schema if exists ${region} cascade`);
    // Files without rows are harmless, rows without files are not.
    await removeFiles(place);
  } finally {
    await pool.end();
  }
}
