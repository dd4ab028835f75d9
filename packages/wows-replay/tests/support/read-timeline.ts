/** Reads the state of a timeline at a moment, in tenths of a second. */
import type { Timeline } from '../../src/timeline.ts';

/** Values from a first one and differences. */
export function accumulate(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((delta) => {
    sum += delta;
    return sum;
  });
}

/** The last of the values at or before a moment. */
export function valueAt<T>(changes: readonly (readonly [number, T])[], time: number): T | undefined {
  return changes.findLast(([at]) => at <= time)?.[1];
}

/** Percents of health with their times. */
export function healthSteps(timeline: Timeline, ship: number): [number, number][] {
  const [times = [], percents = []] = (timeline.health[ship] ?? []).map(accumulate);
  return times.map((time, index) => [time, percents[index] as number]);
}

/** Where a timeline shows a ship; undefined when it is out of sight. */
export function placeAt(timeline: Timeline, ship: number, time: number) {
  for (const [dt, dx, dz, dh, hiddenAt] of timeline.tracks[ship] ?? []) {
    const times = accumulate(dt);
    const last = hiddenAt ?? (times.at(-1) as number);
    if (time < (times[0] as number) || time > last) continue;
    const next = times.findIndex((at) => at >= time);
    const to = next < 0 ? times.length - 1 : next;
    const from = Math.max(0, next < 0 ? to : to - 1);
    const span = (times[to] as number) - (times[from] as number);
    const part = span === 0 ? 0 : (time - (times[from] as number)) / span;
    const between = (deltas: readonly number[], turn = (change: number) => change) => {
      const values = accumulate(deltas);
      return (values[from] as number) + turn((values[to] as number) - (values[from] as number)) * part;
    };
    const shortWay = (change: number) => ((change + 128 + 256) % 256) - 128;
    return { x: between(dx), z: between(dz), heading: between(dh, shortWay) };
  }
  return;
}
