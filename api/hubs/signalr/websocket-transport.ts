/** Records over a WebSocket. */
import type { WebSocket } from 'ws';
import type { Transport, TransportListener } from './transport.ts';

/** A transport over an accepted WebSocket, which must deliver messages as single buffers. */
export function createWebSocketTransport(socket: WebSocket): Transport {
  return {
    attach(listener: TransportListener) {
      socket.on('message', (data: Buffer) => listener.receive(data));
      socket.on('close', () => listener.gone());
      // 'close' follows every error, and is where the end is handled.
      socket.on('error', () => undefined);
    },
    get buffered() {
      return socket.bufferedAmount;
    },
    send(record, flushed) {
      socket.send(record, { binary: false }, flushed ? () => flushed() : undefined);
    },
    end: () => socket.close(1000),
    terminate: () => socket.terminate(),
  };
}
