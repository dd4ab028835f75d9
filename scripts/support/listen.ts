/** Listens for the local commands. `localhost` means both loopback addresses, because browsers try either. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWithoutIpv6, listenProblem } from '#api/operation/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';

const CONNECT_AGAIN_MS = 100;

/**
 * Listens on `host`, or on both loopback addresses when it is null. `name` is the variable that sets the port.
 * Throws a plain failure when the port is taken.
 */
export async function listen(
  listener: RequestListener,
  { host, port, name }: { host: string | null; port: number; name: string },
): Promise<Server[]> {
  const servers: Server[] = [];
  try {
    for (const address of host === null ? ['127.0.0.1', '::1'] : [host]) {
      const server = createServer(listener).listen({ host: address, port, exclusive: true });
      await once(server, 'listening');
      servers.push(server);
    }
    return servers;
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (servers.length > 0 && isWithoutIpv6(error)) return servers;
    await close(servers);
    const problem = listenProblem(error, { host: host ?? 'localhost', port, variable: name });
    throw problem === null ? error : new PlainFailure(problem);
  }
}

/** Resolves once something accepts connections at the port, unless the signal aborts before. */
export async function untilListening(host: string, port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = connect({ host, port });
    try {
      await once(socket, 'connect', { signal });
      return;
    } catch {
      await sleep(CONNECT_AGAIN_MS);
    } finally {
      socket.destroy();
    }
  }
}

/** A port of the loopback address that nothing listens on. */
export async function freePort(): Promise<number> {
  const [server] = (await listen(() => undefined, { host: '127.0.0.1', port: 0, name: 'PORT' })) as [Server];
  const { port } = server.address() as AddressInfo;
  await close([server]);
  return port;
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
