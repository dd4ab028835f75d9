/** The first page of the latest posts at concurrency 16: big against small. */
import { load } from '#scripts/bench/load.ts';
import { type Bench, type Measurement, type Outcome, SIZE_NAMES } from '#scripts/bench/scale/measurement.ts';
import type { SizeName } from '#scripts/bench/scale/servers.ts';
import { percentile } from '#scripts/bench/stats.ts';

const CONCURRENCY = 16;
const TURNS = 5;
const TURN_MS = 3_000;
const WARM_UP_MS = 1_500;
const RATIO_MIN = 0.8;

/** The call that is measured. */
export const LATEST = '/api/Post/latest?page=1&pageSize=10';

/** Answers per second of several addresses, which take turns. The median of the turns counts. */
export async function ratesOf<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(addresses) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const name of names) await load(addresses[name], CONCURRENCY, WARM_UP_MS);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const name of names) {
      const { rate, failed } = await load(addresses[name], CONCURRENCY, TURN_MS);
      if (failed > 0) throw new Error(`${failed} requests to ${addresses[name]} failed.`);
      rates[name].push(rate);
    }
  return Object.fromEntries(names.map((name) => [name, percentile(rates[name], 0.5)])) as Record<
    Name,
    number
  >;
}

async function measure(bench: Bench): Promise<Outcome> {
  const addresses = {} as Record<SizeName, string>;
  for (const size of SIZE_NAMES) addresses[size] = (await bench.api(size)).origin() + LATEST;
  const { small, big } = await ratesOf(addresses);
  return {
    rows: [{ 'small (per second)': small, 'big (per second)': big, ratio: big / small }],
    isMet: big / small >= RATIO_MIN,
  };
}

/** Goal: at least 0.8 times the rate of the small database. */
export const latestRate: Measurement = {
  name: 'latest-rate',
  goal: `latest posts, page 1, ${CONCURRENCY} at once: big / small at least ${RATIO_MIN}`,
  measure,
};
