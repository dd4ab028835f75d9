/** What the parts of the API are given: the outside world, and what is made once. */
import type { Authenticator } from '#api/auth/authenticate.ts';
import type { Tokens } from '#api/auth/tokens.ts';
import type { ApiConfig } from '#api/config.ts';
import type { Database, DataSource } from '#api/db/database.ts';
import type { FileStore } from '#api/files/store.ts';
import type { AccountLimit } from '#api/http/rate-limit.ts';
import type { Bus } from '#api/hubs/bus.ts';
import type { ReplayDecoder } from '#api/replays/decoder.ts';
import type { JobLimits, ReplayJobs } from '#api/replays/jobs/runner.ts';

/** Given by whoever starts the API; tests give their own. */
export interface AppOptions {
  config: ApiConfig;
  database: DataSource;
  files: FileStore;
  /** Signs tokens; at least 32 characters. */
  secret: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Carries events to the hubs; by default within this process. */
  bus?: Bus;
  /** A request has to arrive whole within this time, in milliseconds. */
  requestTimeoutMs?: number;
  /** Limits of the processing of replays that differ from the usual ones. */
  jobLimits?: Partial<JobLimits>;
}

/** Handed to every resource. */
export interface Deps {
  config: ApiConfig;
  database: Database;
  files: FileStore;
  tokens: Tokens;
  authenticator: Authenticator;
  bus: Bus;
  replayDecoder: ReplayDecoder;
  replayJobs: ReplayJobs;
  /** Counts writes of an account; to be called once the user is known. */
  limitAccount: AccountLimit;
  now: () => number;
}
