/** Announces read-only mode to clients, without a request of their own for it (rule 22.13). */
import type { FastifyInstance } from 'fastify';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';

/** Adds a header to every answer while the mode is on. */
export function installReadOnlyHeader(app: FastifyInstance, readOnly: ReadOnlyMode): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (readOnly.isOn) reply.header(READ_ONLY_HEADER, 'true');
  });
}
