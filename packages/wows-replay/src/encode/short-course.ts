import type { BattleCourse, BattleSetting, ShipPosition } from './battle.ts';

const TICK_S = 8 / 7;
/** World units per second. */
const SPEED = 10;

/** Where and when the short battle is. */
export const SHORT_BATTLE: BattleSetting = {
  map: '53_Shoreside',
  startedAt: '01.02.2025 20:15:00',
  mode: { matchGroup: 'pvp', gameType: 'RandomBattle' },
};

/** A minute of battle between ships that sail to the right, with one of everything. Needs four ships or more. */
export function shortCourse(ships: number): BattleCourse {
  const ticks = Array.from({ length: 52 }, (_, tick) => tick * TICK_S);
  const health = (ship: number) => 10_000 + ship * 1000;
  return {
    countdown: 30,
    length: 60,
    timeLimit: 1200,
    minimap: ticks.map((at) => ({
      at,
      // The second ship is out of sight for a while, and sunk ships send no more positions.
      ships: Array.from({ length: ships }, (_, ship) => ship)
        .filter((ship) => (ship !== 1 || at < 20 || at > 40) && (ship !== 3 || at < 50))
        .map((ship) => (ship === 1 && isLastBefore(at, 20) ? { ship, hidden: true } : positionOf(ship, at))),
    })),
    appearances: [{ at: 40, ship: 1, health: health(1) * 0.4 }],
    health: [
      ...Array.from({ length: ships }, (_, ship) => ({ at: 0, ship, health: health(ship) })),
      { at: 10, ship: 3, health: health(3) * 0.8 },
      { at: 30, ship: 3, health: health(3) * 0.25 },
      { at: 50, ship: 3, health: 0 },
      { at: 52, ship: 2, health: health(2) * 0.5 },
    ],
    sinkings: [{ at: 50, ship: 3, killer: 0, cause: 2 }],
    circles: [
      { x: -200, z: 0, radius: 100, owner: -1 },
      { x: 200, z: 0, radius: 100, owner: 1 },
    ],
    captures: [
      { at: 15, circle: 0, what: 'invader', value: 0 },
      { at: 16, circle: 0, what: 'progress', value: 0.5 },
      { at: 18, circle: 0, what: 'contested', value: 1 },
      { at: 19, circle: 0, what: 'contested', value: 0 },
      { at: 20, circle: 0, what: 'owner', value: 0 },
      { at: 20, circle: 0, what: 'invader', value: -1 },
      { at: 20, circle: 0, what: 'progress', value: 0 },
      { at: 45, circle: 1, what: 'enabled', value: 0 },
    ],
    score: {
      win: 1000,
      start: [300, 300],
      changes: Array.from({ length: 8 }, (_, index) => ({
        at: 22 + index * 4,
        team: index % 2 === 0 ? (0 as const) : (1 as const),
        points: 303 + 3 * Math.floor(index / 2),
      })),
    },
    smokes: [{ from: 12, to: 34, x: 100, z: -100 }],
    result: { at: 58, winner: 1, reason: 1 },
  };
}

/** Where a ship is: they begin in a row along the left border. */
export function positionOf(ship: number, at: number): ShipPosition {
  return { ship, x: -600 + at * SPEED, z: 500 - ship * 60, heading: 90 };
}

function isLastBefore(at: number, moment: number): boolean {
  return at < moment && at + TICK_S >= moment;
}
