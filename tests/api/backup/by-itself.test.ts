/** Backups that the API writes, tests and removes by itself (rules 22.14 to 22.17). */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test as onBoth, onTestFinished, vi } from 'vitest';
import type { StorageConfig } from '#api/config/storage.ts';
import { seedEmptyRegions } from '#api/demo/seed/insert.ts';
import { type Backups, createBackups } from '#api/jobs/backups/backups.ts';
import { type BackupContext, testBackup, writeBackup } from '#api/jobs/backups/orders.ts';
import { installHousekeeping, sweepFiles } from '#api/jobs/housekeeping/housekeeping.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { createListing } from '#api/storage/backup/kept-backups.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { DAY, HOUR, START } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { createPlaces } from '#tests/support/data-places.ts';
import { filesOf, rowsOf } from '#tests/support/database-content.ts';
import { onPostgres } from '#tests/support/test-database.ts';

/** Most of this is about files, which the database does not decide. */
const test = onBoth.runIf(onPostgres);
const KIND = onPostgres ? 'server' : 'embedded';
const places = createPlaces();
const dir = path.join(places.folder, 'backups');
const clock = { now: START };
const logged: string[] = [];
const { signal } = new AbortController();
let data: Data;
let context: BackupContext;
let backups: Backups;

const openSome = async (place: Awaited<ReturnType<typeof places.add>>): Promise<Data> =>
  openData({ ...place, regions: ['eu', 'na'] }, () => {});
const kept = (): string[] => readdirSync(dir).sort();
/** The only file of a post's replay in EU with its inode, which backups that share the file have in common. */
const fileOf = (backup = ''): { file: string; inode: number } => {
  const folder = path.join(dir, backup, 'eu/files');
  const file = path.join(folder, readdirSync(folder).sort()[0] ?? '');
  return { file, inode: statSync(file).ino };
};

beforeAll(async () => {
  const place = await places.add(KIND);
  data = await openSome(place);
  await seedEmptyRegions(data, START, { players: 60, posts: 40 });
  await sweepFiles(data.database, data.files, signal, -1);
  const log = (_level: string, _details: object, sentence: string) => void logged.push(sentence);
  const config: StorageConfig = { ...place, regions: ['eu', 'na'] };
  const work = path.join(dir, 'unfinished');
  context = { dir, work, config, database: data.database, now: () => clock.now, log };
  backups = createBackups({ dir, keepDays: 14 }, context);
});
afterAll(async () => {
  await data.database.close();
  await places.remove();
});

test('nothing is written once the API stops', async () => {
  await backups.tend(AbortSignal.abort());
  expect(kept()).toEqual([]);
  expect([backups.ageSeconds(), backups.isRestorable()]).toEqual([null, null]);
  expect(backups.warnings()).toEqual(['There is no backup of all regions in BACKUP_DIR yet.']);
});

