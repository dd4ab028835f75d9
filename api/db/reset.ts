/** Throws away all data of all regions, so that the next opening starts from nothing. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ApiConfig } from '#api/config.ts';
import { lockFolder } from '#api/db/lock.ts';
import { EMBEDDED_FOLDER } from '#api/db/open.ts';
import { createPool } from '#api/db/postgres.ts';
import { REGION_IDS } from '#lib/regions.ts';

/** Removes the embedded database's folder, or the regions' schemas on a server. Refused while the folder is in use. */
export async function resetDatabase({
  dataDir,
  databaseUrl,
}: Pick<ApiConfig, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl === null) {
    const unlock = lockFolder(dataDir);
    await rm(path.join(dataDir, EMBEDDED_FOLDER), { recursive: true, force: true }).finally(unlock);
    return;
  }
  const pool = createPool(databaseUrl, undefined, 1);
  try {
    for (const region of REGION_IDS) await pool.query(`drop schema if exists ${region} cascade`);
  } finally {
    await pool.end();
  }
}
