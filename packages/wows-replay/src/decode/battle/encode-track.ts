/** Writes a ship's track as the timeline holds it. */

import { toDeltas } from '../../battle/steps.ts';
import type { Timeline } from '../../timeline.ts';
import { keepPoints } from './keep-points.ts';
import { type RawSegment, worldPlace } from './tracks.ts';

/** In steps of the recording's places and of 256 headings. */
const PLACE_TOLERANCE = 0.75;
const HEADING_TOLERANCE = 1.5;
/** Between two points a heading is interpolated the short way, so it must change by less than half a turn. */
const TURN_MAX = 100;
const HEADINGS = 256;
/** Steps of a place over the map. */
export const PLACES = 2047;

/** A place in world units, from 0 to 2047 over the map. */
export function mapPlace(world: number, size: number): number {
  return Math.min(PLACES, Math.max(0, Math.round((world / size + 0.5) * PLACES)));
}

/** The segments of a ship, without the points that interpolation restores. */
export function encodeTrack(
  segments: readonly RawSegment[],
  size: number,
  time: (clock: number) => number,
): Timeline['tracks'][number] {
  return segments.map(({ clocks, x, z, heading, hiddenAt }) => {
    const times = clocks.map(time);
    const kept = keepPoints(times, [
      { values: x, tolerance: PLACE_TOLERANCE },
      { values: z, tolerance: PLACE_TOLERANCE },
      { values: unwrapped(heading), tolerance: HEADING_TOLERANCE, changeMax: TURN_MAX },
    ]);
    const deltas = (values: readonly number[]) => toDeltas(kept.map((point) => values[point] as number));
    const place = (raw: number) => mapPlace(worldPlace(raw), size);
    return [
      deltas(times),
      deltas(x.map(place)),
      deltas(z.map(place)),
      deltas(heading),
      hiddenAt === null ? null : time(hiddenAt),
    ];
  });
}

/** Headings that go on past a full turn. */
function unwrapped(headings: readonly number[]): number[] {
  let turns = 0;
  return headings.map((heading, index) => {
    const change = heading - (headings[index - 1] ?? heading);
    if (change > HEADINGS / 2) turns--;
    else if (change < -HEADINGS / 2) turns++;
    return heading + turns * HEADINGS;
  });
}
