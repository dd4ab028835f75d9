/** `/health` and `/ready`, for proxies and monitoring (rule 22.1). */
import { mkdtempSync, promises, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DataSource, Reader } from '#api/db/database.ts';
import type { Bucket } from '#api/files/bucket.ts';
import { createBucketStore } from '#api/files/bucket-store.ts';
import { openFolderStore } from '#api/files/folder-store.ts';
import type { FileStore } from '#api/files/store.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { START, type TestApiOptions } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi({ env: { RATE_LIMIT_ADDRESS: '1' } });

/** An API on the same database, with what its process would set. */
async function startWith(options: TestApiOptions) {
  const { call } = await openTestApi({ database: api.database, ...options });
  return async (url: string) => {
    const { status, json } = await call('GET', url);
    return { status, json };
  };
}

const lost: DataSource['read'] = () =>
  Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));

test('a migrated, reachable database is ready: other machines get the status alone', async () => {
  const { status, json, headers } = await api.call('GET', '/ready');
  expect([status, json]).toEqual([200, { status: 'ready', readOnly: false, warnings: [] }]);
  expect(headers['cache-control']).toBe('no-store');
  const outside = await api.call('GET', '/ready', { from: '192.0.2.7' });
  expect([outside.status, outside.json]).toEqual([200, { status: 'ready' }]);
});

test('production that writes no backups is ready with a warning', async () => {
  const production = await openTestApi({ mode: 'production', database: api.database });
  const { status, json } = await production.call('GET', '/ready');
  expect([status, json.warnings]).toEqual([200, ['BACKUP_DIR is not set, so no backups are written.']]);
});

test('probes have no rate limit', async () => {
  const statuses = [];
  for (let count = 0; count < 5; count += 1)
    for (const path of ['/health', '/ready']) statuses.push((await api.call('GET', path)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('without its database the API is alive but not ready', async () => {
  const get = await startWith({ database: { ...api.database, read: lost } });
  expect((await get('/health')).status).toBe(200);
  expect(await get('/ready')).toEqual({
    status: 503,
    json: {
      status: 'unavailable',
      reason: 'The database is unavailable.',
      readOnly: false,
      warnings: [],
    },
  });
});

const filesIn = (freeBytes: number) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'probes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, store: openFolderStore(folder, async () => freeBytes) };
};

test('a store of files that takes nothing is a warning, because everything but uploads works', async () => {
  const [used, full] = [filesIn(1e9), filesIn(1e6)];
  const sentence = 'the bucket cannot be used: it refuses connections (ECONNREFUSED)';
  const bucket = { check: async () => sentence } as Bucket;
  const warningsWith = async (files: FileStore) => (await (await startWith({ files }))('/ready')).json;
  const ready = (warnings: string[]) => ({ status: 'ready', readOnly: false, warnings });
  expect(await warningsWith(used.store)).toEqual(ready([]));
  expect(await warningsWith(createBucketStore(bucket, used.store))).toEqual(ready([sentence]));
  expect(await warningsWith(full.store)).toEqual(
    ready(['The disk of FILES_DIR is full: free space, or no replay can be stored.']),
  );
  rmSync(used.folder, { recursive: true });
  expect(await warningsWith(used.store)).toEqual(
    ready(['FILES_DIR cannot be used: a folder in it is missing.']),
  );
});

test('a read-only store of files is a warning', async () => {
  const { store } = filesIn(1e9);
  // Modes of folders do not stop root, which tests may run as.
  const write = vi.spyOn(promises, 'writeFile').mockRejectedValue({ code: 'EROFS' });
  syncBuiltinESMExports();
  onTestFinished(() => {
    write.mockRestore();
    syncBuiltinESMExports();
  });
  expect(await (await startWith({ files: store }))('/ready')).toEqual({
    status: 200,
    json: {
      status: 'ready',
      readOnly: false,
      warnings: ['FILES_DIR cannot be used: the disk is read-only (EROFS).'],
    },
  });
});

test('an API whose database lacks a migration is not ready and names it', async () => {
  const database = { ...api.database };
  database.read = async (region, run) => {
    if (region !== 'cis') return api.database.read(region, run);
    let result: Awaited<ReturnType<typeof run>> | undefined;
    const rollback = new Error('rollback');
    await api.database
      .transaction(region, async (db) => {
        await db.execute(
          sql`delete from cis.__drizzle_migrations where created_at = (select max(created_at) from cis.__drizzle_migrations)`,
        );
        result = await run(db as Reader);
        throw rollback;
      })
      .catch((error) => {
        if (error !== rollback) throw error;
      });
    return result as Awaited<ReturnType<typeof run>>;
  };
  const { status, json } = await (await startWith({ database }))('/ready');
  expect(status).toBe(503);
  expect(json.reason).toMatch(/^The database lacks migrations \(\d{4}_\w+\): run "npm run migrate"\.$/);
});

test('a draining API is alive but not ready', async () => {
  const lifecycle = { draining: false, hangingUp: false };
  const get = await startWith({ lifecycle });
  expect((await get('/ready')).status).toBe(200);
  lifecycle.draining = true;
  expect(await get('/ready')).toEqual({
    status: 503,
    json: { status: 'draining', reason: 'The API is stopping.', readOnly: false, warnings: [] },
  });
  expect((await get('/health')).status).toBe(200);
});

test('a failing publisher is a warning until it answers again', async () => {
  const metrics = createMetrics(() => START);
  const get = await startWith({ metrics });
  const call = { region: 'na', call: 'player', seconds: 1 } as const;
  metrics.publisher({ ...call, outcome: 'timeout' });
  expect(await get('/ready')).toEqual({
    status: 200,
    json: {
      status: 'ready',
      readOnly: false,
      warnings: [
        'The publisher of NA has failed since 2026-05-04T12:00:00.000Z: stored players and clans are shown.',
      ],
    },
  });
  metrics.publisher({ ...call, outcome: 'ok' });
  expect((await get('/ready')).json.warnings).toEqual([]);
});
