/** Creates what the resources of the API share. */
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/calls/core/route.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { createDatabase, type DataSource } from '#api/db/database.ts';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import { createDiscord } from '#api/discord/discord.ts';
import { type Bus, createInProcessBus } from '#api/events/bus.ts';
import { createPace } from '#api/events/pace.ts';
import type { FileStore } from '#api/files/store.ts';
import { logFailures } from '#api/http/logger.ts';
import type { AccountLimit } from '#api/http/rate-limit.ts';
import type { Lifecycle, ServerOptions } from '#api/http/server.ts';
import type { JobLimits } from '#api/jobs/replays/attempt.ts';
import { createReplayJobs } from '#api/jobs/replays/runner.ts';
import { createAuthenticator, createTokens } from '#api/model/auth/authenticate.ts';
import { createReplayDecoder } from '#api/model/replays/create-decoder.ts';
import { createMetrics, type Metrics } from '#api/operation/metrics.ts';
import type { Membership } from '#api/operation/processes.ts';
import { PublisherError } from '#api/publisher/call.ts';
import { type ClientOptions, createPublisherClient } from '#api/publisher/client.ts';
import { Directory, type DirectoryOptions } from '#api/publisher/directory.ts';
import { createRedisBus } from '#api/redis/bus.ts';
import type { RedisLink } from '#api/redis/link.ts';

/** Overrides by the process that starts the API, or by a test. */
export interface PublisherOptions
  extends Partial<Pick<DirectoryOptions, 'client' | 'background' | 'limits'>>,
    Partial<Pick<ClientOptions, 'source' | 'fetch'>> {
  requestLimits?: ClientOptions['limits'];
}

/** Parts of the API that the directory uses. */
interface Needs extends Pick<DirectoryOptions, 'database' | 'now' | 'onError'>, Pick<ClientOptions, 'log'> {
  config: Pick<ApiConfig, 'publisherData'>;
  metrics: Pick<Metrics, 'publisher'>;
}

/** Creates the directory of players and clans. */
function createPublisher(
  { config, metrics, log, ...needs }: Needs,
  { source: given, fetch: request = fetch, requestLimits = {}, ...options }: PublisherOptions = {},
): Directory {
  const source = given ?? config.publisherData;
  const requests = { fetch: request, log, onAttempt: metrics.publisher, limits: requestLimits };
  const client = options.client ?? (source && createPublisherClient({ source, ...requests }));
  if (client === null) throw new Error('The demo has a client of its own.');
  return new Directory({ background: true, ...needs, ...options, client });
}

/** Given by the process that starts the API, or by a test. */
export interface AppOptions extends ServerOptions {
  config: ApiConfig;
  database: DataSource;
  files: FileStore;
  /** Signs tokens; at least 32 characters. */
  secret: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Carries events to the hubs; by default within this process, or through Redis. */
  bus?: Bus;
  /** False sends every edit of a post at once. */
  pacesEdits?: boolean;
  /** Counters of this process; by default new ones. */
  metrics?: Metrics;
  /** Switched by the process; by default as configured. */
  readOnly?: ReadOnlyMode;
  /** Changed by the process when it begins to stop. */
  lifecycle?: Lifecycle;
  /** The other processes on the database; null for the embedded one. */
  processes?: Membership | null;
  /** Overrides of the limits for background jobs. */
  jobLimits?: Partial<JobLimits>;
  /** Overrides of how the publisher's data is read. */
  publisher?: PublisherOptions;
  /** Answers requests that are not the API's, on the same port. */
  site?: RequestListener;
}

/** Between two live edits of a post (rule 14.10), in milliseconds. */
const EDIT_EVERY_MS = 2_000;

function createBus(app: FastifyInstance, redis: RedisLink | null): Bus {
  const local = createInProcessBus((error) => app.log.error({ err: error }, 'event listener failed'));
  if (redis === null) return local;
  return createRedisBus(redis, local, (channel) => app.log.warn({ channel }, 'unreadable event in Redis'));
}

/** Creates the dependencies, which log to the app. Nothing runs in the background before they are started. */
export function createDeps(
  options: AppOptions & { readOnly: ReadOnlyMode },
  app: FastifyInstance,
  limitAccount: AccountLimit,
  redis: RedisLink | null,
): Deps {
  const { config, files } = options;
  const now = options.now ?? Date.now;
  const tokens = createTokens(options.secret, config.jwtSecretPrevious);
  const bus = options.bus ?? createBus(app, redis);
  const onEffectError = logFailures(app.log, 'an effect after a commit failed');
  const database = createDatabase(options.database, {
    bus,
    pace: options.pacesEdits === false ? null : createPace(EDIT_EVERY_MS, onEffectError),
    readOnly: options.readOnly,
    ...(options.now && { now: options.now }),
    onEffectError,
  });
  const metrics = options.metrics ?? createMetrics(now);
  // Logs only the class, so that an operator can decide whether to allow it (`REPLAY_EXTRA_CLASSES`).
  const replayDecoder = createReplayDecoder({
    extraClasses: config.replayExtraClasses,
    minimapsFolder: config.minimapsFolder,
    onUndrawn: () => app.log.warn('the picture of a battle could not be drawn'),
    onUnknownClass: (replayClass) => app.log.warn({ replayClass }, 'replay refused for an unknown class'),
    onUpload: metrics.upload,
  });
  const logLookUp = logFailures(app.log, 'a look-up could not be stored');
  const publisher = createPublisher(
    {
      config,
      database,
      metrics,
      now,
      log: (level, details, message) => app.log[level](details, message),
      onError: (error) => {
        // The client logs these once.
        if (!(error instanceof PublisherError)) logLookUp(error);
      },
    },
    options.publisher,
  );
  return {
    config,
    metrics,
    publisher,
    database,
    files,
    tokens,
    now,
    bus,
    redis,
    limitAccount,
    replayDecoder,
    replayJobs: createReplayJobs({
      config,
      database,
      files,
      decoder: replayDecoder,
      onError: logFailures(app.log, 'replays could not be processed'),
      ...(options.jobLimits && { limits: options.jobLimits }),
    }),
    discord: createDiscord({
      webhooks: config.discordWebhooks,
      siteOrigins: config.siteOrigins,
      database,
      now,
      onProblem: (reason) => app.log.warn({ reason }, 'a message was not sent to Discord'),
      onError: logFailures(app.log, 'messages could not be sent to Discord'),
    }),
    authenticator: createAuthenticator({ config, database, tokens, now }),
  };
}
