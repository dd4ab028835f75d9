/**
 * `npm run bench:api`: a regional API of its own with seeded data, under load. Numbers of one machine say little, so each
 * is also given as a ratio to `/api/status` of the same server in the same run. DATABASE_URL measures a server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { measureBroadcasts } from '#scripts/bench/broadcasts.ts';
import { freePort, number } from '#scripts/bench/figures.ts';
import { type LoadResult, load } from '#scripts/bench/load.ts';
import { signIn } from '#scripts/bench/sign-in.ts';
import { startApi } from '#scripts/support/api-process.ts';
import { runScript } from '#scripts/support/plain-failure.ts';
import { endOnSignals, stop } from '#scripts/support/processes.ts';

const CONCURRENCY = 64;
const DURATION_MS = Number(process.env.BENCH_SECONDS || 5) * 1000;
const WARM_UP_MS = 1_500;
const CLIENTS = 500;
const BROADCASTS = 50;
/** An administrator who may skip the cooldown, and a player with many posts about them. */
const ADMINISTRATOR = 500000004;
const PLAYER = 500000001;

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
  const token = await signIn(origin, ADMINISTRATOR);
  const options = { clients: CLIENTS, broadcasts: BROADCASTS, token, author: ADMINISTRATOR };
  const { expected, received, p50, p99 } = await measureBroadcasts(origin, options);
  console.log(
    `${CLIENTS} hub clients, ${BROADCASTS} broadcasts: ${received} of ${expected} received, after p50 ${number(p50)} ms, p99 ${number(p99)} ms`,
  );
  return received === expected;
}

await runScript(async () => {
  endOnSignals();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const port = await freePort();
  const limits = { RATE_LIMIT_ADDRESS: '0', RATE_LIMIT_ACCOUNT: '0' };
  const api = startApi({
    ...process.env,
    HOST: '127.0.0.1',
    API_PORT: String(port),
    DATA_DIR: folder,
    FILES_DIR: '',
    ...limits,
  });
  try {
    const started = performance.now();
    await api.ready;
    console.log(
      `Ready with seeded data after ${number((performance.now() - started) / 1000)} s; ${os.cpus().length} cores.`,
    );
    const origin = `http://127.0.0.1:${port}`;
    const calls = await measureCalls(origin);
    const hub = await measureHub(origin);
    process.exitCode = calls && hub ? 0 : 1;
  } finally {
    await stop(api);
    await rm(folder, { recursive: true, force: true });
  }
});
