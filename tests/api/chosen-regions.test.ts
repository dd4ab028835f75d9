/** An API that serves some regions, on a database that has no others (rule 18.14). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingMigrations } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { sweepFiles } from '#api/jobs/housekeeping/housekeeping.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { createTestApi, START, type TestApi } from '#tests/support/api.ts';
import { openMigrated } from '#tests/support/test-database.ts';

const metrics = createMetrics(() => START);
const { signal } = new AbortController();
let api: TestApi;
beforeAll(async () => {
  const database = createEmbeddedDatabase(await openPglite(undefined), { regions: ['na', 'sea'] });
  await database.migrate();
  api = await createTestApi({ database, metrics, env: { REGIONS: 'na,sea' } });
});
afterAll(async () => {
  await api.close();
  await api.database.close();
});

test.each([
  ['na.localhost', 200],
  ['localhost', 200],
  ['eu.localhost', 200],
  ['ru.localhost', 200],
  ['asia.localhost', 404],
])('a player of the first region at %s gets %i', async (host, status) => {
  const id = await api.addPlayer({}, 'na');
  expect((await api.call('GET', `/api/player/${id}`, { headers: { host } })).status).toBe(status);
});

test('it is ready, and its metrics name its regions', async () => {
  expect((await api.call('GET', '/ready')).json).toMatchObject({ status: 'ready', warnings: [] });
  const connections = (await metrics.registry.metrics()).matchAll(/hub_connections\{.*region="(\w+)"/g);
  expect(new Set([...connections].map(([, region]) => region))).toEqual(new Set(['na', 'sea']));
  expect(await metrics.registry.metrics()).toContain('fleet_karma_replay_jobs{state="waiting"} 0');
});

test('housekeeping leaves the files of other regions alone', async () => {
  const own = await api.files.put('sea', Buffer.from('unreferenced'));
  const other = await api.files.put('eu', Buffer.from('of a region that is kept'));
  expect(await sweepFiles(api.database, api.files, signal, -1)).toBe(1);
  expect(await api.files.open('sea', own)).toBeNull();
  const kept = await api.files.open('eu', other);
  await kept?.close();
  expect(kept).not.toBeNull();
  await applyRetention(api.database, START, signal);
});

test('migrations that only other regions lack are not pending', async () => {
  const pglite = await openMigrated();
  await pglite.exec('drop schema cis cascade');
  const pending = (regions: ('eu' | 'cis')[]) =>
    pendingMigrations(createEmbeddedDatabase(pglite, { regions }));
  expect(await pending(['eu'])).toEqual([]);
  expect(await pending(['eu', 'cis'])).toContain('0000_initial');
  await pglite.close();
});
