/** Capture points and what happened to them, as the timeline holds them. */
import { TIMELINE_LIMITS, type Timeline } from '../../timeline.ts';

/** No map is larger, in world units from the centre. */
export const MAP_EDGE_MAX = 2500;

/** A capture point; places and first radius are in world units. */
export interface CapturePoint {
  /** 0 is A. */
  index: number;
  x: number;
  z: number;
  radius: number;
  /** Owner at first; -1 while no team owns it. */
  team: number;
}

type What = Timeline['captures'][number][2];

/**
 * A change of a point. Owner and invader are teams or -1, progress is 0 to 1, the radius is in world units. Of the others, any
 * value but 0 means yes.
 */
export interface CaptureChange {
  clock: number;
  /** Position of the point among all. */
  point: number;
  what: What;
  value: number;
}

/** All capture points of a battle, and their changes. */
export interface CapturePoints {
  points: CapturePoint[];
  changes: CaptureChange[];
}

/** The values until the first change. */
const AT_FIRST: Record<Exclude<What, 'owner' | 'radius'>, number> = {
  invader: -1,
  progress: 0,
  contested: 0,
  enabled: 1,
};

/** More than any battle has. */
export const POINTS_MAX = 21;

/** Whether a number lies between two others. */
export function inRange(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** How values are written: moments in tenths, teams as sides or -1, radii in the steps of places. */
interface Units {
  time: (clock: number) => number;
  sideOf: (team: number) => number;
  radiusOf: (world: number) => number;
}

/** The changes in order, without changes that have no effect. */
export function encodeCaptures({ points, changes }: CapturePoints, units: Units): Timeline['captures'] {
  const last = new Map<string, number>();
  const captures: Timeline['captures'] = [];
  for (const { clock, point, what, value } of changes.toSorted((a, b) => a.clock - b.clock)) {
    const circle = points[point];
    if (!circle || captures.length === TIMELINE_LIMITS.events) continue;
    const shown = shownValue(what, value, units);
    const before = last.get(`${point} ${what}`) ?? firstValue(what, circle, units);
    if (shown === before) continue;
    last.set(`${point} ${what}`, shown);
    captures.push([units.time(clock), point, what, shown]);
  }
  return captures;
}

function firstValue(what: What, { team, radius }: CapturePoint, { sideOf, radiusOf }: Units): number {
  if (what === 'owner') return sideOf(team);
  return what === 'radius' ? radiusOf(radius) : AT_FIRST[what];
}

function shownValue(what: What, value: number, { sideOf, radiusOf }: Units): number {
  if (what === 'radius') return radiusOf(value);
  if (what === 'owner' || what === 'invader') return sideOf(value);
  if (what === 'progress') return inRange(value, 0, 1) ? Math.round(value * 100) : 0;
  return value === 0 ? 0 : 1;
}
