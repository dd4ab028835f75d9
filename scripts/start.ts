/** `npm start`: builds what is stale, starts the regional API and serves the sites on this machine. */
import type { RequestListener } from 'node:http';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { type RegionId, regionHost, regions } from '#lib/regions.ts';
import { buildSiteIfStale, lockBuilds } from '#scripts/build/build-site.ts';
import { fetchFromApi } from '#scripts/site-server/edge.ts';
import { loopbackOnly } from '#scripts/site-server/loopback-only.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { startApi } from '#scripts/support/api-process.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript, stopAll } from '#scripts/support/processes.ts';
import { readDemoSettings } from '#scripts/support/settings.ts';
import { loadConfig } from '../src/config.ts';
import { createEdgeHandler } from '../src/edge/handler.ts';

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2' });
  response.end('The site is starting. Try again in a moment.');
};

/** Prints a line with the addresses and one per account, in one write, so that a program that waits for it gets all of it. */
function printReady(served: readonly RegionId[], domain: string, usesOwnPublisher: boolean): void {
  const addresses = served.map((id) => `${regions[id].label} http://${regionHost(id, domain, served[0])}`);
  const accounts = FIXED_ACCOUNTS.map(
    ({ id, username, purpose }) => `  sign in as ${username.padEnd(18)} ${id}  ${purpose}`,
  );
  console.log([`Ready: ${addresses.join('  ')}`, ...(usesOwnPublisher ? [] : accounts)].join('\n'));
}

async function main(ending: AbortSignal): Promise<void> {
  const { host, port, distDir, env } = readDemoSettings();
  let listener = answerStarting;
  // The port comes first, so that a port in use is reported at once and not after a build.
  const answer = loopbackOnly((request, response) => listener(request, response));
  const servers = await listen(answer, {
    host,
    port,
    name: 'PORT',
  });
  try {
    lockBuilds(distDir, 'set DIST_DIR and DATA_DIR to other folders');
    const site = loadConfig(env);
    console.log('Starting the API …');
    const api = startApi(env);
    await Promise.all([api.ready, buildSiteIfStale(distDir, env)]);
    listener = createSiteListener(distDir, {
      ...site,
      overHttps: site.regions.some((id) => site.siteOrigins[id].startsWith('https:')),
      edge: createEdgeHandler({ ...site, fetch: fetchFromApi() }),
    });
    printReady(site.regions, env.SITE_DOMAIN as string, Boolean(env.PUBLISHER));
    const code = await api.exited;
    throw new PlainFailure(
      `The regional API ended unexpectedly (code ${code}), so the site was stopped too.`,
    );
  } catch (error) {
    if (!ending.aborted) throw error;
  } finally {
    await Promise.all([close(servers), stopAll()]);
  }
}

await runScript(main, { exitCode: 0 });
