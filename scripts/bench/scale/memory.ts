/** 30,000 mixed requests and the id lists of the big database: memory of two processes. */
import { type Cluster, startCluster } from '#scripts/bench/scale/cluster.ts';
import { FIRST_CLAN, FIRST_PLAYER, PEOPLE, SIZES } from '#scripts/bench/scale/data.ts';
import { LATEST } from '#scripts/bench/scale/latest-rate.ts';
import { WHOLE_LISTS } from '#scripts/bench/scale/list-calls.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { memoryOf } from '#scripts/bench/scale/memory-of.ts';
import { get } from '#scripts/bench/scale/request.ts';
import { percentile } from '#scripts/bench/stats.ts';

const REQUESTS = 30_000;
const CONCURRENCY = 16;
/** After each part, one of the processes sends every id list. */
const PARTS = 4;
const SAMPLE_MS = 200;
const MEMORY_MAX_MB = 400;
/** How much more the last third may use than the second. */
const GROWTH_MAX = 1.1;

const LISTS = ['ids of posts', 'ids of replays', 'players', 'clans'];

const oneOf = (count: number): number => Math.floor(Math.random() * count);
const { players, clans } = SIZES.big;

/** Calls of visitors, in turn. */
const CALLS: readonly (() => string)[] = [
  () => LATEST,
  () => `/api/Post/latest?page=${1 + oneOf(9_000)}&pageSize=100`,
  () => `/api/Post/${PEOPLE.received}/received?page=${1 + oneOf(3_500)}&pageSize=10`,
  () => `/api/Post/${FIRST_PLAYER + oneOf(players)}/sent`,
  () => `/api/Player/${FIRST_PLAYER + oneOf(players)}?includeClanInfo=true`,
  () => `/api/Player/search/${['admiral', 'iron_', 'kraken_1', 'ern'][oneOf(4)]}`,
  () => `/api/Clan/${FIRST_CLAN + 1 + oneOf(clans)}`,
  () => '/api/Status',
];

/** Memory of each process, sampled while the requests run. */
async function run({ processes }: Cluster): Promise<{ samples: number[][]; failed: number; ms: number }> {
  const samples: number[][] = processes.map(() => []);
  const sampler = setInterval(() => {
    for (const [index, { child }] of processes.entries()) samples[index]?.push(memoryOf(child.pid));
  }, SAMPLE_MS);
  const started = performance.now();
  let failed = 0;
  const send = async (index: number, path: string): Promise<void> => {
    const { status } = await get(`${processes[index % processes.length]?.origin()}${path}`);
    if (status !== 200 && status !== 204) failed += 1;
  };
  for (let part = 1; part <= PARTS; part += 1) {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < REQUESTS / PARTS) {
        next += 1;
        await send(next, CALLS[next % CALLS.length]?.() ?? '');
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    for (const list of LISTS) await send(part, WHOLE_LISTS[list] ?? '');
  }
  clearInterval(sampler);
  return { samples, failed, ms: performance.now() - started };
}

async function measure({ server, endApi }: Bench): Promise<Outcome> {
  await endApi('big');
  const cluster = await startCluster(server, 2, { existing: await server.databaseOf('big') });
  try {
    const { samples, failed, ms } = await run(cluster);
    const rows = samples.map((megabytes, index) => {
      const third = Math.floor(megabytes.length / 3);
      const [, second = 0, last = 0] = [0, 1, 2].map((part) =>
        percentile(megabytes.slice(part * third, (part + 1) * third), 0.5),
      );
      return {
        process: index,
        'most (MB)': Math.max(...megabytes),
        'median of the second third (MB)': second,
        'median of the last third (MB)': last,
        growth: last / second,
        failed,
        'seconds in all': ms / 1000,
      };
    });
    const isMet = rows.every((row) => row['most (MB)'] <= MEMORY_MAX_MB && row.growth <= GROWTH_MAX);
    return { rows, isMet: isMet && failed === 0 };
  } finally {
    await cluster.close();
  }
}

/** Goal: flat, and at most 400 MB a process. */
export const memory: Measurement = {
  name: 'memory',
  goal: `${REQUESTS} mixed requests and the id lists: at most ${MEMORY_MAX_MB} MB a process, growth at most ${GROWTH_MAX}`,
  measure,
};
