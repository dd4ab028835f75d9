/** Adds what an operator watches: `/health`, `/ready`, the access log and the metrics. */
import type { FastifyInstance } from 'fastify';
import type { SignalRServer } from 'signalr-server';
import type { Deps } from '#api/calls/core/route.ts';
import type { Lifecycle } from '#api/http/server.ts';
import type { Backups } from '#api/jobs/backups/backups.ts';
import { countJobs } from '#api/model/replays/job-queue.ts';
import { installAccessLog } from '#api/operation/access-log.ts';
import type { Membership } from '#api/operation/processes.ts';
import { createReadiness, probeRoutes } from '#api/operation/readiness.ts';

const lostSentence = (since: Date): string =>
  `Redis has been unavailable since ${since.toISOString()}: live events reach only the clients of one process, and limits are counted per process.`;

const NO_BACKUPS = 'BACKUP_DIR is not set, so no backups are written.';

/** Options of `createApp` that are not dependencies. */
interface Surroundings {
  hubs: SignalRServer;
  lifecycle: Lifecycle;
  processes: Membership | null;
  backups: Backups | null;
}

/** Must be called before the app is ready, once the hubs exist. */
export function installOperation(
  app: FastifyInstance,
  { config, database, discord, files, metrics, redis }: Deps,
  { hubs, lifecycle, processes, backups }: Surroundings,
): void {
  // One of several processes writes them for all.
  const lacksBackups = config.mode === 'production' && config.redisUrl === null;
  const warnings = (): string[] => {
    const lostSince = redis?.lostSince ?? null;
    return [
      ...(lostSince === null ? [] : [lostSentence(lostSince)]),
      ...[processes?.conflict() ?? []].flat(),
      ...(backups?.warnings() ?? (lacksBackups ? [NO_BACKUPS] : [])),
    ];
  };
  metrics.observe({
    regions: config.regions,
    hubConnections: (region) => new Map([...hubs.hubs].map((hub) => [hub.path, hub.count(region)])),
    replayJobs: () => countJobs(database),
    discordMessages: () => discord.count(),
    redisUp: redis === null ? null : () => redis.lostSince === null,
    readOnly: () => database.readOnly.isOn,
    backups,
    pool: database.pool,
  });
  installAccessLog(app, config, metrics);
  probeRoutes(app, createReadiness(database, metrics, { files, lifecycle, warnings }));
}
