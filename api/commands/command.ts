/** Parts of the operator's commands: data, messages and the log. */
import os from 'node:os';
import path from 'node:path';
import { fileProblem, networkProblem } from '#api/base/failures.ts';
import { UsageError } from '#api/commands/arguments.ts';
import { loadStorage } from '#api/config/storage.ts';
import { DatabaseError, isBusy, isUnavailable, sqlState } from '#api/db/database.ts';
import { placeOf } from '#api/db/open.ts';
import { BucketError } from '#api/files/bucket.ts';
import { BackupError } from '#api/storage/backup/manifest.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import type { RegionId } from '#lib/regions.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

/** The command is not possible; the message says why, in one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Who runs this command, for records. */
export function operatorOf(command: string): string {
  return `npm run ${command}, as ${os.userInfo().username}`;
}

/** Prints text for the operator. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a line of progress to standard error. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes a line in the format of the API's log to standard error. */
export function logLine(details: Readonly<Record<string, unknown>>, sentence: string): void {
  const line = { level: 'info', time: new Date().toISOString(), ...details, msg: sentence };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** Throws a CommandError unless the region is one of the deployment. */
export function requireRegion(region: RegionId, regions: readonly RegionId[]): void {
  if (!regions.includes(region))
    throw new CommandError(
      `${region} is not one of the REGIONS (${regions.join(', ')}): add it there first.`,
    );
}

/**
 * Opens the configured data for `run`, and closes it. `region`: the region of the command, if it has one. `place`
 * names the database for the operator.
 */
export async function withData<T>(
  region: RegionId | null,
  run: (data: Data, place: string) => Promise<T>,
): Promise<T> {
  const storage = loadStorage(process.env);
  if (region !== null) requireRegion(region, storage.regions);
  const data = await openData(storage, print);
  await using _ = data.database;
  return await run(data, `the ${placeOf(storage)}`);
}

/** The folder that the command line names. npm runs in the project's folder, whatever folder it was called in. */
export const folderOf = (given: string): string => path.resolve(process.env.INIT_CWD ?? '', given);

/** Throws a CommandError when the disk of the folder is the reason why `run` fails. */
export async function inFolder(folder: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    // A DatabaseError has its own sentence, which names the disk.
    const problem = error instanceof DatabaseError ? null : fileProblem(error, folder);
    throw problem === null ? error : new CommandError(problem);
  }
}

/** What to do about a failure of the bucket or database that is no error of the command; null for any other. */
function outageOf(error: unknown): string | null {
  if (error instanceof BucketError) return `Files are not available: ${error.message}.`;
  const state = sqlState(error) ?? '';
  if (isUnavailable(error) || isBusy(error))
    return `The database is unavailable: ${networkProblem(error) ?? 'a connection was lost or refused'}. Run the command again.`;
  // Cancelled, or chosen to end two transactions' wait for each other.
  return ['57014', '40P01'].includes(state)
    ? 'A statement took too long, or waited for a lock: look for locks in pg_stat_activity, then run the command again.'
    : null;
}

/**
 * Runs a command, or prints its usage for `--help`. The exit code is 1 for anything that the message explains, or an unexpected
 * error.
 */
export async function runCommand(
  usage: string,
  run: (args: readonly string[]) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return print(usage);
  try {
    await run(args);
  } catch (error) {
    const { message, stack = message } = error as Error;
    const expected = [ConfigError, DatabaseError, BackupError, CommandError].some(
      (type) => error instanceof type,
    );
    const other = expected ? message : (outageOf(error) ?? stack);
    const text = error instanceof UsageError ? `${message}\n\n${usage}` : other;
    process.stderr.write(`${text}\n`);
    // A connection without the password that the server asks for would stay open for a minute.
    process.exit(1);
  }
}
