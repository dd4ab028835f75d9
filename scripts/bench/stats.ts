/** Statistics of the benchmarks, and how they are printed. */
import os from 'node:os';

/** The value below which `share` of the numbers lie. The numbers need not be sorted. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median of each figure of the rows. */
export const medians = <Row extends object>(rows: readonly Row[]): Row =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((key) => [
      key,
      percentile(
        rows.map((row) => row[key as never]),
        0.5,
      ),
    ]),
  ) as Row;

/** Two decimals below ten, none above. */
const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(value < 10 ? 2 : 0)) : value;

/** Prints a table of rounded figures below a title and the load of the machine, which every figure depends on. */
export function printTable(title: string, rows: readonly object[]): void {
  console.log(`${title} (${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)})`);
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)]))),
  );
}
