/** Serves the four regional builds by host name, as a region's CDN would: rewrites, redirects, 404 page. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { REGION_IDS, regionOfHost } from '#lib/regions.ts';
import { matchRoute, NOT_FOUND_SHELL } from '#lib/routes.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from '#scripts/site-server/headers.ts';
import { sendFile } from '#scripts/site-server/send.ts';
import type { StaticFile } from '#scripts/site-server/static-files.ts';
import { EDITORS_FILE, readStaticFiles, staticFile } from '#scripts/site-server/static-files.ts';

interface RegionSite {
  folder: string;
  files: Map<string, StaticFile>;
}

function decodePath(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

async function fileAt(site: RegionSite, url: string): Promise<StaticFile | null> {
  if (EDITORS_FILE.test(url)) {
    // Read for each request, because editors replace it in place.
    const body = await readFile(path.join(site.folder, url)).catch(() => null);
    return body && staticFile(url, body);
  }
  return url.endsWith('.html') ? null : (site.files.get(url) ?? null);
}

function sendRedirect(response: ServerResponse, location: string, query: string): void {
  response.writeHead(301, { Location: `${location}${query}`, 'Content-Length': 0 }).end();
}

function sendNotFound(request: IncomingMessage, response: ServerResponse, site: RegionSite): void {
  const shell = site.files.get(`/${NOT_FOUND_SHELL}`);
  if (shell) sendFile(request, response, shell, 404);
  else response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found');
}

async function answer(request: IncomingMessage, response: ServerResponse, site: RegionSite): Promise<void> {
  const url = request.url ?? '/';
  const queryAt = url.indexOf('?');
  const encoded = queryAt < 0 ? url : url.slice(0, queryAt);
  const query = queryAt < 0 ? '' : url.slice(queryAt);
  const decoded = decodePath(encoded);
  if (decoded === null) return sendNotFound(request, response, site);

  const file = await fileAt(site, decoded);
  if (file) return sendFile(request, response, file);

  const match = matchRoute(encoded);
  if (match.kind === 'redirect') return sendRedirect(response, match.location, query);
  const shell = match.kind === 'route' ? site.files.get(`/${match.route.shell}`) : undefined;
  if (!shell) return sendNotFound(request, response, site);
  // One address per screen. Rebuilt from its segments, so that `//elsewhere/` never becomes another host.
  const canonical = `/${encoded.split('/').filter(Boolean).join('/')}`;
  if (encoded !== canonical) return sendRedirect(response, canonical, query);
  return sendFile(request, response, shell);
}

/**
 * A request listener over the builds in `dist` (`dist/eu` … `dist/sea`), read once when this is called. `overHttps` says
 * that visitors reach it through a proxy that speaks HTTPS.
 */
export async function createSiteListener(dist: string, overHttps = false): Promise<RequestListener> {
  const sites = new Map<string, RegionSite>();
  await Promise.all(
    REGION_IDS.map(async (region) => {
      const folder = path.join(dist, region);
      sites.set(region, { folder, files: await readStaticFiles(folder) });
    }),
  );
  return (request, response) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    if (overHttps) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const site = sites.get(regionOfHost(request.headers.host)) as RegionSite;
    answer(request, response, site).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('The site could not answer this request.');
    });
  };
}
