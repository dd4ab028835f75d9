/**
 * `npm run serve:edge`: serves the builds in DIST_DIR with link previews, on EDGE_PORT of the loopback address. A web server in
 * front of it serves the files itself and passes on the addresses of players, posts and clans.
 */
import { accessSync } from 'node:fs';
import path from 'node:path';
import { REGION_IDS } from '#lib/regions.ts';
import { wholeNumber } from '#lib/schemas/deployment.ts';
import { fetchFromApi } from '#scripts/site-server/edge.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { loadConfig } from '../src/config.ts';
import { createEdgeHandler } from '../src/edge/handler.ts';

const DEFAULT_PORT = 4330;

function portOf({ EDGE_PORT }: NodeJS.ProcessEnv): number {
  const result = wholeNumber(1, 65_535, '').safeParse(EDGE_PORT || DEFAULT_PORT);
  if (result.success) return result.data;
  throw new PlainFailure(`EDGE_PORT must be a port number from 1 to 65535, not "${EDGE_PORT}".`);
}

function requireBuilds(distDir: string): void {
  for (const region of REGION_IDS) {
    const folder = path.join(distDir, region);
    try {
      accessSync(path.join(folder, '404.html'));
    } catch {
      throw new PlainFailure(`${folder} has no build: run npm run build, or set DIST_DIR to its folder.`);
    }
  }
}

async function main(ending: AbortSignal): Promise<void> {
  const port = portOf(process.env);
  const distDir = path.resolve(ROOT, process.env.DIST_DIR || 'dist');
  requireBuilds(distDir);
  const site = loadConfig();
  const edge = createEdgeHandler({ ...site, fetch: fetchFromApi });
  const overHttps = site.siteOrigins.eu.startsWith('https:');
  const listener = createSiteListener(distDir, overHttps, edge);
  const servers = await listen(listener, { host: null, port, name: 'EDGE_PORT' });
  console.log(`Link previews on http://localhost:${port}`);
  await new Promise((resolve) => ending.addEventListener('abort', resolve, { once: true }));
  await close(servers);
}

await runScript(main, { exitCode: 0 });
