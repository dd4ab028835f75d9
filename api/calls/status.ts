/** Calls about the service itself: its status and features, the icon of its pages, and how to report a vulnerability. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/calls/core/route.ts';
import { route } from '#api/calls/core/route.ts';
import { regionOfHost } from '#lib/regions.ts';
import { FEATURES, type Feature, getFeatures } from '#lib/schemas/calls/features.ts';
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
