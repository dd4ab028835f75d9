/** The id of a request: it is in the answer, in errors and in the log, so that they can be found by each other. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { TrustedProxies } from '#api/config/trusted-proxies.ts';

/** Header of requests and answers. */
export const REQUEST_ID = 'x-request-id';

/** Short, and nothing that could end a line of the log or start another field. */
const SAFE = /^[\w.:-]{1,64}$/;

/** The id that a trusted proxy has given to the request, or a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string {
  const given = headers[REQUEST_ID];
  const isFromProxy = trusted(socket.remoteAddress ?? '', 0);
  return isFromProxy && typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}

/** Adds the id to every answer; must be called before anything that may respond. */
export function installRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
  });
}
