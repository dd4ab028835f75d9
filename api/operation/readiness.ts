/** `/health`, and `/ready`: whether the API should get requests now. */
import type { FastifyInstance } from 'fastify';
import { createTimedMemory } from '#api/base/timed-memory.ts';
import { within } from '#api/base/waiting.ts';
import type { Database } from '#api/db/database.ts';
import { pendingMigrations, pendingSentence } from '#api/db/migrate.ts';
import type { Lifecycle } from '#api/http/server.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { regions } from '#lib/regions.ts';
import { isLoopbackHost } from '#lib/settings/deployment.ts';

/** `/ready` has an answer by then, also when the database does not respond. In milliseconds. */
const CHECK_LIMIT_MS = 3_000;
/** Requests within this time share one check, because `/ready` has no rate limit. */
const SHARED_MS = 500;

/** The answer of `/ready`. */
export interface ReadyReport {
  status: 'ready' | 'starting' | 'draining' | 'unavailable';
  /** Why it is not ready: one sentence. */
  reason?: string;
  /** Whether read-only mode is on and every write that began before it has ended. Absent while the API starts. */
  readOnly?: boolean;
  /** Sentences for the operator; they do not make the API unready. */
  warnings: string[];
}

async function problemOf(database: Pick<Database, 'read' | 'regions'>): Promise<string | null> {
  try {
    const pending = await pendingMigrations(database);
    return pending.length === 0 ? null : pendingSentence(pending);
  } catch {
    return 'The database is unavailable.';
  }
}

const warningsOf = ({ failingPublishers }: Metrics): string[] =>
  [...failingPublishers()].map(
    ([region, since]) =>
      `The publisher of ${regions[region].label} has failed since ${since.toISOString()}: stored players and clans are shown.`,
  );

interface ReadinessOptions {
  files: { problem(): Promise<string | null> };
  lifecycle: Lifecycle;
  warnings: () => readonly string[];
}

/** Returns a function that reports whether the API is ready. */
export function createReadiness(
  database: Pick<Database, 'read' | 'readOnly' | 'regions' | 'problem'>,
  metrics: Metrics,
  { files, lifecycle, warnings: further }: ReadinessOptions,
): () => Promise<ReadyReport> {
  const shared = createTimedMemory<(string | null)[]>(SHARED_MS);
  const check = (): Promise<(string | null)[]> =>
    Promise.all([
      within(problemOf(database), CHECK_LIMIT_MS, 'The database does not respond.'),
      within(files.problem(), CHECK_LIMIT_MS, 'The store of files does not respond.'),
      within(database.problem(), CHECK_LIMIT_MS, 'The disk of DATA_DIR does not respond.'),
    ]);
  return async () => {
    const common = {
      readOnly: database.readOnly.isSettled,
      warnings: [...warningsOf(metrics), ...further()],
    };
    if (lifecycle.draining) return { status: 'draining', reason: 'The API is stopping.', ...common };
    const [reason = null, ...problems] = await shared('', check);
    common.warnings.push(...problems.filter((problem) => problem !== null));
    return reason === null ? { status: 'ready', ...common } : { status: 'unavailable', reason, ...common };
  };
}

/** For the proxy and for monitoring: without rate limit, cache or log. */
const PROBE = {
  config: { isProbe: true },
  compress: false as const,
};

/**
 * Registers both. `/health` is 200 while the process responds; `/ready` is 200 or 503, with the reason. Only
 * this machine gets more than the status.
 */
export function probeRoutes(app: FastifyInstance, ready: () => Promise<ReadyReport>): void {
  const noStore = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
  app.get('/health', PROBE, async (_request, reply) =>
    reply.headers(noStore).send(JSON.stringify({ status: 'alive' })),
  );
  app.get('/ready', PROBE, async (request, reply) => {
    const report = await ready();
    return reply
      .code(report.status === 'ready' ? 200 : 503)
      .headers(noStore)
      .send(JSON.stringify(isLoopbackHost(request.ip) ? report : { status: report.status }));
  });
}
