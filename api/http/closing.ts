/** Ending without cutting anybody off. */
import type { FastifyInstance } from 'fastify';

/**
 * Once the app is closing, answers to requests that were under way end their connections: kept alive, they would hold
 * the end up until their client lets go.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close');
    return payload;
  });
}
