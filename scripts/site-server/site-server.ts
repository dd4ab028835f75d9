/** Serves the four regional builds by host name, as each region's CDN does: rewrites, redirects, 404 page. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { REGION_IDS, type RegionId, regionOfHost } from '#lib/regions.ts';
import { matchRoute, NOT_FOUND_SHELL } from '#lib/routes.ts';
import { ConfigError, hasUsableHost } from '#lib/settings/deployment.ts';
import { answerAtEdge } from '#scripts/site-server/edge.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from '#scripts/site-server/headers.ts';
import {
  type FileRequest,
  listStaticFiles,
  openFile,
  type StaticFiles,
  sendFile,
} from '#scripts/site-server/static-files.ts';
import type { EdgeHandler } from '../../src/edge/handler.ts';

/** Pages have the addresses of their routes, compressed files those of their originals, and files for other hosts none. */
const HIDDEN = /^(?!\/assets\/).*\.html$|\.(br|gz)$|^\/_(headers|redirects)$/;

function decodePath(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function sendRedirect(response: ServerResponse, location: string, query: string): void {
  response.writeHead(301, { Location: `${location}${query}`, 'Content-Length': 0 }).end();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: StaticFiles,
  { edge, addressOf }: Pick<SiteOptions, 'edge' | 'addressOf'>,
): Promise<void> {
  const [encoded = '/', ...rest] = (request.url ?? '/').split(/(?=\?)/);
  const query = rest.join('');
  const decoded = decodePath(encoded);
  if (decoded !== null && files.has(decoded) && !HIDDEN.test(decoded))
    return sendFile(request, response, decoded, files);

  const match = matchRoute(encoded);
  if (match.kind === 'redirect') return sendRedirect(response, match.location, query);
  if (match.kind === 'not-found' || decoded === null)
    return sendFile(request, response, `/${NOT_FOUND_SHELL}`, files, 404);
  // One address per screen. Rebuilt from its segments, so that `//elsewhere/` never becomes another host.
  const canonical = `/${encoded.split('/').filter(Boolean).join('/')}`;
  if (encoded !== canonical) return sendRedirect(response, canonical, query);
  const shell = `/${match.route.shell}`;
  if (edge === undefined || Object.keys(match.params).length === 0)
    return sendFile(request, response, shell, files);
  const openShell = (asked: FileRequest) => openFile(asked, shell, files);
  return answerAtEdge(edge, request, response, openShell, addressOf?.(request));
}

/** Throws a ConfigError when one of the regions has no build in `dist`. */
export function requireBuilds(dist: string, regions: readonly RegionId[]): void {
  for (const region of regions) {
    const folder = path.join(dist, region);
    if (!existsSync(path.join(folder, NOT_FOUND_SHELL)))
      throw new ConfigError(`${folder} has no build: run npm run build, or set DIST_DIR to its folder.`);
  }
}

/** How a site is served. */
interface SiteOptions {
  /** Whether visitors reach it through a proxy that uses HTTPS. */
  overHttps?: boolean;
  /** Fills the heads of shared pages. */
  edge?: EdgeHandler;
  /** The address that a request comes from, so that no one uses up what all crawlers may cause. */
  addressOf?: (request: IncomingMessage) => string;
  /** The regions that are served, by default all; hosts of no region get the first. */
  regions?: readonly RegionId[];
  /** A folder like `dist` whose files replace those of the builds. */
  filled?: string;
}

/** A request listener over the builds in `dist` (`dist/eu` … `dist/sea`), whose files are listed when this is called. */
export function createSiteListener(
  dist: string,
  { overHttps = false, regions = REGION_IDS, filled, ...options }: SiteOptions = {},
): RequestListener {
  const folders = [dist, ...(filled === undefined ? [] : [filled])];
  const sites = new Map(
    regions.map((region) => [region, listStaticFiles(...folders.map((folder) => path.join(folder, region)))]),
  );
  return (request, response) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    if (overHttps) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
    if (!hasUsableHost(request.rawHeaders))
      return void response.writeHead(400, { 'Content-Length': 0 }).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const files = sites.get(regionOfHost(request.headers.host, regions)) as StaticFiles;
    answer(request, response, files, options).catch(() => {
      // The browser left, or the file was removed.
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('The site could not answer this request.');
    });
  };
}
