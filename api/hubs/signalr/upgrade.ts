/** WebSocket upgrades, with a negotiated token (`?id=`) or, when negotiation was skipped, without. */
import type { IncomingMessage, Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerOptions } from 'ws';
import { WebSocketServer } from 'ws';
import type { Hub } from './hub.ts';
import { admit, isForeignOrigin, targetOf } from './requests.ts';
import type { SignalRServer } from './server.ts';
import type { Ticket, TicketHolder } from './tickets.ts';
import { createWebSocketTransport } from './websocket-transport.ts';

function refuse(socket: Duplex, status: number, retryAfter = 0): void {
  const challenge = status === 401 ? 'WWW-Authenticate: Bearer\r\n' : '';
  const wait = status === 429 ? `Retry-After: ${retryAfter}\r\n` : '';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${challenge}${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}

/** The ticket that an upgrade uses: null for none, a status when it may not. */
function ticketOf(
  server: SignalRServer,
  holder: TicketHolder,
  token: string | null,
): Ticket | null | 404 | 409 {
  if (token === null) return null;
  const ticket = server.tickets.find(token, holder);
  if (!ticket) return 404;
  return ticket.connection ? 409 : ticket;
}

/** The hub that an upgrade is for, or the status by which it is refused. */
function hubOf(
  server: SignalRServer,
  request: IncomingMessage,
  target: URL | null,
): Hub | 400 | 403 | 404 | 503 {
  if (!target) return 400;
  const hub = server.hubAt(target.pathname);
  if (!hub) return 404;
  if (isForeignOrigin(server, request)) return 403;
  return server.closing || server.full ? 503 : hub;
}

/**
 * Serves the upgrades of an HTTP server; any that is for no hub is answered 404. Messages are bounded before
 * they are read into memory, and not compressed: compression would cost each connection its own memory and
 * each broadcast its own work.
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

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const wait = await server.options.countRequest(request);
    if (wait !== null) return refuse(socket, 429, wait);
    const target = targetOf(request);
    const hub = hubOf(server, request, target);
    if (typeof hub === 'number') return refuse(socket, hub);
    const admission = await admit(server, hub, request);
    if (typeof admission === 'number') return refuse(socket, admission);
    const ticket = ticketOf(server, admission.holder, target?.searchParams.get('id') ?? null);
    if (typeof ticket === 'number') return refuse(socket, ticket);
    const leave = ticket?.leave ?? server.places.take(admission.party);
    if (leave === null) return refuse(socket, 429, server.retryAfter);
    // Also when the handshake fails and nothing is opened.
    if (!ticket) socket.once('close', leave);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      server.open(admission, createWebSocketTransport(webSocket), ticket, leave);
    });
  };

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that hangs up while it is being looked at is no error of ours; its end is seen elsewhere.
    socket.on('error', () => undefined);
    upgrade(request, socket, head).catch((err: unknown) => {
      server.options.log.error({ err }, 'A hub connection could not be opened');
      refuse(socket, 500);
    });
  });
}
