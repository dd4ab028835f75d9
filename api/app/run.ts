/** Runs the API as a program: what it prints, and how it ends when it cannot start. */
import { fileProblem } from '#api/base/failures.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { DatabaseError } from '#api/db/database.ts';
import { describeError } from '#api/http/logger.ts';
import { listenProblem } from '#api/operation/listen.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

const log = (text: string): void => void process.stderr.write(`${text}\n`);

/** Prints how a program is used, and ends it. */
export function endWithUsage(usage: string): never {
  process.stdout.write(`${usage}\n`);
  process.exit();
}

/** A message for an error that the operator can fix; null for an unexpected error. */
function sentenceOf(error: unknown, config: ApiConfig | null): string | null {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  if (config === null) return null;
  const listening = listenProblem(error as NodeJS.ErrnoException, { ...config, variable: 'API_PORT' });
  return listening ?? fileProblem(error, 'A file');
}

/**
 * Loads the configuration, prints its warnings, and starts with it; `start` resolves to the lines that say it runs. When either
 * fails, the process ends with code 1 and a sentence.
 */
export async function runApi(
  load: () => ApiConfig,
  start: (config: ApiConfig, log: (text: string) => void) => Promise<readonly string[]>,
): Promise<void> {
  let config: ApiConfig | null = null;
  try {
    config = load();
    for (const warning of config.warnings) log(`Warning: ${warning}`);
    for (const line of await start(config, log)) process.stdout.write(`${line}\n`);
  } catch (error) {
    log(sentenceOf(error, config) ?? `The regional API could not start: ${describeError(error)}`);
    process.exit(1);
  }
}
