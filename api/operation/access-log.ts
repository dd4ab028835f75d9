/** Counts and logs every request that got a response. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerAddress } from '#api/base/trusted-proxies.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { pathOf } from '#api/http/error-handler.ts';
import { isProbe } from '#api/http/probe.ts';
import type { Metrics } from '#api/operation/metrics.ts';

/** Method and route pattern; all unknown paths count as one call. */
const callOf = ({ method, routeOptions: { url } }: FastifyRequest): string =>
  url === undefined ? 'unknown path' : `${method} ${url}`;

/**
 * Adds the hooks. A log line has no query, no header and no body, which may contain tokens. Addresses of IPv6 are shortened
 * to their network, as for rate limits.
 */
export function installAccessLog(
  app: FastifyInstance,
  { accessLog, trustedProxies }: Pick<ApiConfig, 'accessLog' | 'trustedProxies'>,
  metrics: Metrics,
): void {
  // Also in the demo, whose other lines are about problems.
  const log = accessLog ? app.log.child({}, { level: 'info' }) : null;
  app.addHook('onResponse', async (request, reply) => {
    if (isProbe(request)) return;
    const { statusCode: status, elapsedTime } = reply;
    const call = callOf(request);
    metrics.request(call, status, elapsedTime / 1000);
    log?.info({
      requestId: request.id,
      call,
      method: request.method,
      path: pathOf(request),
      status,
      ms: Math.round(elapsedTime),
      address: callerAddress(request.raw, trustedProxies),
    });
  });
}