test('nothing is written while another process does it (Rule 22.14)', async () => {
  await data.database.transaction('na', async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(4212019)`);
    await backups.tend(signal);
  });
  expect(kept()).toEqual([]);
});

onBoth('a backup is written and tested, and has everything (Rules 22.14 and 22.16)', async () => {
  await backups.tend(signal);
  expect(kept()).toEqual(['2026-05-04T12-00-00Z']);
  expect([backups.ageSeconds(), backups.isRestorable(), backups.warnings()]).toEqual([0, true, []]);
  expect(logged.splice(0)).toEqual(['backup written']);
  const target = await places.add(KIND);
  await restoreBackup(target, path.join(dir, '2026-05-04T12-00-00Z'), false);
  const copy = await openSome(target);
  onTestFinished(() => copy.database.close());
  expect(await rowsOf(copy.database)).toEqual(await rowsOf(data.database));
  expect(await filesOf(copy)).toEqual(await filesOf(data));
});

test('the next one is written a day later, and shares the files (Rule 22.14)', async () => {
  clock.now = START + 23 * HOUR;
  await backups.tend(signal);
  expect(kept()).toHaveLength(1);
  clock.now = START + DAY;
  await backups.tend(signal);
  expect(kept()).toEqual(['2026-05-04T12-00-00Z', '2026-05-05T12-00-00Z']);
  expect(fileOf(kept()[1]).inode).toBe(fileOf(kept()[0]).inode);
});

test('files are still shared after a test that failed without damage (Rule 22.16)', async () => {
  const name = 'of-a-later-version';
  cpSync(path.join(dir, kept()[1] ?? ''), path.join(dir, name), { recursive: true });
  const manifest = path.join(dir, name, 'manifest.json');
  const { sha256: _, ...content } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...content, migration: `9${content.migration}` }));
  const list = async () => (await createListing(dir)()).filter((backup) => backup.name === name);
  mkdirSync(path.join(context.work, 'restored'), { recursive: true });
  for (const backup of await list()) await testBackup(context, backup, signal);
  expect(readdirSync(context.work)).toEqual([]);
  const tested = await list();
  expect(tested[0]?.check).toMatchObject({ problem: expect.stringContaining('migration 9'), damaged: false });
  expect(logged.splice(0)).toContain('the backup could not be restored');
  clock.now += HOUR;
  await writeBackup(context, tested, signal);
  const shared = '2026-05-05T13-00-00Z';
  expect(fileOf(shared).inode).toBe(fileOf(name).inode);
  for (const copy of [name, shared]) rmSync(path.join(dir, copy), { recursive: true });
  clock.now -= HOUR;
});

test('what is not complete does not count, and the API removes its own', async () => {
  const [, newest = ''] = kept();
  clock.now += HOUR;
  const unfinished = ['unfinished/backup', 'by-hand.unfinished'].map((name) => path.join(dir, name));
  for (const folder of unfinished) cpSync(path.join(dir, newest), folder, { recursive: true });
  mkdirSync(path.join(dir, 'without-manifest'));
  await backups.look();
  expect(backups.ageSeconds()).toBe(HOUR / 1000);
  clock.now += 30 * DAY;
  rmSync(path.join(dir, newest), { recursive: true });
  await backups.look();
  expect(backups.ageSeconds()).toBe((31 * DAY + HOUR) / 1000);
  cpSync(path.join(unfinished[1] ?? ''), path.join(dir, newest), { recursive: true });
  clock.now = START + DAY + HOUR;
  await backups.tend(signal);
  expect(kept()).toEqual(['2026-05-04T12-00-00Z', newest, 'by-hand.unfinished', 'without-manifest']);
  for (const name of ['by-hand.unfinished', 'without-manifest'])
    rmSync(path.join(dir, name), { recursive: true });
});

test('a damaged file is noticed within a week, and the next backup has its own copy (Rule 22.16)', async () => {
  const { file } = fileOf(kept()[1]);
  writeFileSync(file, 'damaged');
  clock.now = START + 7 * DAY;
  await backups.tend(signal);
  const damaged = fileOf('2026-05-11T12-00-00Z');
  expect(backups.isRestorable()).toBe(false);
  expect(backups.warnings()).toEqual([
    `The backup 2026-05-11T12-00-00Z could not be restored: ${damaged.file} is damaged, so nothing was restored: use another backup.`,
  ]);
  expect(logged.splice(0)).toContain('the backup could not be restored');
  clock.now = START + 8 * DAY;
  await backups.tend(signal);
  expect(fileOf('2026-05-12T12-00-00Z').inode).not.toBe(damaged.inode);
  expect([backups.isRestorable(), backups.warnings()]).toEqual([true, []]);
});

test('old backups are removed, and the last good one stays while none can be written (Rule 22.15)', async () => {
  clock.now = START + 30 * DAY;
  const failing = createBackups(
    { dir, keepDays: 14 },
    {
      config: { ...(await places.add('embedded')), databaseUrl: 'postgres://karma@127.0.0.1:1/karma' },
      database: { ...data.database, kind: 'embedded', copyTo: null },
      now: () => clock.now,
      log: () => {},
    },
  );
  await expect(failing.tend(signal)).rejects.toThrow();
  expect(kept()).toEqual(['2026-05-12T12-00-00Z']);
  expect(failing.warnings()).toEqual([
    'The last backup is from 2026-05-12T12:00:00.000Z: the log says why there is no newer one.',
  ]);
});

test('/ready and the metrics show the age, and whether a test failed (Rule 22.17)', async () => {
  const BACKUP_DIR = path.join(places.folder, 'shown');
  const folder = path.join(BACKUP_DIR, 'one');
  mkdirSync(folder, { recursive: true });
  const regions = Object.fromEntries(REGION_IDS.map((region) => [region, { tables: [], files: [] }]));
  const createdAt = new Date(START - 3 * DAY).toISOString();
  const manifest = { format: 1, version: '0.18.0', createdAt, migration: '0000_initial', regions };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'checked.json'), JSON.stringify({ at: START, problem: 'no table' }));
  const metrics = createMetrics(() => START);
  const api = await openTestApi({ mode: 'production', env: { BACKUP_DIR }, metrics });
  expect((await api.call('GET', '/ready')).json).toEqual({
    status: 'ready',
    readOnly: false,
    warnings: [
      'The last backup is from 2026-05-01T12:00:00.000Z: the log says why there is no newer one.',
      'The backup one could not be restored: no table',
    ],
  });
  const text = await metrics.registry.metrics();
  expect(text).toContain('\nfleet_karma_backup_age_seconds 259200\n');
  expect(text).toContain('\nfleet_karma_backup_restorable 0\n');
});

onBoth('a process that is restarted every minute writes one, too (Rule 22.14)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tend = vi.fn(async () => {});
  const hooks: Record<string, (() => Promise<unknown>)[]> = { onReady: [], onClose: [] };
  const app = { addHook: (name: string, hook: () => Promise<unknown>) => hooks[name]?.push(hook) };
  installHousekeeping(app as never, { ...data, now: () => clock.now } as never, { ...backups, tend });
  for (const hook of hooks.onReady ?? []) await hook();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(tend).toHaveBeenCalledOnce();
  for (const hook of hooks.onClose ?? []) await hook();
});
