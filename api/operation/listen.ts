/** Listening, on both loopback addresses where only this machine is served. */
import { once } from 'node:events';
import { type AddressInfo, createServer, Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { PassedSocket } from '#api/operation/passed-socket.ts';

/** True for the error of listening on `::1` on a machine without IPv6. */
export const isWithoutIpv6 = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';

/** A sentence for a port or host that cannot be used; null for any other error. `variable` sets the port. */
export function listenProblem(
  { code, syscall }: NodeJS.ErrnoException,
  { host, port, variable }: { host: string; port: number; variable: string },
): string | null {
  // A file may be refused with the same code.
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program: stop it, or set ${variable} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account: set ${variable} to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `The address ${host} does not belong to this machine: set HOST to one that does.`;
  return null;
}

/** Rejects with the system's error when the port is taken. Checked first: opening and seeding the data takes much longer. */
export async function requireFreePort({
  host,
  port,
  loopback,
}: Pick<ApiConfig, 'host' | 'port' | 'loopback'>): Promise<void> {
  const probe = createServer().listen({ host: loopback ? '127.0.0.1' : host, port, exclusive: true });
  await once(probe, 'listening');
  await new Promise((resolve) => probe.close(resolve));
}

/** An API that listens. */
export interface Listening {
  port: number;
  /**
   * Accepts the connections that are waiting, then refuses new ones; on a passed socket waits for a moment without a running
   * request, then leaves new ones in its queue. Open ones are served until the app is closed, also while they are idle.
   */
  stop(): Promise<void>;
}

/** Enough for a full queue (511 connections, Node's default), so that callers who keep coming cannot delay the end. */
const TURNS_LIMIT = 1_000;
/** Two, because the first turn may have looked at the ports already when it is awaited. */
const QUIET_TURNS = 2;

/**
 * Resolves when no connection waits in the queue of a port. The system completes connections by itself, Node accepts at
 * most one per port and turn of its event loop, and closing a port resets the connections that still wait.
 */
async function takeWaiting(server: Server): Promise<void> {
  let quietTurns = 0;
  const onConnection = (): void => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  for (let turns = 0; quietTurns < QUIET_TURNS && turns < TURNS_LIMIT; turns++) {
    quietTurns++;
    await nextTurn();
  }
  server.off('connection', onConnection);
}

/** Long enough for most uploads; the process ends before systemd kills it. */
const QUIET_LIMIT_MS = 25_000;

/** Returns a function that resolves when no request is running, or after 25 s: a slow upload must not keep all others waiting. */
function watchRunning(server: FastifyInstance['server']): () => Promise<void> {
  let running = 0;
  let onQuiet = (): void => undefined;
  server.on('request', (_request, response) => {
    running++;
    response.once('close', () => {
      running--;
      if (running === 0) onQuiet();
    });
  });
  return () =>
    new Promise((resolve) => {
      if (running === 0) return resolve();
      onQuiet = resolve;
      setTimeout(resolve, QUIET_LIMIT_MS);
    });
}

/** Starts listening on a passed socket. What it has accepted is served; closing it leaves the queue to the next process. */
async function listenOn(app: FastifyInstance, passed: PassedSocket): Promise<Listening> {
  const untilQuiet = watchRunning(app.server);
  // The host, which is not used, keeps the framework from opening a second socket.
  await app.listen({ host: '127.0.0.1', ...passed.options });
  const { port } = app.server.address() as AddressInfo;
  return {
    port,
    stop: async () => {
      await untilQuiet();
      Server.prototype.close.call(app.server);
    },
  };
}

/**
 * Starts listening, on the passed socket if there is one. A loopback host is served on IPv4 and IPv6, because browsers resolve
 * `localhost` to either. Rejects with the system's error when the port or address is not available.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, loopback }: Pick<ApiConfig, 'host' | 'port' | 'loopback'>,
  passed: PassedSocket | null = null,
): Promise<Listening> {
  if (passed !== null) return listenOn(app, passed);
  const second = createServer((socket) => app.server.emit('connection', socket));
  app.server.once('close', () => second.close());
  await app.listen({ host: loopback ? '127.0.0.1' : host, port });
  const bound = (app.server.address() as AddressInfo).port;
  const stop = async (): Promise<void> => {
    await takeWaiting(app.server);
    // The HTTP server's own method would also cut connections on which a proxy is about to send a request.
    Server.prototype.close.call(app.server);
    second.close();
  };
  if (!loopback) return { port: bound, stop };
  await new Promise<void>((resolve, reject) => {
    second.once('error', (error: NodeJS.ErrnoException) =>
      isWithoutIpv6(error) ? resolve() : reject(error),
    );
    second.listen(bound, '::1', resolve);
  });
  return { port: bound, stop };
}
