/** Listens for the local commands. `localhost` means both loopback addresses, because browsers try either. */
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { isWithoutIpv6, listenProblem } from '#api/listen.ts';
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
      if (!isWithoutIpv6(error as NodeJS.ErrnoException)) {
        await close(servers);
        throw error;
      }
    }
    return servers;
  } catch (error) {
    const problem = listenProblem(error as NodeJS.ErrnoException, {
      host: host ?? 'localhost',
      port,
      variable: name,
    });
    throw problem === null ? error : new PlainFailure(problem);
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
