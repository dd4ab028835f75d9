/** `/health` and `/ready`, for the proxy and for monitoring: without rate limit, cache or log. */
import type { FastifyInstance } from 'fastify';
import type { ReadyReport } from '#api/operation/readiness.ts';

const options = {
  schema: { hide: true } as object,
  config: { isProbe: true },
  compress: false as const,
};

/** Registers both. `/health` is 200 while the process responds; `/ready` is 200 or 503, with the reason. */
export function operationRoutes(app: FastifyInstance, ready: () => Promise<ReadyReport>): void {
  const noStore = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
  app.get('/health', options, async (_request, reply) =>
    reply.headers(noStore).send(JSON.stringify({ status: 'alive' })),
  );
  app.get('/ready', options, async (_request, reply) => {
    const report = await ready();
    return reply
      .code(report.status === 'ready' ? 200 : 503)
      .headers(noStore)
      .send(JSON.stringify(report));
  });
}
