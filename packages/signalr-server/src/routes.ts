/** The HTTP side of the hubs: negotiation, and the transports for networks that block WebSockets. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { admit, isForeignOrigin, negotiate, targetOf } from './admission.ts';
import type { Hub } from './hub.ts';
import { LongPollingTransport } from './long-polling-transport.ts';
import type { SignalRServer } from './server.ts';
import type { AdmittedClient, Ticket } from './tickets.ts';
import { createServerSentEventsTransport } from './transports.ts';

type Handler = (client: AdmittedClient, request: FastifyRequest, reply: FastifyReply) => unknown;
type TicketHandler = (
  ticket: Ticket,
  request: FastifyRequest,
  reply: FastifyReply,
  client: AdmittedClient,
) => unknown;

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-requested-with, x-signalr-user-agent',
  'access-control-max-age': '600',
};

/** Options of every hub route. */
const common = { exposeHeadRoute: false } as const;

const queryOf = (request: FastifyRequest): URLSearchParams =>
  targetOf(request.raw)?.searchParams ?? new URLSearchParams();

/** Runs `handle` for clients that may use the hub. */
function whenAdmitted(server: SignalRServer, hub: Hub, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const client = await admit(server, hub, request.raw);
    if (typeof client === 'object') return handle(client, request, reply);
    if (client === 401) void reply.header('www-authenticate', 'Bearer');
    return reply.code(client).send();
  };
}

const sendUnknownConnection = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain').send('No Connection with that ID.');

/** Runs `handle` for requests with a token that was issued to their client. */
function withTicket(server: SignalRServer, hub: Hub, handle: TicketHandler) {
  return whenAdmitted(server, hub, (client, request, reply) => {
    const token = queryOf(request).get('id');
    if (token === null) return reply.code(400).type('text/plain').send('Connection ID required.');
    const ticket = server.tickets.find(token, client);
    return ticket ? handle(ticket, request, reply, client) : sendUnknownConnection(reply);
  });
}

function refuseTooMany(server: SignalRServer, reply: FastifyReply): FastifyReply {
  const detail = 'Too many connections are open from your address or account. Close some, then try again.';
  const body = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail };
  void reply.code(429).header('retry-after', String(server.retryAfter));
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}

function openEventStream(
  server: SignalRServer,
  client: AdmittedClient,
  ticket: Ticket,
  reply: FastifyReply,
): FastifyReply {
  reply.hijack();
  const response = reply.raw;
  // The client left during authentication, so `close` will not be emitted again.
  if (response.destroyed) {
    server.tickets.remove(ticket);
    return reply;
  }
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  });
  response.write(':\r\n\r\n');
  server.open(client, createServerSentEventsTransport(response), ticket, ticket.release);
  return reply;
}

/** Waits for records; 204 tells the client that the connection has ended. */
async function answerPoll(server: SignalRServer, ticket: Ticket, reply: FastifyReply): Promise<FastifyReply> {
  const { polls, connection } = ticket;
  if (!polls || !connection) return reply.code(409).send();
  connection.touch();
  const abandon = (): void => polls.abandon();
  reply.raw.once('close', abandon);
  const answer = await polls.poll();
  reply.raw.off('close', abandon);
  connection.touch();
  if (answer) return reply.type('text/plain').send(answer);
  if (polls.finished) server.tickets.remove(ticket);
  return reply.code(204).send();
}

/**
 * Opens an event stream for a client that accepts one. For others it responds to polls, to the first at once with nothing. Both
 * need the process that negotiated, because the client sends by POST.
 */
async function receive(
  server: SignalRServer,
  ticket: Ticket,
  request: FastifyRequest,
  reply: FastifyReply,
  client: AdmittedClient,
): Promise<FastifyReply> {
  if (ticket.connection) return answerPoll(server, ticket, reply);
  if ((await server.tickets.claim(ticket.token, client)) === null) return sendUnknownConnection(reply);
  if (ticket.connection) return reply.code(409).send();
  if (request.headers.accept?.includes('text/event-stream')) {
    return openEventStream(server, client, ticket, reply);
  }
  ticket.polls = new LongPollingTransport();
  server.open(client, ticket.polls, ticket, ticket.release);
  return reply.type('text/plain').send('');
}

function addHubRoutes(app: FastifyInstance, server: SignalRServer, hub: Hub): void {
  for (const url of [hub.path, `${hub.path}/negotiate`])
    app.options(url, common, async (_, reply) => reply.headers(PREFLIGHT_HEADERS).code(204).send());
  app.post(
    `${hub.path}/negotiate`,
    common,
    whenAdmitted(server, hub, async (client, request, reply) => {
      const answer = await negotiate(server, client, queryOf(request).get('negotiateVersion'));
      return answer === null ? refuseTooMany(server, reply) : reply.send(answer);
    }),
  );
  app.get(
    hub.path,
    common,
    withTicket(server, hub, (...call) => receive(server, ...call)),
  );
  app.post(
    hub.path,
    common,
    withTicket(server, hub, (ticket, request, reply) => {
      if (!ticket.connection) return sendUnknownConnection(reply);
      if (Buffer.isBuffer(request.body)) ticket.connection.receive(request.body);
      return reply.type('text/plain').send('');
    }),
  );
  app.delete(
    hub.path,
    common,
    withTicket(server, hub, (ticket, _request, reply) => {
      ticket.connection?.terminate();
      server.tickets.remove(ticket);
      return reply.code(202).type('text/plain').send('');
    }),
  );
}

/** The routes of one hub. Their paths match in any letter case if the app's do. */
export const hubRoutes: FastifyPluginAsync<{ server: SignalRServer; hub: Hub }> = async (app, options) => {
  const { server, hub } = options;
  const bodyLimit = server.limits.maxFrameBytes;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    // Every answer is for one client and one moment, so no proxy and no browser may cache it.
    void reply.header('cache-control', 'no-store');
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (isForeignOrigin(server, request.raw)) return reply.code(403).send();
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
  });
  addHubRoutes(app, server, hub);
};
