/**
 * Counts and measures what the API does, for Prometheus. Labels have few possible values: calls are named by their route
 * pattern, never by the path, so that no client can create new ones.
 */
import { Counter, Histogram, Registry } from 'prom-client';
import { type MetricSources, observeSources } from '#api/operation/metric-sources.ts';
import { createUploadCounts } from '#api/operation/upload-counts.ts';
import type { RegionId } from '#lib/regions.ts';

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
