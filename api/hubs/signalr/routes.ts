/** The HTTP side of the hubs: negotiation, and the transports for networks that block WebSockets. */
import { STATUS_CODES } from 'node:http';
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Hub } from './hub.ts';
import { negotiate } from './negotiation.ts';
import { receive } from './receiving.ts';
import type { Admitted } from './requests.ts';
import { admit, isForeignOrigin, targetOf } from './requests.ts';
import type { SignalRServer } from './server.ts';
import type { Ticket } from './tickets.ts';

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-requested-with, x-signalr-user-agent',
  'access-control-max-age': '600',
};

/** Every hub route: not in the API document, and logged without a query that may hold a token. */
const common = {
  schema: { hide: true },
  exposeHeadRoute: false,
  logSerializers: {
    req: (request: { method?: string; url?: string }) => ({
      method: request.method,
      url: request.url?.split('?', 1)[0],
    }),
  },
} as const;

const queryOf = (request: FastifyRequest): URLSearchParams =>
  targetOf(request.raw)?.searchParams ?? new URLSearchParams();

/** Runs `handle` for those who may use the hub. */
function whenAdmitted(
  server: SignalRServer,
  hub: Hub,
  handle: (admitted: Admitted, request: FastifyRequest, reply: FastifyReply) => unknown,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const admitted = await admit(server, hub, request.raw);
    if (typeof admitted === 'object') return handle(admitted, request, reply);
    if (admitted === 401) void reply.header('www-authenticate', 'Bearer');
    return reply.code(admitted).send();
  };
}

/** Runs `handle` for requests that carry the token of a connection of their own. */
function withTicket(
  server: SignalRServer,
  hub: Hub,
  handle: (ticket: Ticket, admitted: Admitted, request: FastifyRequest, reply: FastifyReply) => unknown,
) {
  return whenAdmitted(server, hub, (admitted, request, reply) => {
    const token = queryOf(request).get('id');
    if (token === null) return reply.code(400).type('text/plain').send('Connection ID required.');
    const ticket = server.tickets.find(token, admitted.holder);
    if (!ticket) return reply.code(404).type('text/plain').send('No Connection with that ID.');
    return handle(ticket, admitted, request, reply);
  });
}

function refuseTooMany(server: SignalRServer, reply: FastifyReply): FastifyReply {
  const detail = 'Too many connections are open from your address or account. Close some, then try again.';
  return reply
    .code(429)
    .headers({ 'retry-after': server.retryAfter, 'content-type': 'application/problem+json; charset=utf-8' })
    .send(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[429], status: 429, detail }));
}

function addHubRoutes(app: FastifyInstance, server: SignalRServer, hub: Hub): void {
  const preflight = async (_: FastifyRequest, reply: FastifyReply) =>
    reply.headers(PREFLIGHT_HEADERS).code(204).send();
  app.options(hub.path, common, preflight);
  app.options(`${hub.path}/negotiate`, common, preflight);
  app.post(
    `${hub.path}/negotiate`,
    common,
    whenAdmitted(server, hub, (admitted, request, reply) => {
      const answer = negotiate(server, admitted, queryOf(request).get('negotiateVersion'));
      return answer === null ? refuseTooMany(server, reply) : reply.send(answer);
    }),
  );
  app.get(
    hub.path,
    common,
    withTicket(server, hub, (ticket, admitted, request, reply) =>
      receive(server, admitted, ticket, request, reply),
    ),
  );
  app.post(
    hub.path,
    common,
    withTicket(server, hub, (ticket, _admitted, request, reply) => {
      if (!ticket.connection) return reply.code(404).type('text/plain').send('No Connection with that ID.');
      if (Buffer.isBuffer(request.body)) ticket.connection.receive(request.body);
      return reply.type('text/plain').send('');
    }),
  );
  app.delete(
    hub.path,
    common,
    withTicket(server, hub, (ticket, _admitted, _request, reply) => {
      ticket.connection?.terminate();
      server.tickets.remove(ticket);
      return reply.code(202).type('text/plain').send('');
    }),
  );
}

/** Routes of every hub that the server has. The app must match paths in any letter case. */
export const hubRoutes: FastifyPluginAsync<{ server: SignalRServer }> = async (app, { server }) => {
  const bodyLimit = server.limits.maxFrameBytes;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    // Every answer is for one client and one moment: nothing on the way, nor the browser, may keep it.
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
  for (const hub of server.hubs) addHubRoutes(app, server, hub);
};
