/** Values that change at known moments. Moments are tenths of a second since the battle's start. */

/** A value over time: `values[i]` applies from `times[i]` until the next one. Times ascend. */
export interface Steps<T> {
  times: readonly number[];
  values: readonly T[];
}

/** The running sums of a first value and its differences. */
export function fromDeltas(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((delta) => {
    sum += delta;
    return sum;
  });
}

/** The first value, then the difference of each to the one before. */
export function toDeltas(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/** Index of the last time at or before `time`; -1 when all are later. */
export function lastAt(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The value at a moment; undefined before the first one. */
export function valueAt<T>({ times, values }: Steps<T>, time: number): T | undefined {
  return values[lastAt(times, time)];
}

/** Steps from pairs, ordered by time. */
export function stepsOf<T>(pairs: readonly (readonly [time: number, value: T])[]): Steps<T> {
  const sorted = pairs.toSorted(([a], [b]) => a - b);
  return { times: sorted.map(([time]) => time), values: sorted.map(([, value]) => value) };
}
