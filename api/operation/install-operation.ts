/** Adds what an operator watches: `/health`, `/ready`, the access log and the metrics. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/deps.ts';
import type { SignalRServer } from '#api/hubs/signalr/server.ts';
import { installAccessLog } from '#api/operation/access-log.ts';
import { createReadiness, type Lifecycle } from '#api/operation/readiness.ts';
import { operationRoutes } from '#api/operation/routes.ts';
import { countJobs } from '#api/replays/jobs/queue.ts';

/** Must be called before the app is ready, once the hubs exist. */
export function installOperation(
  app: FastifyInstance,
  { config, database, discord, metrics }: Pick<Deps, 'config' | 'database' | 'discord' | 'metrics'>,
  hubs: SignalRServer,
  lifecycle: Lifecycle = { draining: false },
): void {
  metrics.observe({
    hubConnections: (region) => new Map([...hubs.hubs].map((hub) => [hub.path, hub.count(region)])),
    replayJobs: () => countJobs(database),
    discordMessages: () => discord.count(),
    pool: database.pool,
  });
  installAccessLog(app, config, metrics);
  operationRoutes(app, createReadiness(database, metrics, lifecycle));
}
