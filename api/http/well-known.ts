/** Addresses that programs look for on every host: the icon of its pages, and how to report a weakness. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '#api/config.ts';
import { regionOfHost } from '#lib/regions.ts';

const ICON = path.resolve(import.meta.dirname, '../../public/favicon.ico');
const hidden = { schema: { hide: true } as object };

/** Registers the site's icon, and a redirect to the region's own `security.txt` on the site. */
export function wellKnownRoutes(app: FastifyInstance, { siteOrigins }: Pick<ApiConfig, 'siteOrigins'>): void {
  const icon = readFileSync(ICON);
  app.get('/favicon.ico', hidden, async (_request, reply) =>
    reply.headers({ 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' }).send(icon),
  );
  app.get('/.well-known/security.txt', hidden, async (request, reply) => {
    const site = siteOrigins[regionOfHost(request.headers.host)][0];
    return reply.redirect(`${site}/.well-known/security.txt`, 302);
  });
}
