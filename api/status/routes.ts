/** Call of `/api/status`. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/deps.ts';
import { route } from '#api/http/route.ts';
import { getStatus } from '#lib/schemas/calls/replay.ts';

/** Registers the call: it answers as long as the process serves requests. */
export function statusRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getStatus, async () => undefined);
}
