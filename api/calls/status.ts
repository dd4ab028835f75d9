/**
 * Calls about the service itself: its status and features, the icon of its pages, how to report a
 * vulnerability, and the operator's maps.
 */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findMapPicture } from '#api/base/map-pictures.ts';
import { type Ctx, type Deps, route, SENT } from '#api/calls/core/route.ts';
import { notFound } from '#api/http/errors.ts';
import { regionOfHost } from '#lib/regions.ts';
import { FEATURES, type Feature, getFeatures } from '#lib/schemas/calls/features.ts';
import { getMapPicture } from '#lib/schemas/calls/map.ts';
import { getStatus } from '#lib/schemas/calls/replay.ts';

const ICON = path.resolve(import.meta.dirname, '../../public/favicon.ico');

/** Registers `/api/status`, `/api/features`, the site's icon, and a redirect to the `security.txt` of the region's site. */
export function statusRoutes(app: FastifyInstance, deps: Deps): void {
  const icon = readFileSync(ICON);
  route(app, deps, getStatus, async () => undefined);
  const isOff: Partial<Record<Feature, boolean>> = {
    holds: deps.config.holds === 'off',
    'holds-unproven': deps.config.holds !== 'unproven',
    minimaps: deps.config.minimapsFolder === null,
  };
  const features = FEATURES.filter((name) => !isOff[name]);
  route(app, deps, getFeatures, async ({ region }) => ({
    features: features.filter((name) => name !== 'cis-replays' || region === 'cis'),
  }));
  app.get('/favicon.ico', async (_request, reply) =>
    reply.headers({ 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' }).send(icon),
  );
  app.get('/.well-known/security.txt', async (request, reply) => {
    const site = deps.config.siteOrigins[regionOfHost(request.headers.host, deps.config.regions)][0];
    return reply.redirect(`${site}/.well-known/security.txt`, 302);
  });
}

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
