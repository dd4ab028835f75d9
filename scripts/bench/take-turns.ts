/** Measurements that take turns, so that a busy moment of the machine affects all of them. */
import os from 'node:os';

/** Measured values by name. */
export type Figures = Readonly<Record<string, number>>;

/** A row of the printed table. */
interface Row {
  name: string;
  measure: () => Promise<Figures>;
  /** Highest accepted medians. */
  goals?: Figures | undefined;
}

const ROUNDS = Number(process.env.BENCH_RUNS || 5);
/** Rounds before them that are not counted: they fill caches. Chromium caches compiled scripts after some visits. */
const WARM_UPS = 3;

/** The median of the values, the worst of them and the goal. A missed goal makes this process end with code 1. */
function summary(values: readonly number[], worst: number, goal: number | undefined): string {
  const median = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
  const result = `${median.toFixed()} (${worst.toFixed()})`;
  if (goal === undefined) return result;
  // False also when nothing could be measured.
  if (median <= goal) return `${result} ≤ ${goal}`;
  process.exitCode = 1;
  return `${result} > ${goal}, MISSED`;
}

/** Measures each row in turn and prints the results, with the load of the machine, on which all of them depend. */
export async function takeTurns(title: string, rows: readonly Row[], worst = Math.max): Promise<void> {
  const measured = rows.map((row) => ({ ...row, found: [] as Figures[] }));
  for (let round = -WARM_UPS; round < ROUNDS; round += 1)
    for (const { measure, found } of measured) {
      const figures = await measure();
      if (round >= 0) found.push(figures);
    }
  const table: Record<string, Record<string, string>> = {};
  for (const { name, goals, found } of measured) {
    const row: Record<string, string> = {};
    for (const figure of Object.keys(found[0] ?? {})) {
      const values = found.map((figures) => figures[figure] ?? Number.NaN);
      row[figure] = summary(values, worst(...values), goals?.[figure]);
    }
    table[name] = row;
  }
  console.log(`${title}: medians of ${ROUNDS} (worst), load of the machine ${os.loadavg()[0]?.toFixed(1)}`);
  console.table(table);
}
