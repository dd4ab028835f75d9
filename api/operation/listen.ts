/** Listening: on both loopback addresses where only this machine is served, or on a socket that systemd passed. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

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

/** The first descriptor that systemd passes. */
const DESCRIPTOR = 3;

/** How long connections wait from the start of the process until they are answered, in milliseconds: less than proxies wait. */
const HOLD_MS = 8_000;

/**
 * A listening socket that systemd opened and passed to the process (socket activation). It stays open while the process restarts,
 * so that connections wait for the next one (rule 27.6).
 */
export class PassedSocket {
  /** Options of `server.listen`. */
  options: object;

  constructor(fd: number) {
    this.options = { fd };
  }

  /** Lets connections wait during `work`, and responds with `starting` once the process has run for eight seconds. */
  async holdDuring<T>(work: Promise<T>, starting: RequestListener): Promise<T> {
    const answering = setTimeout(
      () => {
        // Never closed: that would close the handle, and connections whose request is yet to come.
        const server = createHttpServer(starting).listen(this.options);
        // A descriptor can be opened once, so the next server takes the handle.
        this.options = { handle: (server as { _handle?: object })._handle };
      },
      Math.max(0, HOLD_MS - process.uptime() * 1_000),
    );
    return work.finally(() => clearTimeout(answering));
  }
}

/**
 * The socket that was passed to this process, or null. Removes the variables, because they are not meant for its children. Throws
 * a ConfigError for any other number of sockets than one.
 */
export function takePassedSocket(env: NodeJS.ProcessEnv, pid: number): PassedSocket | null {
  const { LISTEN_PID: forPid, LISTEN_FDS: count } = env;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name];
  if (forPid !== String(pid)) return null;
  if (count === '1') return new PassedSocket(DESCRIPTOR);
  throw new ConfigError(
    `The API listens on one socket, and was passed ${count} (LISTEN_FDS): give its .socket unit one ListenStream.`,
  );
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
  server.on('request', (_request, response) => {
    running++;
    response.once('close', () => {
      running--;
      if (running === 0) server.emit('quiet');
    });
  });
  return async () => {
    const signal = AbortSignal.timeout(QUIET_LIMIT_MS);
    if (running > 0) await once(server, 'quiet', { signal }).catch(() => undefined);
  };
}

/**
 * Starts listening, on the passed socket if there is one. A loopback host is served on IPv4 and IPv6, because browsers resolve
 * `localhost` to either. Rejects with the system's error when the port or address is not available.
 *
 * `stop` accepts the connections that are waiting, then refuses new ones. On a passed socket it waits for a moment without a
 * running request, then leaves new ones to the next process. Open ones are served until the app is closed, also idle ones.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, loopback }: Pick<ApiConfig, 'host' | 'port' | 'loopback'>,
  passed: PassedSocket | null = null,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { server } = app;
  const isLocal = loopback || passed !== null;
  const untilQuiet = passed === null ? () => takeWaiting(server) : watchRunning(server);
  // The framework opens a second socket without a host, which a passed socket does not use.
  await app.listen({ host: isLocal ? '127.0.0.1' : host, ...(passed?.options ?? { port }) });
  const bound = (server.address() as AddressInfo).port;
  const second = createServer((socket) => server.emit('connection', socket));
  server.once('close', () => second.close());
  if (loopback && passed === null)
    await once(second.listen(bound, '::1'), 'listening').catch((error: NodeJS.ErrnoException) => {
      if (!isWithoutIpv6(error)) throw error;
    });
  const stop = async (): Promise<void> => {
    await untilQuiet();
    // The HTTP server's own method would also cut connections on which a proxy is about to send a request.
    Server.prototype.close.call(server);
    second.close();
  };
  return { port: bound, stop };
}
