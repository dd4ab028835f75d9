/** Pictures of maps, from the operator's folder (rule 30.13). */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { findMapPicture } from '#api/base/map-pictures.ts';
import { type Ctx, type Deps, route, SENT } from '#api/calls/core/route.ts';
import { notFound } from '#api/http/errors.ts';
import { getMapPicture } from '#lib/schemas/calls/map.ts';

async function send({ deps, params, reply }: Ctx<typeof getMapPicture>): Promise<typeof SENT> {
  const picture = await findMapPicture(deps.config.minimapsFolder, params.map);
  if (picture === null) throw notFound();
  reply.header('content-type', picture.type).send(await readFile(picture.file));
  return SENT;
}

/** Registers the call. */
export function mapRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getMapPicture, send);
}
