/** The state of a simulated battle. Distances are world units, angles degrees clockwise from the top of the map. */

import type { BattleCourse, Circle, Team } from 'wows-replay/encode/battle';
import type { Random } from '#api/demo/random.ts';
import type { Ship } from '#api/demo/seed/battles/fleet.ts';

/** A ship under way. */
export interface SailingShip {
  index: number;
  team: Team;
  ship: Ship;
  x: number;
  z: number;
  heading: number;
  health: number;
  /** The circle that it fights for. */
  circle: number;
  /** Where it heads for next to its place behind the circle, -1 to 1. */
  sway: number;
  /** Seconds until it can shoot, until a retreat ends, and until it can make smoke. */
  reload: number;
  retreat: number;
  smoke: number;
  /** Whether the enemy sees it. */
  isSeen: boolean;
}

/** A capture circle and who is taking it. */
export interface ContestedCircle extends Circle {
  invader: Team | -1;
  progress: number;
  contested: boolean;
}

/** A battle in progress. `course` collects what a recording has. */
export interface BattleState {
  random: Random;
  /** Edge of the map. */
  size: number;
  /** The recorder's team. */
  ownTeam: Team;
  at: number;
  ships: SailingShip[];
  circles: ContestedCircle[];
  points: [number, number];
  course: BattleCourse;
}

/** Whether a ship has not sunk. */
export const isAfloat = ({ health }: SailingShip): boolean => health > 0;

/** Units between two places. */
export function distance(a: { x: number; z: number }, b: { x: number; z: number }): number {
  return Math.hypot(a.x - b.x, a.z - b.z);
}

/** Heading from one place to another. */
export function bearing(from: { x: number; z: number }, to: { x: number; z: number }): number {
  return (Math.atan2(to.x - from.x, to.z - from.z) * 180) / Math.PI;
}

/** Rounds to hundredths, so that files do not depend on the last bits of floating-point numbers. */
export const round = (value: number): number => Math.round(value * 100) / 100;
