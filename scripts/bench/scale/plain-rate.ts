/** The first page of the latest posts on the big database: the API against plain `pg`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { load } from '#scripts/bench/load.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { getOk } from '#scripts/bench/scale/request.ts';
import { percentile } from '#scripts/bench/stats.ts';

const LATEST = '/api/Post/latest?page=1&pageSize=10';
const CONCURRENCY = 16;
const TURNS = 5;
const TURN_MS = 3_000;
const WARM_UP_MS = 1_500;
const RATIO_MIN = 0.5;
const PROGRAM = path.join(import.meta.dirname, 'plain-server.ts');

/** Throws unless both return the same posts and the same number of them. */
async function requireSameAnswers(urls: readonly string[]): Promise<void> {
  const [api, plain] = await Promise.all(urls.map((url) => getOk(url)));
  const isSame =
    api?.headers['content-items-total'] === plain?.headers['content-items-total'] &&
    isDeepStrictEqual(JSON.parse(api?.text ?? ''), JSON.parse(plain?.text ?? ''));
  if (!isSame)
    throw new Error('The plain server answers differently: compare its statements with those of the API.');
}

/** Answers per second of both addresses, which take turns. The median of the turns counts. */
async function ratesOf(addresses: readonly string[]): Promise<number[]> {
  const rates = new Map(addresses.map((address) => [address, [] as number[]]));
  for (const address of addresses) await load(address, CONCURRENCY, WARM_UP_MS);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const address of addresses) {
      const { rate, failed } = await load(address, CONCURRENCY, TURN_MS);
      if (failed > 0) throw new Error(`${failed} requests to ${address} failed.`);
      rates.get(address)?.push(rate);
    }
  return [...rates.values()].map((found) => percentile(found, 0.5));
}

async function measure(bench: Bench): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: await bench.server.databaseOf('big') };
  const child = fork(PROGRAM, { env });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const origins = [(await bench.api('big')).origin(), `http://127.0.0.1:${port}`];
    const addresses = origins.map((origin) => origin + LATEST);
    await requireSameAnswers(addresses);
    const [api = 0, plain = Number.NaN] = await ratesOf(addresses);
    return {
      rows: [{ 'API (per second)': api, 'plain pg (per second)': plain, ratio: api / plain }],
      isMet: api / plain >= RATIO_MIN,
    };
  } finally {
    child.kill('SIGKILL');
  }
}

/** Goal: at least half the rate of plain `pg`. */
export const plainRate: Measurement = {
  name: 'plain-rate',
  goal: `latest posts, page 1, ${CONCURRENCY} at once, against plain pg with named statements: at least ${RATIO_MIN}`,
  measure,
};
