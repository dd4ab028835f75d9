/** Listening, on both loopback addresses where only this machine is served. */
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '#api/config.ts';

/** A machine without IPv6 has no second loopback address. */
const WITHOUT_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Starts listening and answers the port. A loopback host is served on IPv4 and IPv6, so that `localhost` is answered
 * whatever a browser resolves it to. Rejects with the system's error for a port or address that cannot be had.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, loopback }: Pick<ApiConfig, 'host' | 'port' | 'loopback'>,
): Promise<number> {
  const second = createServer((socket) => app.server.emit('connection', socket));
  app.server.once('close', () => second.close());
  await app.listen({ host: loopback ? '127.0.0.1' : host, port });
  const bound = (app.server.address() as AddressInfo).port;
  if (!loopback) return bound;
  await new Promise<void>((resolve, reject) => {
    second.once('error', (error: NodeJS.ErrnoException) =>
      WITHOUT_IPV6.includes(error.code ?? '') ? resolve() : reject(error),
    );
    second.listen(bound, '::1', resolve);
  });
  return bound;
}
