/** Numbers that change along with the points' times, and how far an interpolated one may be off. */
export interface Channel {
  values: readonly number[];
  tolerance: number;
  /** Largest change between two points that are kept. */
  changeMax?: number;
}

/**
 * Picks the points to keep so that interpolating between them restores every other one. From each kept point, the slopes
 * that come close enough to all points so far are known; the first point outside of them begins a new line.
 */
export function keepPoints(times: readonly number[], channels: readonly Channel[]): number[] {
  if (times.length === 0) return [];
  const kept = [0];
  let line = channels.map(() => ({ low: -Infinity, high: Infinity }));
  let anchor = 0;
  for (let point = 1; point < times.length; point++) {
    if (!channels.every((channel, index) => isOnLine(times, channel, line[index] as Slopes, anchor, point))) {
      anchor = point - 1;
      kept.push(anchor);
      line = channels.map(() => ({ low: -Infinity, high: Infinity }));
    }
    for (const [index, channel] of channels.entries()) {
      narrow(times, channel, line[index] as Slopes, anchor, point);
    }
  }
  if (times.length > 1) kept.push(times.length - 1);
  return kept;
}

interface Slopes {
  low: number;
  high: number;
}

function isOnLine(times: readonly number[], channel: Channel, line: Slopes, anchor: number, point: number) {
  if (point === anchor + 1) return true;
  const { values, changeMax = Infinity } = channel;
  const change = (values[point] as number) - (values[anchor] as number);
  const slope = change / elapsed(times, anchor, point);
  return Math.abs(change) <= changeMax && slope >= line.low && slope <= line.high;
}

function narrow(times: readonly number[], channel: Channel, line: Slopes, anchor: number, point: number) {
  const change = (channel.values[point] as number) - (channel.values[anchor] as number);
  const time = elapsed(times, anchor, point);
  line.low = Math.max(line.low, (change - channel.tolerance) / time);
  line.high = Math.min(line.high, (change + channel.tolerance) / time);
}

function elapsed(times: readonly number[], anchor: number, point: number): number {
  return Math.max((times[point] as number) - (times[anchor] as number), Number.EPSILON);
}
