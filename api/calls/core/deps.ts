/** The dependencies of the API's parts. */

import type { ApiConfig } from '#api/config/load-config.ts';
import type { Database, DataSource } from '#api/db/database.ts';
import type { Discord } from '#api/discord/discord.ts';
import type { Bus } from '#api/events/bus.ts';
import type { FileStore } from '#api/files/store.ts';
import type { AccountLimit } from '#api/http/rate-limit.ts';
import type { JobLimits, ReplayJobs } from '#api/jobs/replays/types.ts';
import type { Authenticator } from '#api/model/auth/authenticate.ts';
import type { Tokens } from '#api/model/auth/tokens.ts';
import type { ReplayDecoder } from '#api/model/replays/decoder.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import type { Membership } from '#api/operation/processes.ts';
import type { Lifecycle } from '#api/operation/readiness.ts';
import type { PublisherOptions } from '#api/publisher/create-publisher.ts';
import type { Directory } from '#api/publisher/directory.ts';
import type { RedisLink } from '#api/redis/link.ts';

/** Given by the process that starts the API, or by a test. */
export interface AppOptions {
  config: ApiConfig;
  database: DataSource;
  files: FileStore;
  /** Signs tokens; at least 32 characters. */
  secret: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Carries events to the hubs; by default within this process, or through Redis. */
  bus?: Bus;
  /** Time to receive a whole request, in milliseconds. */
  requestTimeoutMs?: number;
  /** Counters of this process; by default new ones. */
  metrics?: Metrics;
  /** Changed by the process when it begins to stop. */
  lifecycle?: Lifecycle;
  /** The other processes on the database; null for the embedded one. */
  processes?: Membership | null;
  /** Overrides of the limits for background jobs. */
  jobLimits?: Partial<JobLimits>;
  /** Overrides of how the publisher's data is read. */
  publisher?: PublisherOptions;
}

/** Passed to every resource. */
export interface Deps {
  config: ApiConfig;
  database: Database;
  files: FileStore;
  tokens: Tokens;
  authenticator: Authenticator;
  bus: Bus;
  /** Null without `REDIS_URL`: then this is the only process. */
  redis: RedisLink | null;
  replayDecoder: ReplayDecoder;
  replayJobs: ReplayJobs;
  metrics: Metrics;
  /** All players and clans of the game. */
  publisher: Directory;
  discord: Discord;
  /** Counts writes of an account; called once the user is known. */
  limitAccount: AccountLimit;
  now: () => number;
}
