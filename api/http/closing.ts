/** Ending without cutting anybody off. */
import type { FastifyInstance } from 'fastify';
import { problem } from '#api/http/errors.ts';

/**
 * Once the app is closing, further requests get 503, and answers to requests that were under way end their connections: kept alive, they would hold
 * the end up until their client lets go.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    const detail = 'The service is restarting. Try again in a moment.';
    if (isClosing) throw problem(503, { detail, headers: { 'retry-after': '2' } });
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close');
    return payload;
  });
}
