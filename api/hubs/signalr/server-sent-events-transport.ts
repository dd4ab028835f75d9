/** Records over server-sent events, for networks that block WebSockets; the client sends by POST. */
import type { ServerResponse } from 'node:http';
import type { Transport, TransportListener } from './transport.ts';

const PREFIX = Buffer.from('data: ');
const SUFFIX = Buffer.from('\r\n\r\n');

/** A transport over a response whose head has been written. Records hold no line breaks, so each is one event. */
export function createServerSentEventsTransport(response: ServerResponse): Transport {
  return {
    attach(listener: TransportListener) {
      response.on('close', () => listener.gone());
      response.on('error', () => undefined);
    },
    get buffered() {
      return response.writableLength;
    },
    send(record, flushed) {
      response.cork();
      response.write(PREFIX);
      response.write(record);
      response.write(SUFFIX, flushed ? () => flushed() : undefined);
      response.uncork();
    },
    end: () => void response.end(),
    terminate: () => void response.destroy(),
  };
}
