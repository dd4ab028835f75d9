/**
 * `npm run production`: the whole product on one port, for a proxy with HTTPS in front of it. It builds the site for any
 * deployment when sources have changed, unless `--built` is given, and fills it with the settings of this one.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endWithUsage, runApi } from '#api/app/run.ts';
import { startApi } from '#api/app/start.ts';
import { callerAddress } from '#api/base/trusted-proxies.ts';
import { onePort } from '#api/config/checks.ts';
import { loadConfig } from '#api/config/load-config.ts';
import { ConfigError } from '#lib/settings/deployment.ts';
import { fetchFromApi } from '#scripts/site-server/edge.ts';
import { fillBuilds } from '#scripts/site-server/fill-builds.ts';
import { createSiteListener, requireBuilds } from '#scripts/site-server/site-server.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { loadConfig as loadSiteConfig } from '../src/config.ts';
import { createEdgeHandler } from '../src/edge/handler.ts';

const USAGE = `Usage: npm run production [-- --built]

--built  serves the build that is there, without a look at the sources

Settings are environment variables: docs/configuration.md.`;

/** Tells a proxy for which `?domain=` it may request a certificate: 204 for the names of this deployment, else 404. */
const SERVED_HOST = '/.well-known/served-host';

/** Builds in a process of its own, which an interruption ends with this one. */
function build(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], {
    cwd: ROOT,
    env: { ...process.env, PORTABLE: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new ConfigError('The site could not be built: see above.');
}

/** An empty folder for the filled pages. systemd has one for caches, while it deletes old files in the temporary folder. */
async function createFolder(caches: string | undefined, port: number): Promise<string> {
  if (!caches) return mkdtemp(path.join(os.tmpdir(), 'fleet-karma-'));
  // Other processes on the machine have other ports.
  const folder = path.join(caches, `pages-${port}`);
  // Left by a killed process.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return folder;
}

await runApi(
  () => {
    const options = process.argv.slice(2);
    if (options.includes('--help')) endWithUsage(USAGE);
    const unknown = options.find((option) => option !== '--built');
    if (unknown !== undefined) throw new ConfigError(`Unknown option ${unknown}.\n\n${USAGE}`);
    const config = loadConfig(process.env, 'production', { isOnePort: true });
    // The only process can migrate. Several would wait for each other's locks: there it is a step of its own.
    return { ...config, migrateAtStart: config.redisUrl === null };
  },
  async (config, log) => {
    const site = loadSiteConfig(onePort(process.env));
    if (!process.argv.includes('--built')) build();
    const dist = path.resolve(ROOT, process.env.DIST_DIR || 'dist');
    requireBuilds(dist, site.regions);
    const filled = await createFolder(process.env.CACHE_DIRECTORY, config.port);
    process.once('exit', () => rmSync(filled, { recursive: true, force: true }));
    await fillBuilds(dist, filled, site);
    const addresses = site.regions.map((id) => site.siteOrigins[id]);
    let port = config.port;
    const listener = createSiteListener(dist, {
      ...site,
      overHttps: addresses.some((address) => address.startsWith('https:')),
      edge: createEdgeHandler({ ...site, fetch: fetchFromApi(() => port) }),
      addressOf: (request) => callerAddress(request, config.trustedProxies),
      filled,
    });
    port = await startApi(config, log, (request, response) => {
      if (!request.url?.startsWith(SERVED_HOST)) return listener(request, response);
      const { searchParams } = new URL(request.url, 'http://localhost');
      const isServed = addresses.some((address) => new URL(address).hostname === searchParams.get('domain'));
      response.writeHead(isServed ? 204 : 404, { 'Cache-Control': 'no-store' }).end();
    });
    return [`Fleet Karma listens on http://localhost:${port} for ${addresses.join(', ')}`];
  },
);
