/** Places for data: embedded databases, and databases of the tests' PostgreSQL server. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { StorageConfig } from '#api/config/storage.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { administer, urlOf } from '#tests/support/postgres/databases.ts';

const TEST_SERVER = process.env.TEST_POSTGRES_URL ?? '';

/** Creates places in one folder, which `remove` removes with their databases. `server`: the address of another PostgreSQL server. */
export function createPlaces(server = TEST_SERVER) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-places-'));
  const databases: string[] = [];
  return {
    folder,
    async add(kind: 'embedded' | 'server'): Promise<StorageConfig> {
      const dataDir = mkdtempSync(path.join(folder, 'data-'));
      const filesDir = path.join(dataDir, 'files');
      const options = { regions: REGION_IDS, bucket: null, mode: null, migrateAtStart: true } as const;
      if (kind === 'embedded') return { ...options, dataDir, filesDir, databaseUrl: null };
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await administer(server, `create database ${name}`);
      databases.push(name);
      return { ...options, dataDir, filesDir, databaseUrl: urlOf(server, name) };
    },
    async remove(): Promise<void> {
      for (const name of databases) await administer(server, `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
