/**
 * Writes a backup every day, removes old ones, and tests the newest once a week (rules 22.14 to 22.17). Of several processes, one
 * does it.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { millisecondsInDay, millisecondsInSecond } from 'date-fns/constants';
import { sql } from 'drizzle-orm';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { DataSource } from '#api/db/database.ts';
import { type BackupContext, testBackup, writeBackup } from '#api/jobs/backups/orders.ts';
import { backupToTest, expiredOf, isBackupDue, lastTested, newestOf } from '#api/jobs/backups/schedule.ts';
import { createListing, type KeptBackup } from '#api/storage/backup/kept-backups.ts';

/** Key of an advisory lock, any number. */
const BACKUP_LOCK = 4_212_019;
/** From then on, `/ready` warns. */
const OLD_MS = 2 * millisecondsInDay;

/** The backups of a running API. */
export type Backups = ReturnType<typeof createBackups>;

/** Runs `work` unless another process runs it. The lock ends with its connection, also when the process is killed. */
async function alone(database: DataSource, work: () => Promise<void>): Promise<void> {
  // The embedded database has one process.
  if (database.kind === 'embedded') return work();
  // In any region, because the lock is the database's; as a reader, because read-only mode does not end backups.
  await database.snapshot(database.regions[0] ?? 'eu', async (db) => {
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const { rows } = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as taken`,
    );
    if (rows[0]?.taken) await work();
  });
}

function warningsOf(newest: KeptBackup | null, backups: readonly KeptBackup[], now: number): string[] {
  const sentences: string[] = [];
  if (newest === null) sentences.push('There is no backup of all regions in BACKUP_DIR yet.');
  else if (now - newest.createdAt > OLD_MS)
    sentences.push(
      `The last backup is from ${new Date(newest.createdAt).toISOString()}: the log says why there is no newer one.`,
    );
  const tested = lastTested(backups);
  if (tested !== null && tested.check.problem !== null)
    sentences.push(`The backup ${tested.name} could not be restored: ${tested.check.problem}`);
  return sentences;
}

/** Creates them; nothing happens before `look` or `tend`. */
export function createBackups(
  { dir, keepDays }: NonNullable<ApiConfig['backups']>,
  dependencies: Omit<BackupContext, 'dir' | 'work'>,
) {
  const work = path.join(dir, 'unfinished');
  const context = { ...dependencies, dir, work };
  const { database, now, log } = dependencies;
  const list = createListing(dir);
  let backups: KeptBackup[] = [];

  const look = async (): Promise<void> => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    backups = await list();
  };
  /** One that cannot be removed does not keep others from being written. */
  const removeExpired = (name: string): Promise<void> =>
    rm(path.join(dir, name), { recursive: true }).catch((err: unknown) =>
      log('error', { backup: name, err }, 'an old backup could not be removed'),
    );
  const doWhatIsDue = async (signal: AbortSignal): Promise<void> => {
    await look();
    for (const { name } of expiredOf(backups, keepDays, now())) await removeExpired(name);
    // Left by a killed process.
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { mode: 0o700 });
    try {
      if (isBackupDue(backups, database.regions, now())) await writeBackup(context, backups, signal);
      await look();
      const due = backupToTest(backups, now());
      if (due !== null) await testBackup(context, due, signal);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
  const newest = (): KeptBackup | null => newestOf(backups, database.regions);

  return {
    /** Reads which backups there are. */
    look,
    /** Does what is due. Rejects when a backup could not be written. */
    async tend(signal: AbortSignal): Promise<void> {
      try {
        await alone(database, () => doWhatIsDue(signal));
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        await look();
      }
    },
    /** Seconds since the newest backup of all regions; null without one. */
    ageSeconds(): number | null {
      const backup = newest();
      return backup === null ? null : (now() - backup.createdAt) / millisecondsInSecond;
    },
    /** Whether the backup that was tested last could be restored; null when none was tested. */
    isRestorable(): boolean | null {
      const tested = lastTested(backups);
      return tested === null ? null : tested.check.problem === null;
    },
    /** Sentences for `/ready`. */
    warnings: () => warningsOf(newest(), backups, now()),
  };
}
