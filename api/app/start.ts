/** Starts the API with everything around it: data, the demo's publisher, metrics, and the end on a signal. */
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#api/app/app.ts';
import { fingerprintOf, loadSecret } from '#api/app/load-secret.ts';
import { requireWritable } from '#api/base/private-folder.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { hasOpenSignIn } from '#api/config/load-config.ts';
import { ReadOnlyMode } from '#api/db/read-only.ts';
import { createDemoPublisher } from '#api/demo/publisher/client.ts';
import { findSeededAt, seedEmptyRegions } from '#api/demo/seed/insert.ts';
import type { Lifecycle } from '#api/http/server.ts';
import { listen, type PassedSocket, takePassedSocket } from '#api/operation/listen.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { serveMetrics } from '#api/operation/metrics-server.ts';
import { joinProcesses } from '#api/operation/processes.ts';
import { stopOnSignal, switchOnSignal } from '#api/operation/signals.ts';
import { answerStarting, answerWhileStarting, openWhenAvailable } from '#api/operation/starting.ts';
import { type Data, openData } from '#api/storage/open-data.ts';

/** Receives lines for the operator. */
type Log = (text: string) => void;

/**
 * Opens database and files. Production waits for a server that does not respond, and reports itself as starting, unless there
 * are other processes: a proxy takes one of them when this one does not listen, and would pass a 503 on. Nor is the
 * port tried first: a proxy would connect to it, and its requests would be lost.
 */
async function open(
  config: ApiConfig,
  log: Log,
  passed: PassedSocket | null,
  site?: RequestListener,
): Promise<Data> {
  const waits = config.mode !== 'demo' && config.port !== 0;
  const opening = (): Promise<Data> => openWhenAvailable(() => openData(config, log), log);
  if (passed !== null) return passed.holdDuring(opening(), answerStarting(site));
  if (waits && config.redisUrl !== null) return opening();
  // Fails at once when the port is taken, because opening and seeding the data takes much longer.
  const starting = await answerWhileStarting(config, site);
  if (waits) return opening().finally(starting.close);
  starting.close();
  return openData(config, log);
}

/**
 * Starts the API, with `site` on the same port if it is given, and resolves to the port. Rejects with a ConfigError, a
 * DatabaseError or the system's error, and then leaves nothing open.
 */
export async function startApi(config: ApiConfig, log: Log, site?: RequestListener): Promise<number> {
  const readOnly = new ReadOnlyMode(config.readOnly);
  // First, because without a handler the signal would end the process.
  switchOnSignal(readOnly, log);
  if (config.backups !== null) requireWritable(config.backups.dir, 'BACKUP_DIR');
  const passed = takePassedSocket(process.env, process.pid);
  const { database, files } = await open(config, log, passed, site);
  const opened: (() => unknown)[] = [() => database.close()];
  const closeData = async (): Promise<void> => {
    for (const close of opened.toReversed()) await close();
  };
  let app: FastifyInstance | null = null;
  let listening: Awaited<ReturnType<typeof listen>> | null = null;
  try {
    const secret = loadSecret(config);
    const keys = [secret, config.jwtSecretPrevious ?? []].flat().map(fingerprintOf);
    const processes = await joinProcesses(database, { hasRedis: config.redisUrl !== null, keys, log });
    if (processes !== null) opened.push(() => processes.leave());
    // Invented data must not mix with the publisher's real accounts.
    if (hasOpenSignIn(config)) await seedEmptyRegions({ database, files }, Date.now());
    const metrics = createMetrics(Date.now);
    const lifecycle: Lifecycle = { draining: false, hangingUp: false };
    const client =
      config.mode === 'demo' ? createDemoPublisher((region) => findSeededAt(database, region)) : null;
    const created = await createApp({
      config,
      database,
      files,
      secret,
      readOnly,
      lifecycle,
      metrics,
      processes,
      ...(client !== null && { publisher: { client } }),
      ...(site !== undefined && { site }),
    });
    app = created;
    if (config.metricsPort !== null) {
      const server = await serveMetrics(metrics, config.metricsPort);
      opened.push(() => server.close());
    }
    const isPassed = passed !== null;
    const stopListening = async () => listening?.stop();
    stopOnSignal({ app: created, config, lifecycle, isPassed, stopListening, closeData }, log);
    listening = await listen(app, config, passed);
    return listening.port;
  } catch (error) {
    await app?.close();
    await closeData();
    throw error;
  }
}
