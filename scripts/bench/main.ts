/**
 * `npm run bench`: measures the feed, calls of the API, acts of users and pages on a slow line, or the parts that are named:
 * `npm run bench -- feed calls`. Each starts the product on ports of its own. Ends with code 1 when a goal is missed.
 */
import '#tests/support/localhost.ts';
import path from 'node:path';
import { regionHost } from '#lib/regions.ts';
import { measurePages, PAGE_PARTS, type PagePart } from '#scripts/bench/pages.ts';
import { takeTurns } from '#scripts/bench/take-turns.ts';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { startApi } from '#scripts/support/api-process.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript, stopAll } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { ensurePostgres } from '#scripts/testing/debian-packages.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';

/** Keeps PostgreSQL with the invented world, which takes minutes to seed. */
const FOLDER = path.join(ROOT, '.cache/bench');
const CONNECTIONS = 16;
const CALL_MS = 1_000;
/** Ids of one request for karma. */
const IDS = 20;
const PLAYER = 500_000_002;

/** Measures pages of the built site, with the demo's API and fresh data. */
async function benchPages(site: TestSite, name: string, part: PagePart): Promise<void> {
  const env = testSiteEnvironment(site);
  await copySeededData(site.dataDir);
  await startApi(env).ready;
  await buildSiteIfStale(site.distDir, env);
  const listener = createSiteListener(site.distDir);
  const servers = await listen(listener, { host: null, port: site.port, name: 'PORT' });
  await measurePages(`http://localhost:${site.port}`, name, part).finally(() => close(servers));
}

/** A request, which may differ each time. */
type Call = () => readonly [path: string, ids?: readonly number[]];

/** Answers per second. Throws when a request fails. */
async function rateOf(origin: string, call: Call): Promise<number> {
  const started = performance.now();
  let answers = 0;
  const connect = async (): Promise<void> => {
    for (; performance.now() < started + CALL_MS; answers += 1) {
      const [address, ids] = call();
      const headers = { 'content-type': 'application/json' };
      const post = { method: 'POST', headers, body: JSON.stringify(ids) };
      const response = await fetch(origin + address, ids ? post : {});
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.status} from ${address}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connect));
  return answers / ((performance.now() - started) / 1000);
}

/** The calls of public pages and bots, by name. */
async function callsOf(origin: string): Promise<Readonly<Record<string, Call>>> {
  const list = async (address: string) => (await (await fetch(origin + address)).json()) as { id: number }[];
  const [players, clans, posts] = await Promise.all(
    ['/api/Player', '/api/Clan', '/api/Post/latest?pageSize=1'].map(list),
  );
  const other = (rows: readonly { id: number }[] = [], count = 1): number[] =>
    Array.from({ length: count }, () => rows[Math.floor(Math.random() * rows.length)]?.id ?? Number.NaN);
  const [clan] = other(clans);
  const ids = other(players, IDS);
  return {
    'latest posts, 10': () => ['/api/Post/latest?pageSize=10'],
    'latest posts, 100': () => ['/api/Post/latest?pageSize=100'],
    'received posts, 10': () => [`/api/Post/${PLAYER}/received?pageSize=10`],
    'one post': () => [`/api/Post/${posts?.[0]?.id}`],
    player: () => [`/api/Player/${PLAYER}`],
    clan: () => [`/api/Clan/${clan}`],
    'clan, other ids': () => [`/api/Clan/${other(clans)}`],
    'clan without members': () => [`/api/Clan/${clan}?includeMembers=false`],
    'clan without members, other ids': () => [`/api/Clan/${other(clans)}?includeMembers=false`],
    karmas: () => ['/api/Player/karmas', ids],
    'karmas, other ids': () => ['/api/Player/karmas', other(players, IDS)],
    'karmas-full': () => ['/api/Player/karmas-full', ids],
    'karmas-full, other ids': () => ['/api/Player/karmas-full', other(players, IDS)],
    'search for players': () => ['/api/Player/search/borodino'],
    'search for clans': () => ['/api/Clan/search/a'],
  };
}

/** Measures calls of an API on PostgreSQL. */
async function benchCalls(site: TestSite): Promise<void> {
  const postgres = await startPostgres(ensurePostgres(), path.join(FOLDER, 'postgres'));
  try {
    const data = { DATABASE_URL: postgres.url, DATA_DIR: path.join(FOLDER, 'data') };
    await startApi({ ...testSiteEnvironment(site), ...data }).ready;
    const origin = `http://${regionHost('eu', `localhost:${site.apiPort}`)}`;
    const rows = Object.entries(await callsOf(origin)).map(([name, call]) => ({
      name,
      measure: async () => ({ 'calls/s': await rateOf(origin, call) }),
    }));
    await takeTurns('calls', rows, Math.min);
  } finally {
    await stopAll();
    await postgres.stop();
  }
}

await runScript(async () => {
  const all = [...Object.keys(PAGE_PARTS), 'calls'];
  const names = process.argv.length > 2 ? process.argv.slice(2) : all;
  if (!names.every((name) => all.includes(name)))
    throw new PlainFailure(`Usage: npm run bench [-- ${all.join(' ')}]`);
  const site = await claimTestSite();
  // Sign-in in the browser reads the ports from this variable.
  process.env.TEST_SLOT = String(site.slot);
  try {
    for (const name of names) {
      const part = PAGE_PARTS[name];
      await (part ? benchPages(site, name, part) : benchCalls(site)).finally(stopAll);
    }
  } finally {
    await site.release();
  }
});
