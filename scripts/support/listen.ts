/** Listening with plain sentences: `localhost` means both loopback addresses, as browsers try either. */

import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { PlainFailure } from '#scripts/support/plain-failure.ts';

function open(listener: RequestListener, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener);
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function explain(error: NodeJS.ErrnoException, name: string, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new PlainFailure(
      `Port ${port} is taken by another program: stop it, or set ${name} to a free port.`,
    );
  }
  if (error.code === 'EACCES') {
    return new PlainFailure(`Port ${port} may not be used by this user: set ${name} to a port above 1023.`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new PlainFailure(`HOST is ${host}, which is not an address of this machine.`);
  }
  return error;
}

/** A machine without IPv6 answers on IPv4 alone. */
const hasNoIpv6 = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';

/**
 * Listens on `host`, or on both loopback addresses when it is null. `name` is the variable that sets the port.
 * Throws a plain failure when the port is taken.
 */
export async function listen(
  listener: RequestListener,
  { host, port, name }: { host: string | null; port: number; name: string },
): Promise<Server[]> {
  try {
    if (host !== null) return [await open(listener, host, port)];
    const servers = [await open(listener, '127.0.0.1', port)];
    try {
      servers.push(await open(listener, '::1', port));
    } catch (error) {
      if (!hasNoIpv6(error as NodeJS.ErrnoException)) {
        await close(servers);
        throw error;
      }
    }
    return servers;
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, name, host ?? 'localhost', port);
  }
}

/** Closes the servers and every connection they hold. */
export async function close(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    }),
  );
}
