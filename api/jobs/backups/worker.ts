/** The thread that writes and tests backups, so that requests do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { diskProblem } from '#api/base/failures.ts';
import { DatabaseError, sqlState } from '#api/db/database.ts';
import { connectDatabase } from '#api/db/open.ts';
import { openFiles } from '#api/files/open-files.ts';
import type { BackupOrder, TestResult } from '#api/jobs/backups/orders.ts';
import { createBackup } from '#api/storage/backup/create-backup.ts';
import { BackupError, DamageError } from '#api/storage/backup/manifest.ts';
import { checkBackup } from '#api/storage/backup/restore-backup.ts';

/** Why a backup could not be restored, without its content, which an error of a statement would have. */
function problemOf(error: unknown): string {
  if (error instanceof BackupError || error instanceof DatabaseError) return error.message;
  return diskProblem(error) ?? `unexpected error ${sqlState(error) ?? (error as Error).name}`;
}

async function test({ source, scratch }: Extract<BackupOrder, { kind: 'test' }>): Promise<TestResult> {
  try {
    await checkBackup(source, scratch);
    return { problem: null, damaged: false };
  } catch (error) {
    return { problem: problemOf(error), damaged: error instanceof DamageError };
  }
}

async function run(order: BackupOrder): Promise<unknown> {
  if (order.kind === 'test') return test(order);
  const database = await connectDatabase(order.place);
  const data = { database, files: openFiles(order.place) };
  return createBackup(data, order.target, order.options).finally(() => database.close());
}

parentPort?.postMessage(await run(workerData as BackupOrder));
