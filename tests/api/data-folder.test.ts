/** The data folder of the embedded database: its lock, its permissions, and opening it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadSecret } from '#api/app/load-secret.ts';
import { lockFolder, openDatabase, unusable } from '#api/db/open.ts';
import { openPglite } from '#api/db/pglite.ts';
import { meta } from '#api/db/schema.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const DEMO = { databaseUrl: null, mode: 'demo', migrateAtStart: true } as const;

const lockText = (holder: object): void =>
  writeFileSync(path.join(folder, 'lock.json'), JSON.stringify(holder));

describe('the lock of the data folder', () => {
  test('names the process that has the folder', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
    unlock();
    lockFolder(folder)();
  });

  test('replaces the lock of a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    lockText({ pid: child.pid, started: '1', command: 'main.ts' });
    const unlock = lockFolder(folder);
    expect(readFileSync(path.join(folder, 'lock.json'), 'utf8')).toContain(`"pid":${process.pid}`);
    unlock();
  });

  test('replaces a lock whose process id belongs to another program now', () => {
    lockText({ pid: process.pid, started: 'some other time', command: 'main.ts' });
    expect(() => lockFolder(folder)()).not.toThrow();
  });

  test('replaces a lock that a killed process wrote only in part', () => {
    writeFileSync(path.join(folder, 'lock.json'), '{"pid":');
    expect(() => lockFolder(folder)()).not.toThrow();
  });
});

describe('the data folder (rule 17.17)', () => {
  const modeOf = () => statSync(folder).mode & 0o777;

  test('is made private when other accounts can read it', () => {
    mkdirSync(path.join(folder, 'database'));
    lockText({ pid: 999_999_999, started: '1', command: 'main.ts' });
    chmodSync(folder, 0o755);
    lockFolder(folder)();
    expect(modeOf()).toBe(0o700);
  });

  test('is refused when other accounts can read it and it contains other files', () => {
    writeFileSync(path.join(folder, 'letters.txt'), '');
    chmodSync(folder, 0o755);
    expect(() => lockFolder(folder)).toThrow(
      `The folder ${folder} can be read by other accounts and contains a file of another program (letters.txt): run "chmod 700 ${folder}", or set DATA_DIR to a separate folder.`,
    );
    expect(modeOf()).toBe(0o755);
  });

  test('is refused when it is a file', () => {
    const file = path.join(folder, 'data');
    writeFileSync(file, '');
    expect(() => lockFolder(file)).toThrow(
      `The folder ${file} cannot be used (EEXIST): set DATA_DIR to a folder that this account may write to.`,
    );
  });

  test('makes a secret private that other accounts can read', () => {
    const file = path.join(folder, 'jwt-secret');
    writeFileSync(file, 'a secret that was copied from a backup', { mode: 0o644 });
    expect(loadSecret({ jwtSecret: null, dataDir: folder })).toBe('a secret that was copied from a backup');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each(['', 'only a part of a secret'])('refuses a secret that was not stored whole: %j', (text) => {
    const file = path.join(folder, 'jwt-secret');
    writeFileSync(file, text);
    expect(() => loadSecret({ jwtSecret: null, dataDir: folder })).toThrow(
      `The secret in ${file} is shorter than 32 characters: restore the file, or delete it, which signs all users out.`,
    );
  });
});

describe('opening a database', () => {
  test('keeps committed data and applies migrations only once', async () => {
    const first = await openDatabase({ ...DEMO, dataDir: folder });
    await first.transaction('cis', (db) => db.insert(meta).values({ key: 'kept', value: 'yes' }));
    await expect(openDatabase({ ...DEMO, dataDir: folder })).rejects.toThrow('in use by process');
    await first.close();
    const second = await openDatabase({ ...DEMO, dataDir: folder });
    const kept = await second.read('cis', (db) => db.select().from(meta).where(eq(meta.key, 'kept')));
    expect(kept).toEqual([{ key: 'kept', value: 'yes' }]);
    await second.close();
  });

  test('fails with one sentence when a folder cannot be opened', async () => {
    writeFileSync(path.join(folder, 'database'), 'this is no database');
    await expect(openDatabase({ ...DEMO, dataDir: folder })).rejects.toThrow(
      /^The database in .* cannot be used \(.*\): move the folder to a safe place, then restore a backup\.$/,
    );
    lockFolder(folder)();
  });

  test('advises to free space, not to delete the data, when the disk is full', () => {
    const full = Object.assign(new Error('the disk is almost full'), { code: 'ENOSPC' });
    expect(unusable({ databaseUrl: null, dataDir: '/data' }, full).message).toBe(
      'The database in /data/database cannot be used (the disk is almost full): free space on its disk.',
    );
  });

  test('is not opened on a full disk, and keeps its data', async () => {
    const first = await openDatabase({ ...DEMO, dataDir: folder });
    await first.transaction('eu', (db) => db.insert(meta).values({ key: 'kept', value: 'yes' }));
    await first.close();
    const opening = openPglite(path.join(folder, 'database'), undefined, async () => 1e6);
    await expect(opening).rejects.toMatchObject({ code: 'ENOSPC' });
    const second = await openDatabase({ ...DEMO, dataDir: folder });
    expect(await second.read('eu', (db) => db.$count(meta, eq(meta.key, 'kept')))).toBe(1);
    await second.close();
  });

  test('has buffers of 16 MB, so that the process stays small', async () => {
    const pglite = await openPglite(path.join(folder, 'database'));
    expect((await pglite.query('show shared_buffers')).rows).toEqual([{ shared_buffers: '16MB' }]);
    await pglite.close();
  });

  test('names an unreachable server without its password', async () => {
    const databaseUrl = 'postgres://karma:hunter2@127.0.0.1:1/karma';
    const error = await openDatabase({ ...DEMO, dataDir: folder, databaseUrl }).catch(
      (reason: Error) => reason,
    );
    expect(String(error)).toContain('127.0.0.1:1/karma');
    expect(String(error)).not.toContain('hunter2');
  });
});
