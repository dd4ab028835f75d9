/**
 * `npm run bench:api`: a regional API with invented data under load. Each result is also given as a ratio to `/api/status`
 * in the same run, because absolute numbers depend on the machine. DATABASE_URL measures a PostgreSQL server. Then four calls
 * against bare routes, on a server of its own.
 */
import { measureAgainstBareRoutes } from '#scripts/bench/bare-routes.ts';
import { measureBroadcasts } from '#scripts/bench/broadcasts.ts';
import { PLAYER, signIn } from '#scripts/bench/calls.ts';
import { load } from '#scripts/bench/load.ts';
import { withApi } from '#scripts/bench/product.ts';
import { printTable } from '#scripts/bench/stats.ts';
import { runScript } from '#scripts/support/processes.ts';

const CONCURRENCY = 64;
const DURATION_MS = Number(process.env.BENCH_SECONDS || 5) * 1000;
const WARM_UP_MS = 1_500;
const CLIENTS = 500;
const BROADCASTS = 50;

const CALLS = {
  status: '/api/Status',
  'latest feed, 10 posts': '/api/Post/latest?page=1&pageSize=10',
  'received page, 20 posts': `/api/Post/${PLAYER}/received?page=1&pageSize=20`,
};

async function measureCalls(origin: string): Promise<boolean> {
  const results = [];
  for (const [call, path] of Object.entries(CALLS)) {
    await load(origin + path, CONCURRENCY, WARM_UP_MS);
    results.push({ call, ...(await load(origin + path, CONCURRENCY, DURATION_MS)) });
  }
  const [status] = results;
  const rows = results.map(({ call, rate, p50, p99, failed }) => ({
    call,
    'per second': rate,
    'of status': rate / (status?.rate ?? Number.NaN),
    'p50 (ms)': p50,
    'p99 (ms)': p99,
    'p99 of status': p99 / (status?.p99 ?? Number.NaN),
    failed,
  }));
  printTable(`${CONCURRENCY} connections`, rows);
  return rows.every(({ failed }) => failed === 0);
}

async function measureHub(origin: string): Promise<boolean> {
  const delays = await measureBroadcasts(origin, await signIn(origin), CLIENTS, BROADCASTS);
  const expected = CLIENTS * BROADCASTS;
  printTable(`${BROADCASTS} broadcasts to ${CLIENTS} hub clients`, [{ expected, ...delays }]);
  return delays.received === expected;
}

await runScript(async () => {
  let isMet = true;
  await withApi(async ({ apiOrigin }) => {
    for (const measure of [measureCalls, measureHub]) isMet = (await measure(apiOrigin)) && isMet;
  });
  isMet = (await measureAgainstBareRoutes(DURATION_MS)) && isMet;
  process.exitCode = isMet ? 0 : 1;
});
