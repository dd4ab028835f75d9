/**
 * `npm run bench:scale`: what growth costs. Compares a database of 1,000 posts with one of a million, and measures several API
 * processes. Exits with 1 when a goal is missed. `--only=pages,search` measures some of them.
 */
import '#tests/support/localhost.ts';
import { createBench } from '#scripts/bench/scale/bench.ts';
import { hubClients } from '#scripts/bench/scale/hub-clients.ts';
import { kills } from '#scripts/bench/scale/kills.ts';
import { latestRate } from '#scripts/bench/scale/latest-rate.ts';
import type { Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { memory } from '#scripts/bench/scale/memory.ts';
import { orderOfEvents } from '#scripts/bench/scale/order-of-events.ts';
import { plainRate } from '#scripts/bench/scale/plain-rate.ts';
import { ratioOfPages } from '#scripts/bench/scale/ratio-of-pages.ts';
import { ribbons } from '#scripts/bench/scale/ribbons.ts';
import { searches } from '#scripts/bench/scale/search.ts';
import { timeOfPages } from '#scripts/bench/scale/time-of-pages.ts';
import { weekNumbers } from '#scripts/bench/scale/week.ts';
import { writes } from '#scripts/bench/scale/writes.ts';
import { printTable } from '#scripts/bench/stats.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';

const MEASUREMENTS: readonly Measurement[] = [
  ratioOfPages,
  timeOfPages,
  searches,
  ribbons,
  weekNumbers,
  latestRate,
  plainRate,
  writes,
  orderOfEvents,
  hubClients,
  memory,
  kills,
];

function select([option, ...rest]: readonly string[]): readonly Measurement[] {
  if (option === undefined) return MEASUREMENTS;
  const names = /^--only=(.+)$/.exec(option)?.[1]?.split(',') ?? [];
  const found = MEASUREMENTS.filter(({ name }) => names.includes(name));
  if (rest.length === 0 && found.length > 0 && found.length === names.length) return found;
  throw new PlainFailure(
    `Usage: npm run bench:scale [-- --only=${MEASUREMENTS.map(({ name }) => name).join(',')}]`,
  );
}

/** A measurement that fails misses its goal; the others still run. */
const failed = (error: unknown): Outcome => ({ rows: [], isMet: false, details: String(error) });

await runScript(async () => {
  const selected = select(process.argv.slice(2));
  const bench = await createBench();
  try {
    for (const { name, goal, measure } of selected) {
      const started = performance.now();
      const { rows, isMet, details } = await measure(bench).catch(failed);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      printTable(`${isMet ? '✓' : '✗'} ${name}: ${goal} (${seconds} s)`, rows);
      if (details !== undefined) console.log(details);
      if (!isMet) process.exitCode = 1;
    }
  } finally {
    await bench.close();
  }
});
