/**
 * Counts and measures what the API does, for Prometheus. Labels have few possible values: calls are named by their route
 * pattern, never by the path, so that no client can create new ones.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '#api/base/waiting.ts';
import type { PoolState } from '#api/db/database.ts';
import { createUploadCounts } from '#api/operation/upload-counts.ts';
import type { RegionId } from '#lib/regions.ts';

/** Values that are read when Prometheus requests the metrics. */
interface MetricSources {
  /** The regions of the deployment. */
  regions: readonly RegionId[];
  /** Open connections of each hub, by its path, in a region. */
  hubConnections(region: RegionId): ReadonlyMap<string, number>;
  /** Replay jobs of all regions, by state. Rejects when the database is unavailable. */
  replayJobs(): Promise<Readonly<Record<'waiting' | 'running' | 'failed', number>>>;
  /** Messages that are due to be sent, changed or deleted on Discord, by state. Rejects likewise. */
  discordMessages(): Promise<Readonly<Record<'waiting' | 'retried', number>>>;
  /** Whether Redis is available; null without it. */
  redisUp: (() => boolean) | null;
  /** Whether read-only mode is on. */
  readOnly: () => boolean;
  /** The backups that the API writes by itself; null for none. */
  backups: {
    /** Seconds since the newest one; null without one. */
    ageSeconds(): number | null;
    /** Whether the backup that was tested last could be restored; null before the first test. */
    isRestorable(): boolean | null;
  } | null;
  /** The database's connections. */
  pool(): PoolState;
}

/** A slow database must not delay the answer to Prometheus; the metric is absent then. In milliseconds. */
const SOURCE_LIMIT_MS = 2_000;

/** Adds the gauges of `sources` to the registry; called once. */
function observeSources(registry: Registry, sources: MetricSources): void {
  const { regions, redisUp, backups } = sources;
  /** Adds a gauge of one number, which is absent while it is null. */
  const observe = (name: string, help: string, read: () => number | boolean | null): void => {
    const collect = function (this: Gauge): void {
      const value = read();
      if (value === null) this.remove();
      else this.set(Number(value));
    };
    new Gauge({ name, help, registers: [registry], collect });
  };
  /** Adds a gauge of numbers by state, which are absent while they cannot be read. */
  const observeStates = (name: string, help: string, read: () => Promise<object> | object): void => {
    const collect = async function (this: Gauge): Promise<void> {
      this.reset();
      const states = await within(Promise.try(read), SOURCE_LIMIT_MS, {}).catch(() => ({}));
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
    };
    new Gauge({ name, help, labelNames: ['state'], registers: [registry], collect });
  };
  if (redisUp !== null)
    observe('fleet_karma_redis_up', '1 while Redis is available, else 0. Absent without REDIS_URL.', redisUp);
  observe('fleet_karma_read_only', '1 in read-only mode, else 0.', sources.readOnly);
  if (backups !== null) {
    const age = 'Time since the newest backup. Absent without one.';
    observe('fleet_karma_backup_age_seconds', age, backups.ageSeconds);
    const restorable = '1 if the backup that was tested last could be restored, else 0.';
    observe(
      'fleet_karma_backup_restorable',
      `${restorable} Absent before the first test.`,
      backups.isRestorable,
    );
  }
  new Gauge({
    name: 'fleet_karma_hub_connections',
    help: 'Open live connections.',
    labelNames: ['hub', 'region'],
    registers: [registry],
    collect() {
      for (const region of regions)
        for (const [hub, count] of sources.hubConnections(region)) this.set({ hub, region }, count);
    },
  });
  const jobs = 'Replays that wait for processing, are processed, or have failed. Absent without database.';
  observeStates('fleet_karma_replay_jobs', jobs, sources.replayJobs);
  const messages = 'Messages that are due on Discord, for the first time or after a failure.';
  observeStates(
    'fleet_karma_discord_messages',
    `${messages} Absent without database.`,
    sources.discordMessages,
  );
  const connections = 'Connections to the database in use and idle, and queries that wait for one.';
  observeStates('fleet_karma_database_connections', connections, sources.pool);
}

/** Outcome of a request to the publisher. */
export type PublisherOutcome =
  | 'ok'
  /** The publisher limits our requests. */
  | 'limited'
  | 'timeout'
  /** No connection, an invalid certificate, or a server error. */
  | 'unreachable'
  /** The answer did not have the expected shape. */
  | 'invalid'
  /** The publisher does not accept the request, for example its application id. */
  | 'refused';

/** Seconds. Most calls take milliseconds, uploads up to a minute. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** One request to the publisher. `call` is one of a few names such as `account/info`. */
interface PublisherCall {
  region: RegionId;
  call: string;
  outcome: PublisherOutcome;
  seconds: number;
}

/** The metrics of one API. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics, with their own registry. `now` in milliseconds since 1970. */
export function createMetrics(now: () => number) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'fleet_karma_requests_total',
    help: 'Answered requests by call and status.',
    labelNames: ['call', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'fleet_karma_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  const publisherCalls = new Counter({
    name: 'fleet_karma_publisher_calls_total',
    help: 'Requests to the publisher by call and outcome.',
    labelNames: ['region', 'call', 'outcome'],
    registers,
  });
  const publisherLatency = new Histogram({
    name: 'fleet_karma_publisher_seconds',
    help: 'Time of requests to the publisher.',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  const failing = new Map<RegionId, Date>();
  const since = new Date(now());
  const uploads = createUploadCounts(registry);
  return {
    registry,
    /** Counts a request that got a response; `call` is method and route pattern. */
    request(call: string, status: number, seconds: number): void {
      requests.inc({ call, status });
      latency.observe({ call }, seconds);
    },
    /** Counts a request to the publisher. */
    publisher({ region, call, outcome, seconds }: PublisherCall): void {
      publisherCalls.inc({ region, call, outcome });
      publisherLatency.observe({ call }, seconds);
      if (outcome === 'ok') failing.delete(region);
      else if (!failing.has(region)) failing.set(region, new Date(now()));
    },
    /** Counts an uploaded replay; the game's version such as `15.4.0`, null when it is unknown. */
    upload: uploads.add,
    /** The uploads that were counted since `since`, by game version, such as `15.4`; the latest uploaded one last. */
    uploads: () => ({ since, byVersion: uploads.byVersion }),
    /** Regions whose publisher failed at the last request, with the time of its first failure since the last success. */
    failingPublishers: () => failing,
    /** Adds sources that are read whenever Prometheus collects metrics; called once. */
    observe: (sources: MetricSources) => observeSources(registry, sources),
  };
}
