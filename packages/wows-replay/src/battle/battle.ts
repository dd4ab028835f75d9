/** A timeline prepared for drawing: differences summed up, events sorted by ship, circle and side. */

import { type ShipClass, shipOf } from '../ships.ts';
import type { Timeline, TimelineShip } from '../timeline.ts';
import { type Clock, clockOf } from './clock.ts';
import { fromDeltas, type Steps, stepsOf } from './steps.ts';

/** Side of the recorder is 0, the other one 1; null for neither. */
export type Side = 0 | 1 | null;

/**
 * The path of a ship while it was in sight. x and z are 0 to 1 over the map, z upwards; headings are turns, clockwise from up.
 */
export interface Segment {
  times: readonly number[];
  x: readonly number[];
  z: readonly number[];
  headings: readonly number[];
  /** When it went out of sight; null when it did not. */
  hiddenAt: number | null;
}

/** A ship of the battle. */
export interface BattleShip {
  name: string;
  clan: string;
  account: number;
  side: Side;
  /** Whether the recorder sails it. */
  own: boolean;
  shipParamsId: number;
  class: ShipClass | null;
  /** Largest health seen; 0 when unknown. */
  hp: number;
  segments: readonly Segment[];
  /** When each segment starts. */
  starts: readonly number[];
  /** Share of the health left, 0 to 1. */
  health: Steps<number>;
  sunkAt: number | null;
}

/** A capture circle. Everything but its place changes over time; progress and radius are shares, 0 to 1. */
export interface Circle {
  x: number;
  z: number;
  r: Steps<number>;
  letter: string;
  owner: Steps<Side>;
  invader: Steps<Side>;
  progress: Steps<number>;
  contested: Steps<boolean>;
  enabled: Steps<boolean>;
}

/** A cloud of smoke. */
export interface Smoke {
  from: number;
  to: number;
  x: number;
  z: number;
}

/** A battle, ready for `momentAt`. */
export interface Battle {
  timeline: Timeline;
  /** Edge of the map in world units. */
  mapSize: number;
  from: number;
  to: number;
  clock: Clock;
  /** Names of both sides. */
  teams: readonly [string, string];
  ships: readonly BattleShip[];
  circles: readonly Circle[];
  smokes: readonly Smoke[];
  /** Points of both sides; null when the mode has none. */
  points: readonly [Steps<number>, Steps<number>] | null;
}

/** Tracks have 2048 places on each axis, and 256 headings. */
const PLACES = 2047;
const HEADINGS = 256;

type Track = Timeline['tracks'][number];

function segmentOf([times, x, z, headings, hiddenAt]: Track[number]): Segment {
  // A damaged document may have lists of different lengths.
  const length = Math.min(times.length, x.length, z.length, headings.length);
  const share = (deltas: readonly number[], whole: number) =>
    fromDeltas(deltas.slice(0, length)).map((value) => value / whole);
  return {
    times: fromDeltas(times.slice(0, length)),
    x: share(x, PLACES),
    z: share(z, PLACES),
    headings: share(headings, HEADINGS),
    hiddenAt,
  };
}

function healthOf([times, percents]: Timeline['health'][number] = [[], []]): Steps<number> {
  return { times: fromDeltas(times), values: fromDeltas(percents).map((percent) => percent / 100) };
}

function shipOfBattle(timeline: Timeline, ship: TimelineShip, index: number): BattleShip {
  const track: Track = timeline.tracks[index] ?? [];
  const segments = track.map(segmentOf).filter(({ times }) => times.length > 0);
  const { ship: shipParamsId, ...rest } = ship;
  return {
    ...rest,
    shipParamsId,
    class: shipOf(shipParamsId)?.class ?? null,
    segments,
    starts: segments.map(({ times }) => times[0] as number),
    health: healthOf(timeline.health[index]),
    sunkAt: timeline.sinkings.find(([, victim]) => victim === index)?.[0] ?? null,
  };
}

const sideOf = (value: number): Side => (value === 0 || value === 1 ? value : null);

function circleOf(
  { captures, from }: Timeline,
  { x, z, r, letter, side }: Timeline['circles'][number],
  index: number,
): Circle {
  const changes = (what: Timeline['captures'][number][2]) =>
    captures.flatMap(([time, circle, kind, value]) =>
      circle === index && kind === what ? [[time, value] as const] : [],
    );
  const steps = <T>(what: Timeline['captures'][number][2], convert: (value: number) => T, first: T) =>
    stepsOf<T>([[from, first], ...changes(what).map(([time, value]) => [time, convert(value)] as const)]);
  return {
    x: x / PLACES,
    z: z / PLACES,
    r: steps('radius', (radius) => radius / PLACES, r / PLACES),
    letter,
    owner: steps('owner', sideOf, side),
    invader: steps('invader', sideOf, null),
    progress: steps('progress', (percent) => percent / 100, 0),
    contested: steps('contested', Boolean, false),
    enabled: steps('enabled', Boolean, true),
  };
}

function pointsOf({ score, from }: Timeline): Battle['points'] {
  if (score === null) return null;
  const of = (side: 0 | 1) =>
    stepsOf<number>([
      [from, score.start[side]],
      ...score.events.flatMap(([time, of, points]) => (of === side ? [[time, points] as const] : [])),
    ]);
  return [of(0), of(1)];
}

function teamsOf(side: Side | undefined): Battle['teams'] {
  if (side === 1) return ['Other team', 'Author’s team'];
  return [side === 0 ? 'Author’s team' : 'Recorder’s team', 'Other team'];
}

/** Prepares a timeline. `author`: the ship of the post's author, by index. */
export function prepareBattle(timeline: Timeline, author: number | null = null): Battle {
  return {
    timeline,
    mapSize: timeline.map.size,
    from: Math.min(timeline.from, 0),
    to: Math.max(timeline.to, 1),
    clock: clockOf(timeline),
    teams: teamsOf(timeline.ships[author ?? -1]?.side),
    ships: timeline.ships.map((ship, index) => shipOfBattle(timeline, ship, index)),
    circles: timeline.circles.map((circle, index) => circleOf(timeline, circle, index)),
    smokes: timeline.smokes.map(([from, to, x, z]) => ({ from, to, x: x / PLACES, z: z / PLACES })),
    points: pointsOf(timeline),
  };
}
