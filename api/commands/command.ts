/** What the operator's commands share: data, messages and the log. */
import os from 'node:os';
import path from 'node:path';
import { UsageError } from '#api/commands/arguments.ts';
import { API_VARIABLES } from '#api/config/variables.ts';
import { type Data, openData } from '#api/data.ts';
import { DatabaseError } from '#api/db/database.ts';
import { ConfigError } from '#lib/schemas/deployment.ts';
import { readVariables } from '#lib/schemas/variables.ts';

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

/** Writes a line in the format of the API's log to standard error. */
export function logLine(details: Readonly<Record<string, unknown>>, sentence: string): void {
  const line = { level: 30, time: Date.now(), pid: process.pid, ...details, msg: sentence };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

const { DATABASE_URL, DATA_DIR, FILES_DIR } = API_VARIABLES;

/** The settings of the data, the only ones that commands need, and the database in words. */
function dataSettings() {
  const { values, problems } = readVariables({ DATABASE_URL, DATA_DIR, FILES_DIR }, process.env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir, FILES_DIR: filesDir } = values;
  // Without the password.
  const server = databaseUrl === null ? null : new URL(databaseUrl);
  return {
    config: { databaseUrl, dataDir, filesDir: filesDir ?? path.join(dataDir, 'files') },
    place: server ? `the PostgreSQL database ${server.host}${server.pathname}` : `the database in ${dataDir}`,
  };
}

/** Opens the configured data for `run`, and closes it. `place` names the database for the operator. */
export async function withData<T>(run: (data: Data, place: string) => Promise<T>): Promise<T> {
  const { config, place } = dataSettings();
  const data = await openData(config, print);
  try {
    return await run(data, place);
  } finally {
    await data.database.close();
  }
}

/** Runs a command and sets the exit code: 1 for anything that the message explains, or an unexpected error. */
export async function runCommand(
  usage: string,
  run: (args: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    const { message, stack = message } = error as Error;
    const expected = [ConfigError, DatabaseError, CommandError].some((type) => error instanceof type);
    const text = error instanceof UsageError ? `${message}\n\n${usage}` : expected ? message : stack;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
