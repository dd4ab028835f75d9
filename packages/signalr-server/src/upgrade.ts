/** WebSocket upgrades, with a negotiated token (`?id=`) or, when negotiation was skipped, without. */
import type { IncomingMessage, Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { admit, isForeignOrigin, targetOf } from './admission.ts';
import type { SignalRServer } from './server.ts';
import type { AdmittedClient, Ticket } from './tickets.ts';
import type { Transport } from './transports.ts';

/** A transport over an accepted WebSocket, which must deliver messages as single buffers. */
function createWebSocketTransport(socket: WebSocket): Transport {
  return {
    attach(listener) {
      socket.on('message', (data: Buffer) => listener.receive(data));
      socket.on('close', () => listener.disconnected());
      // 'close' follows every error.
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

function refuse(socket: Duplex, status: number, retryAfter?: number): void {
  const challenge = status === 401 ? 'WWW-Authenticate: Bearer\r\n' : '';
  const wait = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${challenge}${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}

/** The ticket of an upgrade; null without a token, or with one of another process. The status that refuses the token. */
async function ticketOf(
  server: SignalRServer,
  target: URL,
  client: AdmittedClient,
): Promise<Ticket | null | 404 | 409> {
  const token = target.searchParams.get('id');
  if (token === null) return null;
  const ticket = await server.tickets.claim(token, client);
  if (ticket === null) return 404;
  if (ticket === 'foreign') return null;
  return ticket.connection ? 409 : ticket;
}

/** Opens a connection, or refuses the upgrade with a status. */
async function upgrade(
  server: SignalRServer,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const refusal = await server.options.refuseUpgrade(request);
  if (refusal !== null) return refuse(socket, refusal.status, refusal.retryAfter);
  const target = targetOf(request);
  if (!target) return refuse(socket, 400);
  const hub = server.hubAt(target.pathname);
  if (!hub) return refuse(socket, 404);
  if (isForeignOrigin(server, request)) return refuse(socket, 403);
  if (server.closing || server.full) return refuse(socket, 503);
  const client = await admit(server, hub, request);
  if (typeof client === 'number') return refuse(socket, client);
  const ticket = await ticketOf(server, target, client);
  if (typeof ticket === 'number') return refuse(socket, ticket);
  // The client left during authentication, so `close` would not release its place.
  if (socket.destroyed) return;
  const release = ticket?.release ?? server.takePlace(client);
  if (release === null) return refuse(socket, 429, server.retryAfter);
  // The place is released even if the WebSocket handshake fails and no connection is opened.
  if (!ticket) socket.once('close', release);
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    server.open(client, createWebSocketTransport(webSocket), ticket, release);
  });
}

/**
 * Serves the WebSocket upgrades of an HTTP server. An upgrade of another path gets 404, or is left to the server's other
 * listeners. The size of messages is checked before they are read into memory. They are not compressed: compression costs
 * memory per connection and processor time per receiver of a broadcast.
 */
export function serveUpgrades(server: SignalRServer, http: Server): void {
  // The type lacks `closeTimeout`: how long a closed peer may take to hang up.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: server.limits.maxFrameBytes,
    closeTimeout: server.limits.closeGrace,
  };
  const sockets = new WebSocketServer(options);

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs = server.hubAt(targetOf(request)?.pathname ?? '') !== null;
    if (!isOurs && http.listenerCount('upgrade') > 1) return;
    // A client may hang up during the checks; that is not an error.
    socket.on('error', () => undefined);
    upgrade(server, sockets, request, socket, head).catch((err: unknown) => {
      server.options.log.error({ err }, 'A hub connection could not be opened');
      refuse(socket, 503);
    });
  });
}
