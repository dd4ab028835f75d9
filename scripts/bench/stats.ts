/** Statistics of the benchmarks, and how they are printed. */
import os from 'node:os';

/** The value below which `share` of the numbers lie. The numbers need not be sorted. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Two decimals below ten, none above. */
export const number = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** Number of cores and the load of the last minute, which every figure depends on. */
export const machineLoad = (): string => `${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`;
