/** The regional API as a program: `api/main.ts`, with `--demo` for invented data on this machine alone. */

import { startApi } from '#api/app/start.ts';
import { fileProblem } from '#api/base/failures.ts';
import { hasOpenSignIn, OPEN_SIGN_IN } from '#api/config/demo.ts';
import { type ApiConfig, loadConfig } from '#api/config/load-config.ts';
import { DatabaseError } from '#api/db/database.ts';
import { describeError } from '#api/http/logger.ts';
import { listenProblem } from '#api/operation/listen.ts';
import { ConfigError } from '#lib/schemas/deployment.ts';
import type { Mode } from '#lib/schemas/variables.ts';

const log = (text: string): void => void process.stderr.write(`${text}\n`);

/** A message for an error that the operator can fix; null for an unexpected error. */
function sentenceOf(error: unknown, config: ApiConfig | null): string | null {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  if (config === null) return null;
  const listening = listenProblem(error as NodeJS.ErrnoException, { ...config, variable: 'API_PORT' });
  return listening ?? fileProblem(error, 'A file');
}

/** The mode that the arguments name. */
function readMode(args: readonly string[]): Mode {
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined)
    throw new ConfigError(
      `Unknown option ${unknown}: the only option is --demo, which serves invented data.`,
    );
  return args.includes('--demo') ? 'demo' : 'production';
}

let config: ApiConfig | null = null;
try {
  config = loadConfig(process.env, readMode(process.argv.slice(2)));
  for (const warning of config.warnings) log(`Warning: ${warning}`);
  const port = await startApi(config, log);
  process.stdout.write(`Regional API listening on http://localhost:${port}\n`);
  if (hasOpenSignIn(config)) process.stdout.write(`${OPEN_SIGN_IN}\n`);
} catch (error) {
  log(sentenceOf(error, config) ?? `The regional API could not start: ${describeError(error)}`);
  process.exit(1);
}
