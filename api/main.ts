/**
 * Starts the regional API: opens the database, listens, and shuts down cleanly on a signal. With `--demo` it serves invented
 * data on this machine alone.
 */
import { createApp } from '#api/app.ts';
import { loadSecret } from '#api/auth/tokens.ts';
import { type ApiConfig, loadConfig } from '#api/config.ts';
import { type Data, openData } from '#api/data.ts';
import { DatabaseError } from '#api/db/database.ts';
import { describeError } from '#api/http/logger.ts';
import { listen, listenProblem, requireFreePort } from '#api/listen.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { serveMetrics } from '#api/operation/metrics-server.ts';
import type { Lifecycle } from '#api/operation/readiness.ts';
import { answerWhileStarting, openWhenAvailable } from '#api/operation/starting.ts';
import { stopLimits, stopOnSignal } from '#api/operation/stop.ts';
import { startStandIn } from '#api/publisher/stand-in/server.ts';
import { findSeededAt, seedEmptyRegions, seedNow } from '#api/seed/insert.ts';
import { ConfigError } from '#lib/schemas/deployment.ts';
import type { Mode } from '#lib/schemas/variables.ts';

const log = (text: string): void => void process.stderr.write(`${text}\n`);

/** A message for an error that the operator can fix; null for an unexpected error. */
function sentenceOf(error: unknown, config: ApiConfig | null): string | null {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  if (config === null) return null;
  return listenProblem(error as NodeJS.ErrnoException, { ...config, variable: 'API_PORT' });
}

/** Opens database and files. Production waits for a server that does not respond, and reports itself as starting. */
async function open(config: ApiConfig): Promise<Data> {
  if (config.mode === 'demo' || config.port === 0) {
    await requireFreePort(config);
    return openData(config, log);
  }
  const starting = await answerWhileStarting(config);
  try {
    return await openWhenAvailable(() => openData(config, log), log);
  } finally {
    await starting.close();
  }
}

async function start(config: ApiConfig): Promise<void> {
  const { database, files } = await open(config);
  try {
    // Invented data must not mix with the publisher's real accounts.
    if (config.mode === 'demo' && config.publisherEndpoints === null)
      await seedEmptyRegions({ database, files }, seedNow(process.env, Date.now()));
    const standIn =
      config.mode === 'demo' ? await startStandIn((region) => findSeededAt(database, region)) : null;
    const lifecycle: Lifecycle = { draining: false };
    const metrics = createMetrics(Date.now);
    const app = await createApp({
      config,
      database,
      files,
      secret: loadSecret(config),
      lifecycle,
      metrics,
      ...(standIn && { publisher: standIn.publisher }),
    });
    const metricsServer =
      config.metricsPort === null ? null : await serveMetrics(metrics, config.metricsPort);
    stopOnSignal({
      lifecycle,
      limits: stopLimits(config.mode, config.stopDelay),
      close: () => app.close(),
      cut: () => app.server.closeAllConnections(),
      async closeData() {
        standIn?.close();
        await metricsServer?.close();
        await database.close();
      },
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
