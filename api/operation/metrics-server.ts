/** Serves the metrics to Prometheus, on a port of the loopback address only. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import { listenProblem } from '#api/operation/listen.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

const HOST = '127.0.0.1';

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Starts `GET /metrics`, with the metrics of Node and its event loop. Rejects with a ConfigError when the port is not
 * available.
 */
export async function serveMetrics({ registry }: Metrics, port: number) {
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('The metrics are at /metrics.\n');
      return;
    }
    try {
      const text = await registry.metrics();
      response
        .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
        .end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen({ host: HOST, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const problem = listenProblem(error, { host: HOST, port, variable: 'METRICS_PORT' });
    throw problem === null ? error : new ConfigError(problem);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}
