/** Places for data: embedded databases, and databases of the tests' PostgreSQL server. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { StorageConfig } from '#api/config/storage.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { addDatabase, dropDatabase } from '#tests/support/postgres/databases.ts';

/** Creates places in one folder, which `remove` removes with their databases. `server`: the address of another PostgreSQL server. */
export function createPlaces(server?: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-places-'));
  const databases: string[] = [];
  return {
    folder,
    async add(kind: 'embedded' | 'server'): Promise<StorageConfig> {
      const dataDir = mkdtempSync(path.join(folder, 'data-'));
      const filesDir = path.join(dataDir, 'files');
      const options = { regions: REGION_IDS, bucket: null, mode: null, migrateAtStart: true } as const;
      if (kind === 'embedded') return { ...options, dataDir, filesDir, databaseUrl: null };
      const databaseUrl = await addDatabase(server);
      databases.push(databaseUrl);
      return { ...options, dataDir, filesDir, databaseUrl };
    },
    async remove(): Promise<void> {
      for (const url of databases) await dropDatabase(url);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
