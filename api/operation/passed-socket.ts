/**
 * A listening socket that systemd opened and passed to the process (socket activation). It stays open while the process restarts,
 * so that connections wait for the next one (rule 27.6).
 */
import { createServer, type RequestListener } from 'node:http';
import { ConfigError } from '#lib/settings/deployment.ts';

/** The first descriptor that systemd passes. */
const DESCRIPTOR = 3;

/** How long connections wait from the start of the process until they are answered, in milliseconds: less than proxies wait. */
const HOLD_MS = 8_000;

/** The socket. */
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
        const server = createServer(starting).listen(this.options);
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
