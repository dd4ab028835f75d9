/**
 * `npm run serve:edge`: serves the builds in DIST_DIR with link previews, on EDGE_PORT of the loopback address. A web server in
 * front of it serves the files itself and passes on the addresses of players, posts and clans.
 */
import path from 'node:path';
import { readVariables } from '#lib/schemas/variables.ts';
import { fetchFromApi } from '#scripts/site-server/edge.ts';
import { createSiteListener, requireBuilds } from '#scripts/site-server/site-server.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { ROOT, requireDeployment } from '#scripts/support/settings.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';
import { loadConfig } from '../src/config.ts';
import { createEdgeHandler } from '../src/edge/handler.ts';

async function main(ending: AbortSignal): Promise<void> {
  requireDeployment();
  const { values, problems } = readVariables(LOCAL_VARIABLES, process.env);
  if (problems.length > 0) throw new PlainFailure(problems.join('\n'));
  const { EDGE_PORT: port, DIST_DIR } = values;
  const distDir = path.resolve(ROOT, DIST_DIR);
  const site = loadConfig();
  requireBuilds(distDir, site.regions);
  const edge = createEdgeHandler({ ...site, fetch: fetchFromApi() });
  const overHttps = site.regions.some((id) => site.siteOrigins[id].startsWith('https:'));
  const listener = createSiteListener(distDir, { ...site, overHttps, edge });
  const servers = await listen(listener, { host: null, port, name: 'EDGE_PORT' });
  console.log(`Link previews on http://localhost:${port}`);
  await new Promise((resolve) => ending.addEventListener('abort', resolve, { once: true }));
  await close(servers);
}

await runScript(main, { exitCode: 0 });
