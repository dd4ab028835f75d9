/** Transports carry records between a connection and its client: a WebSocket or an event stream. */
import type { ServerResponse } from 'node:http';

/** Callbacks from a transport to its connection. */
export interface TransportListener {
  /** Bytes have arrived. */
  receive(chunk: Buffer): void;
  /** The client has hung up or was cut; reported once. */
  disconnected(): void;
}

/** A WebSocket, an event stream or a series of polls. */
export interface Transport {
  /** Called once, before anything is sent. */
  attach(listener: TransportListener): void;
  /** Bytes that were sent and not yet taken by the network. */
  readonly buffered: number;
  /** Queues one record. `flushed` is called when the network has taken it, or never will. */
  send(record: Buffer, flushed?: () => void): void;
  /** Hangs up after what is queued has been sent. */
  end(): void;
  /** Hangs up at once. */
  terminate(): void;
}

const EVENT_PREFIX = Buffer.from('data: ');
const EVENT_SUFFIX = Buffer.from('\r\n\r\n');

/**
 * A transport over a response whose head has been written, for networks that block WebSockets; the client sends by POST.
 * Records hold no line breaks, so each is one server-sent event.
 */
export function createServerSentEventsTransport(response: ServerResponse): Transport {
  return {
    attach(listener) {
      response.on('close', () => listener.disconnected());
      response.on('error', () => undefined);
    },
    get buffered() {
      return response.writableLength;
    },
    send(record, flushed) {
      response.cork();
      response.write(EVENT_PREFIX);
      response.write(record);
      response.write(EVENT_SUFFIX, flushed ? () => flushed() : undefined);
      response.uncork();
    },
    end: () => void response.end(),
    terminate: () => void response.destroy(),
  };
}
