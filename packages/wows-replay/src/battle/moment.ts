/** The state of a battle at one moment. */
import type { Battle, BattleShip, Circle, Segment, Side, Smoke } from './battle.ts';
import { lastAt, valueAt } from './steps.ts';

/** Where a ship is: x and z are 0 to 1 over the map, z upwards; the heading is in turns, clockwise from up. */
export interface Place {
  x: number;
  z: number;
  heading: number;
}

/** A ship at one moment. `lost` is out of sight, drawn where it was last seen. */
export interface ShipMoment extends Place {
  /** Index of the ship. */
  index: number;
  state: 'seen' | 'lost' | 'sunk';
  /** Share of the health left, 0 to 1; null when unknown. */
  health: number | null;
}

/** A capture circle at one moment. */
export interface CircleMoment extends Pick<Circle, 'x' | 'z' | 'letter'> {
  r: number;
  owner: Side;
  invader: Side;
  progress: number;
  contested: boolean;
}

/** The map at one moment. Ships that were never seen until then are left out. */
export interface Moment {
  time: number;
  ships: readonly ShipMoment[];
  circles: readonly CircleMoment[];
  smokes: readonly Smoke[];
}

/** The short way round: differences of headings are between half a turn left and right. */
function turn(from: number, to: number, share: number): number {
  const difference = to - from - Math.round(to - from);
  return from + difference * share;
}

function placeIn({ times, x, z, headings }: Segment, time: number): Place {
  const last = times.length - 1;
  const before = Math.max(0, lastAt(times, time));
  const after = Math.min(before + 1, last);
  const [start, end] = [times[before] as number, times[after] as number];
  const share = end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 0;
  const between = (values: readonly number[]) => {
    const from = values[before] as number;
    return from + ((values[after] as number) - from) * share;
  };
  return {
    x: between(x),
    z: between(z),
    heading: turn(headings[before] as number, headings[after] as number, share),
  };
}

/** A ship at a moment; null while it has not been seen yet. */
export function shipAt(ship: BattleShip, index: number, time: number): ShipMoment | null {
  const isSunk = ship.sunkAt !== null && time >= ship.sunkAt;
  const shownTime = isSunk ? (ship.sunkAt as number) : time;
  const segment = ship.segments[lastAt(ship.starts, shownTime)];
  if (segment === undefined) return null;
  const { hiddenAt } = segment;
  const isHidden = hiddenAt !== null && shownTime >= hiddenAt;
  const place = placeIn(segment, isHidden ? hiddenAt : shownTime);
  const health = isSunk ? 0 : (valueAt(ship.health, time) ?? null);
  return { ...place, index, state: isSunk ? 'sunk' : isHidden ? 'lost' : 'seen', health };
}

function circlesAt(circles: readonly Circle[], time: number): CircleMoment[] {
  return circles
    .filter(({ enabled }) => valueAt(enabled, time) ?? true)
    .map(({ x, z, r, letter, owner, invader, progress, contested }) => ({
      x,
      z,
      r: valueAt(r, time) ?? 0,
      letter,
      owner: valueAt(owner, time) ?? null,
      invader: valueAt(invader, time) ?? null,
      progress: valueAt(progress, time) ?? 0,
      contested: valueAt(contested, time) ?? false,
    }));
}

/** Points of both sides at a moment; null when the mode has none. */
export function pointsAt({ points }: Battle, time: number): readonly [number, number] | null {
  return points && [valueAt(points[0], time) ?? 0, valueAt(points[1], time) ?? 0];
}

/** How many ships of a side are afloat at a moment, and how many it has. */
export function afloatAt({ ships }: Battle, side: 0 | 1, time: number): { afloat: number; of: number } {
  const fleet = ships.filter((ship) => ship.side === side);
  const afloat = fleet.filter(({ sunkAt }) => sunkAt === null || time < sunkAt);
  return { afloat: afloat.length, of: fleet.length };
}

/** Computes the map at a moment. */
export function momentAt(battle: Battle, time: number): Moment {
  return {
    time,
    ships: battle.ships.flatMap((ship, index) => shipAt(ship, index, time) ?? []),
    circles: circlesAt(battle.circles, time),
    smokes: battle.smokes.filter(({ from, to }) => from <= time && time < to),
  };
}
