/** Places names next to ships, so that they neither overlap nor leave the map. */

/** A rectangle in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a name is drawn; `far` from its ship, so that a line must connect them. */
export interface PlacedLabel extends Box {
  far: boolean;
}

/** A name to place next to a ship at x, y. The list's order is the priority. */
export interface LabelRequest {
  /** Identifies the ship from frame to frame. */
  key: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Distance from the ship's centre. */
  gap: number;
  /** Whether it may cover other ships when there is no other place. */
  important: boolean;
}

/** Where each ship's name was in the frame before, as an index of `spots`. Names stay there while they can. */
export type LabelMemory = Map<number, number>;

/** Whether two rectangles share a place. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

const isInside = ({ left, top, width, height }: Box, size: number): boolean =>
  left >= 0 && top >= 0 && left + width <= size && top + height <= size;

/** Directions from the ship: below, above, right, left, and the corners. */
const DIRECTIONS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;
/** Each direction is tried near the ship, then farther away; the farthest place is for important names. */
const DISTANCES = [1, 2, 4] as const;

/** Space on the left and right of the map's edge when a name above or below a ship is moved inside. */
const shiftInside = (left: number, width: number, size: number): number =>
  Math.min(Math.max(left, 0), size - width);

function spotOf({ x, y, width, height, gap }: LabelRequest, spot: number, size: number): Box {
  const [dx, dy] = DIRECTIONS[spot % DIRECTIONS.length] as (typeof DIRECTIONS)[number];
  const distance = gap * (DISTANCES[Math.floor(spot / DIRECTIONS.length)] as number);
  const left = x - width / 2 + dx * (distance + width / 2);
  const top = y - height / 2 + dy * (distance + height / 2);
  return { left: dx === 0 ? shiftInside(left, width, size) : left, top, width, height };
}

/** Tries the spot of the frame before first. */
function spotsFor({ key, important }: LabelRequest, memory: LabelMemory): number[] {
  const length = DIRECTIONS.length * (important ? DISTANCES.length : 2);
  const all = Array.from({ length }, (_, spot) => spot);
  const before = memory.get(key);
  return before === undefined ? all : [before, ...all.filter((spot) => spot !== before)];
}

/** What names avoid: ships, which important names may cover, and words, which no name covers. */
export interface Obstacles {
  ships: readonly Box[];
  words: readonly Box[];
}

/** The box of each name that has a place on a map of `size` pixels, by key; names without one are left out. */
export function placeLabels(
  requests: readonly LabelRequest[],
  { ships, words }: Obstacles,
  size: number,
  memory: LabelMemory,
): Map<number, PlacedLabel> {
  const placed = new Map<number, PlacedLabel>();
  const taken = [...words];
  for (const request of requests) {
    const isFree = (box: Box, blocked: readonly Box[]): boolean =>
      isInside(box, size) && !blocked.some((other) => overlaps(box, other));
    const find = (blocked: readonly Box[]): boolean =>
      spotsFor(request, memory).some((spot) => {
        const box = spotOf(request, spot, size);
        if (!isFree(box, blocked)) return false;
        memory.set(request.key, spot);
        placed.set(request.key, { ...box, far: spot >= DIRECTIONS.length });
        taken.push(box);
        return true;
      });
    if (!find([...taken, ...ships]) && request.important) find(taken);
  }
  return placed;
}
