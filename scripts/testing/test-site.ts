/**
 * Build folder, data folder and ports of a test run: never the user's. Ports are baked into a build, so they come in fixed
 * pairs; a run claims a pair by listening on the port before it.
 */
import type { Server } from 'node:http';
import path from 'node:path';
import { close, listen } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { DEMO_LINKS, ROOT } from '#scripts/support/settings.ts';

const FIRST_PORT = 14_300;
const SLOTS = 20;

/** The slot of browser tests that run without `npm test`. */
const DEVELOPER_SLOT = SLOTS;

/** Ports and folders of one test run. */
function siteOf(slot: number) {
  const guard = FIRST_PORT + slot * 3;
  const folder = path.join(ROOT, '.cache/test', `site-${slot}`);
  return {
    slot,
    port: guard + 1,
    apiPort: guard + 2,
    distDir: path.join(folder, 'dist'),
    dataDir: path.join(folder, 'data'),
  };
}
export type TestSite = ReturnType<typeof siteOf>;

/** The site that `npm test` claimed for this process, or the developer slot. */
export const currentTestSite = (): TestSite => siteOf(Number(process.env.TEST_SLOT ?? DEVELOPER_SLOT));

/** Holds the id of the process that serves a test site, for the test that restarts everything. */
export const servePidFile = (site: TestSite): string => path.join(path.dirname(site.dataDir), 'serve.pid');

/** The environment of `npm start` and of builds for a test site, without deployment settings of the caller. */
export function testSiteEnvironment(site: TestSite): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TEST_SLOT: String(site.slot),
    PORT: String(site.port),
    API_PORT: String(site.apiPort),
    HOST: 'localhost',
    ...DEMO_LINKS,
    SITE_DOMAIN: `localhost:${site.port}`,
    API_DOMAIN: `localhost:${site.apiPort}`,
    DIST_DIR: site.distDir,
    DATA_DIR: site.dataDir,
    FILES_DIR: '',
    DATABASE_URL: '',
    // Otherwise it would depend on the machine.
    MINIMAP_RENDERER: 'none',
    // All browsers of a run share one address.
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_ACCOUNT: '0',
    POSTS_PER_DAY: '0',
  };
}

/** Listens on the port, so that no other program gets it. Null when it is taken. */
const hold = (port: number): Promise<Server[] | null> =>
  listen(() => undefined, { host: '127.0.0.1', port, name: 'TEST_SLOT' }).catch(() => null);

async function isFree(port: number): Promise<boolean> {
  const held = await hold(port);
  await close(held ?? []);
  return held !== null;
}

/** Claims free ports for this run; another run on this machine gets others. */
export async function claimTestSite(): Promise<TestSite & { release: () => Promise<void> }> {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const site = siteOf(slot);
    const guard = await hold(site.port - 1);
    if (!guard) continue;
    const release = () => close(guard);
    if ((await isFree(site.port)) && (await isFree(site.apiPort))) return { ...site, release };
    await release();
  }
  throw new PlainFailure(
    `The browser tests found no free ports between ${FIRST_PORT} and ${FIRST_PORT + SLOTS * 3}.`,
  );
}
