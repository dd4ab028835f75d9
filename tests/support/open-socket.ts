/** A socket for processes that are started one after the other, as systemd keeps it. */
import net from 'node:net';

/** Its descriptor, which children take as their third. It listens from when the first of them does until `close`. */
export interface OpenSocket {
  fd: number;
  close(): void;
}

/** Part of Node that its cluster module uses: binds a port without accepting connections. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(host: string, port: number, family: 4): OpenSocket | number;
};

/** Binds a port of the loopback address. */
export function openSocket(port: number): OpenSocket {
  const handle = bind('127.0.0.1', port, 4);
  if (typeof handle === 'number') throw new Error(`Port ${port} cannot be used: error ${handle}.`);
  return handle;
}

/** The start of a command that is passed its third descriptor: its process id is known only once it runs. */
export const PASSING = ['/bin/sh', '-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', 'sh'];
