/**
 * Starts the regional API: opens the database, listens, and shuts down cleanly on a signal. With `--demo` it serves invented
 * data on this machine alone.
 */
import { createApp } from '#api/app.ts';
import { loadSecret } from '#api/auth/tokens.ts';
import { type ApiConfig, loadConfig } from '#api/config.ts';
import { openData } from '#api/data.ts';
import { DatabaseError } from '#api/db/database.ts';
import { describeError } from '#api/http/logger.ts';
import { listen, listenProblem, requireFreePort } from '#api/listen.ts';
import { startStandIn } from '#api/publisher/stand-in/server.ts';
import { findSeededAt, seedEmptyRegions, seedNow } from '#api/seed/insert.ts';
import { ConfigError } from '#lib/schemas/deployment.ts';
import type { Mode } from '#lib/schemas/variables.ts';

/** After a signal, requests that take longer are cut off. */
const FINISH_LIMIT_MS = 1_500;
/** After a signal, the process exits by then in any case. */
const SHUTDOWN_LIMIT_MS = 2_500;

const log = (text: string): void => void process.stderr.write(`${text}\n`);

/** A message for an error that the operator can fix; null for an unexpected error. */
function sentenceOf(error: unknown, config: ApiConfig | null): string | null {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  if (config === null) return null;
  return listenProblem(error as NodeJS.ErrnoException, { ...config, variable: 'API_PORT' });
}

function endOnSignal(close: () => Promise<void>): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

async function start(config: ApiConfig): Promise<void> {
  await requireFreePort(config);
  const { database, files } = await openData(config, log);
  try {
    // Invented data must not mix with the publisher's real accounts.
    if (config.mode === 'demo' && config.publisherEndpoints === null)
      await seedEmptyRegions({ database, files }, seedNow(process.env, Date.now()));
    const standIn =
      config.mode === 'demo' ? await startStandIn((region) => findSeededAt(database, region)) : null;
    const app = await createApp({
      config,
      database,
      files,
      secret: loadSecret(config),
      ...(standIn && { publisher: standIn.publisher }),
    });
    endOnSignal(async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_LIMIT_MS);
      await app.close();
      standIn?.close();
      clearTimeout(cut);
      await database.close();
    });
    const port = await listen(app, config);
    process.stdout.write(`Regional API listening on http://localhost:${port}\n`);
  } catch (error) {
    await database.close();
    throw error;
  }
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
  await start(config);
} catch (error) {
  log(sentenceOf(error, config) ?? `The regional API could not start: ${describeError(error)}`);
  process.exit(1);
}
