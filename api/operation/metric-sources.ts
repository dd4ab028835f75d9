/** Gauges of other parts of the API, read at the moment when Prometheus collects: connections, jobs, Redis, backups. */
import { Gauge, type Registry } from 'prom-client';
import { within } from '#api/base/waiting.ts';
import type { DataSource, PoolState } from '#api/db/database.ts';
import type { RegionId } from '#lib/regions.ts';

/** Values that are read when Prometheus requests the metrics. */
export interface MetricSources {
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
  pool: DataSource['pool'];
}

const POOL_STATES = ['active', 'idle', 'waiting'] as const satisfies (keyof PoolState)[];

/** A slow database must not delay the answer to Prometheus; the metric is absent then. In milliseconds. */
const SOURCE_LIMIT_MS = 2_000;

/** Adds a gauge of jobs by state. */
function observeJobs(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => Promise<Readonly<Record<string, number>>> },
): void {
  new Gauge({
    name,
    help: `${help} Absent without database.`,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const jobs = await within(read(), SOURCE_LIMIT_MS, null).catch(() => null);
      for (const [state, count] of Object.entries(jobs ?? {})) this.set({ state }, count);
    },
  });
}

/** Adds the gauges of `sources` to the registry; called once. */
export function observeSources(registry: Registry, sources: MetricSources): void {
  const { regions, hubConnections, replayJobs, discordMessages, pool } = sources;
  const registers = [registry];
  if (sources.redisUp !== null) {
    const help = '1 while Redis is available, else 0. Absent without REDIS_URL.';
    observeFlag(registry, 'fleet_karma_redis_up', help, sources.redisUp);
  }
  observeFlag(registry, 'fleet_karma_read_only', '1 in read-only mode, else 0.', sources.readOnly);
  if (sources.backups !== null) observeBackups(registry, sources.backups);
  new Gauge({
    name: 'fleet_karma_hub_connections',
    help: 'Open live connections.',
    labelNames: ['hub', 'region'],
    registers,
    collect() {
      for (const region of regions)
        for (const [hub, count] of hubConnections(region)) this.set({ hub, region }, count);
    },
  });
  observeJobs(registry, {
    name: 'fleet_karma_replay_jobs',
    help: 'Replays that wait for processing, are processed, or have failed.',
    read: replayJobs,
  });
  observeJobs(registry, {
    name: 'fleet_karma_discord_messages',
    help: 'Messages that are due on Discord, for the first time or after a failure.',
    read: discordMessages,
  });
  new Gauge({
    name: 'fleet_karma_database_connections',
    help: 'Connections to the database in use and idle, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const states = pool();
      for (const state of POOL_STATES) this.set({ state }, states[state]);
    },
  });
}

/** Adds a gauge that is 1 or 0. */
function observeFlag(registry: Registry, name: string, help: string, isSet: () => boolean): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(isSet() ? 1 : 0);
    },
  });
}

function observeBackups(
  registry: Registry,
  { ageSeconds, isRestorable }: NonNullable<MetricSources['backups']>,
): void {
  const observeValue = (name: string, help: string, read: () => number | null): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  observeValue(
    'fleet_karma_backup_age_seconds',
    'Time since the newest backup. Absent without one.',
    ageSeconds,
  );
  observeValue(
    'fleet_karma_backup_restorable',
    '1 if the backup that was tested last could be restored, else 0. Absent before the first test.',
    () => {
      const isGood = isRestorable();
      return isGood === null ? null : Number(isGood);
    },
  );
}
