import { mkdirSync, mkdtempSync, promises, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { StorageConfig } from '#api/config/storage.ts';
import type { DataSource } from '#api/db/database.ts';
import { createBackups } from '#api/jobs/backups/backups.ts';
import { backupToTest, expiredOf, isBackupDue, lastTested } from '#api/jobs/backups/schedule.ts';
import type { KeptBackup } from '#api/storage/backup/kept-backups.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-05-04T12:00:00.000Z');

/** A backup of so many days ago, which was tested right after it was written if there is a result. */
const made = (daysAgo: number, result?: 'passed' | 'failed'): KeptBackup => {
  const createdAt = NOW - daysAgo * DAY;
  const isFailed = result === 'failed';
  const check = result && { at: createdAt, problem: isFailed ? 'damaged' : null, damaged: isFailed };
  return { name: `${daysAgo} days ago`, createdAt, regions: ['eu', 'na'], check: check ?? null };
};

test.each([
  [[], true],
  [[made(0)], false],
  [[made(23 / 24)], false],
  [[made(1), made(2)], true],
])('a backup is due a day after the newest (Rule 22.14): %#', (backups, due) => {
  expect(isBackupDue(backups, ['eu'], NOW)).toBe(due);
});

test('a backup is due at once when a region is added', () => {
  expect(isBackupDue([made(0)], ['eu', 'na'], NOW)).toBe(false);
  expect(isBackupDue([made(0)], ['eu', 'na', 'sea'], NOW)).toBe(true);
});

test.each([
  ['when none was tested', [made(0), made(1)], '0 days ago'],
  ['a week after the last test', [made(0), made(7, 'passed')], '0 days ago'],
  ['not sooner', [made(0), made(6, 'passed')], undefined],
  ['sooner if the last test failed', [made(0), made(1, 'failed')], '0 days ago'],
  ['not again if it failed itself', [made(0, 'failed'), made(1, 'passed')], undefined],
  ['never without any', [], undefined],
])('the newest backup is tested %s (Rule 22.16)', (_when, backups, name) => {
  expect(backupToTest(backups, NOW)?.name).toBe(name);
});

test('the last test counts, whichever backup it was of', () => {
  const late = { ...made(9), check: { at: NOW, problem: null, damaged: false } };
  expect(lastTested([made(1, 'failed'), late])?.name).toBe('9 days ago');
});

test.each([
  ['all that are old', [made(1, 'passed'), made(14), made(15), made(16)], ['15 days ago', '16 days ago']],
  ['not the last one', [made(20)], []],
  ['not the last that passed a test', [made(15), made(20, 'passed'), made(27, 'passed')], ['27 days ago']],
  ['not the last that did not fail one', [made(1, 'failed'), made(15, 'failed'), made(16)], ['15 days ago']],
])('of the old backups, %s are removed (Rule 22.15)', (_which, backups, names) => {
  expect(expiredOf(backups, 14, NOW).map(({ name }) => name)).toEqual(names);
});

/** Writes an empty backup, which passed its test. */
function addBackup(folder: string, daysAgo: number): void {
  const at = NOW - daysAgo * DAY;
  const createdAt = new Date(at).toISOString();
  const regions = { eu: { tables: [], files: [] } };
  const manifest = { format: 1, version: '0.18.0', createdAt, migration: '0000_initial', regions };
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'checked.json'), JSON.stringify({ at, problem: null, damaged: false }));
}

test('an expired backup that cannot be removed is logged and skipped (Rule 22.15)', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-backups-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [name, daysAgo] of Object.entries({ stuck: 40, old: 39, new: 0 }))
    addBackup(path.join(dir, name), daysAgo);
  const { rm } = promises;
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES' });
  // Modes of folders do not stop root, which tests may run as.
  const removal = vi
    .spyOn(promises, 'rm')
    .mockImplementation(async (target, options) =>
      String(target).endsWith('stuck') ? Promise.reject(error) : rm(target, options),
    );
  syncBuiltinESMExports();
  onTestFinished(() => {
    removal.mockRestore();
    syncBuiltinESMExports();
  });
  const database: Partial<DataSource> = { kind: 'embedded', regions: ['eu'] };
  const log = vi.fn();
  const needs = { config: {} as StorageConfig, database: database as DataSource, now: () => NOW, log };
  await createBackups({ dir, keepDays: 14 }, needs).tend(new AbortController().signal);
  expect(readdirSync(dir).sort()).toEqual(['new', 'stuck']);
  expect(log.mock.calls).toEqual([
    ['error', { backup: 'stuck', err: error }, 'an old backup could not be removed'],
  ]);
});
