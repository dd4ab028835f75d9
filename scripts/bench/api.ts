/**
 * `npm run bench:api`: a regional API with invented data under load. Each result is also given as a ratio to `/api/status`
 * in the same run, because absolute numbers depend on the machine. DATABASE_URL measures a PostgreSQL server.
 */
import { PLAYER, signIn, withApi } from '#scripts/bench/bench-api.ts';
import { measureBroadcasts } from '#scripts/bench/broadcasts.ts';
import { type LoadResult, load } from '#scripts/bench/load.ts';
import { machineLoad, number } from '#scripts/bench/stats.ts';
import { runScript } from '#scripts/support/processes.ts';

const CONCURRENCY = 64;
const DURATION_MS = Number(process.env.BENCH_SECONDS || 5) * 1000;
const WARM_UP_MS = 1_500;
const CLIENTS = 500;
const BROADCASTS = 50;

const CALLS: readonly (readonly [name: string, path: string])[] = [
  ['latest feed, 10 posts', '/api/Post/latest?page=1&pageSize=10'],
  ['received page, 20 posts', `/api/Post/${PLAYER}/received?page=1&pageSize=20`],
];

function report(name: string, result: LoadResult, status: LoadResult): void {
  const ratio =
    result === status
      ? ''
      : ` · throughput ${number(result.rate / status.rate)} and p99 ${number(result.p99 / status.p99)} of status`;
  console.log(
    `${name}: ${number(result.rate)}/s, p50 ${number(result.p50)} ms, p99 ${number(result.p99)} ms, ${result.failed} failed${ratio}`,
  );
}

async function measureCalls(origin: string): Promise<boolean> {
  const measure = async (address: string): Promise<LoadResult> => {
    await load(origin + address, CONCURRENCY, WARM_UP_MS);
    return load(origin + address, CONCURRENCY, DURATION_MS);
  };
  const status = await measure('/api/Status');
  report('status', status, status);
  let failed = status.failed;
  for (const [name, address] of CALLS) {
    const result = await measure(address);
    report(name, result, status);
    failed += result.failed;
  }
  return failed === 0;
}

async function measureHub(origin: string): Promise<boolean> {
  const { expected, received, p50, p99 } = await measureBroadcasts(origin, await signIn(origin), {
    clients: CLIENTS,
    broadcasts: BROADCASTS,
  });
  console.log(
    `${CLIENTS} hub clients, ${BROADCASTS} broadcasts: ${received} of ${expected} received, after p50 ${number(p50)} ms, p99 ${number(p99)} ms`,
  );
  return received === expected;
}

await runScript(async () => {
  const started = performance.now();
  await withApi(async (_, origin) => {
    const seconds = (performance.now() - started) / 1000;
    console.log(`Ready with invented data after ${number(seconds)} s; ${machineLoad()}.`);
    const calls = await measureCalls(origin);
    const hub = await measureHub(origin);
    process.exitCode = calls && hub ? 0 : 1;
  });
});
