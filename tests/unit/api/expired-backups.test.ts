import { mkdirSync, mkdtempSync, promises, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { StorageConfig } from '#api/config/storage.ts';
import type { DataSource } from '#api/db/database.ts';
import { createBackups } from '#api/jobs/backups/backups.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-05-04T12:00:00.000Z');

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
