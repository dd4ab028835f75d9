/** Has the thread write and test backups. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runInThread } from '#api/base/thread.ts';
import type { DatabasePlace, StorageConfig } from '#api/config/storage.ts';
import type { DataSource } from '#api/db/database.ts';
import { EMBEDDED_FOLDER } from '#api/db/open.ts';
import type { FilesPlace } from '#api/files/open-files.ts';
import { lastTested } from '#api/jobs/backups/schedule.ts';
import type { BackupOptions, BackupSummary } from '#api/storage/backup/create-backup.ts';
import { type Check, type KeptBackup, storeCheck } from '#api/storage/backup/kept-backups.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
/** Missing files that one line of the log names. */
const NAMES_MAX = 100;

/** An order for the thread. */
export type BackupOrder =
  | { kind: 'write'; place: DatabasePlace & FilesPlace; target: string; options: BackupOptions }
  | { kind: 'test'; source: string; scratch: string };

/** The result of a test, without its time. */
export type TestResult = Omit<Check, 'at'>;

/** Receives what an operator should know. */
export type BackupLog = (level: 'info' | 'warn' | 'error', details: object, sentence: string) => void;

/** Dependencies, and where backups are. */
export interface BackupContext {
  /** Folder of the backups. */
  dir: string;
  /** Folder inside it for everything that is not complete. */
  work: string;
  config: StorageConfig;
  database: DataSource;
  /** Milliseconds since 1970. */
  now: () => number;
  log: BackupLog;
}

/** The data as the thread opens it: a server's, or a copy of the embedded database, which this process has open. */
async function placeToRead({ work, config, database }: BackupContext): Promise<DatabasePlace & FilesPlace> {
  const { regions, filesDir, bucket, databaseUrl } = config;
  const dataDir = path.join(work, 'copy');
  await database.copyTo?.(path.join(dataDir, EMBEDDED_FOLDER));
  return { regions, filesDir, bucket, databaseUrl, dataDir };
}

/** `2026-11-22T04-17-05Z`, which every system accepts as a name. */
const nameOf = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/**
 * The backup whose files a new one may share: the newest; none after a test found damage,
 * because the damaged file may be shared.
 */
function previousOf(backups: readonly KeptBackup[]): KeptBackup | undefined {
  const check = lastTested(backups)?.check;
  return check?.damaged && check.problem !== null ? undefined : backups[0];
}

/** Writes a backup. Rejects with the thread's error, or when the signal aborts it. */
export async function writeBackup(
  context: BackupContext,
  backups: readonly KeptBackup[],
  signal: AbortSignal,
): Promise<void> {
  const { dir, work, log } = context;
  const createdAt = context.now();
  const name = nameOf(createdAt);
  const previous = previousOf(backups);
  const order: BackupOrder = {
    kind: 'write',
    place: await placeToRead(context),
    target: path.join(dir, name),
    options: {
      createdAt,
      unfinished: path.join(work, 'backup'),
      previous: previous === undefined ? null : path.join(dir, previous.name),
    },
  };
  const { missing, ...written } = await runInThread<BackupSummary>(WORKER, order, signal);
  log('info', { backup: name, ...written }, 'backup written');
  if (missing.length === 0) return;
  const details = { backup: name, count: missing.length, names: missing.slice(0, NAMES_MAX) };
  log('warn', details, 'files are missing or damaged, so the backup lacks them');
}

/** Restores a backup into an embedded database that is then removed, and stores the result in the backup. */
export async function testBackup(
  { dir, work, now, log }: BackupContext,
  { name }: KeptBackup,
  signal: AbortSignal,
): Promise<void> {
  const source = path.join(dir, name);
  const scratch = path.join(work, 'restored');
  const order: BackupOrder = { kind: 'test', source, scratch };
  const result = await runInThread<TestResult>(WORKER, order, signal).catch(
    (error: Error): TestResult => ({ problem: error.message, damaged: false }),
  );
  signal.throwIfAborted();
  // It may have filled the disk, on which the result is stored.
  await rm(scratch, { recursive: true, force: true });
  await storeCheck(source, { at: now(), ...result });
  const { problem } = result;
  if (problem !== null) log('error', { backup: name, problem }, 'the backup could not be restored');
}
