/** Invented battles as timelines. */

import type * as z from 'zod/mini';
import { toDeltas } from '../battle/steps.ts';
import { TIMELINE_VERSION, type Timeline, type TimelineShip, type TrackSegmentSchema } from '../timeline.ts';

type Segment = z.output<typeof TrackSegmentSchema>;
/** Time in tenths of a second, x, z and heading. */
type Point = readonly [time: number, x: number, z: number, heading: number];

/** A segment through points. */
export function segment(points: readonly Point[], hiddenAt: number | null = null): Segment {
  const column = (index: 0 | 1 | 2 | 3) => toDeltas(points.map((point) => point[index]));
  return [column(0), column(1), column(2), column(3), hiddenAt];
}

/** Percents of health left at moments. */
export const health = (
  ...steps: readonly (readonly [time: number, percent: number])[]
): [number[], number[]] => [
  toDeltas(steps.map(([time]) => time)),
  toDeltas(steps.map(([, percent]) => percent)),
];

/** Numbers of invented ships of each class: destroyer, cruiser, battleship, carrier. */
const CLASSES = [3, 2, 1, 0];
/** The number of an invented ship of a class. */
export const shipNumber = (kind: number): number =>
  ((4095 - 17) * 2 ** 20 + (31 - (CLASSES[kind % CLASSES.length] as number)) * 2 ** 15 + 0x37f0) % 2 ** 32;

/** A ship of the recorder's side. */
export const makeShip = (overrides: Partial<TimelineShip> = {}): TimelineShip => ({
  name: 'Aurora_Captain',
  clan: 'WAVES',
  account: 500_000_001,
  side: 0,
  own: false,
  ship: shipNumber(0),
  hp: 20_000,
  ...overrides,
});

/**
 * A battle of 20 minutes on a map of 1400: Aurora_Captain sails from west to east, Borodino_Gunner is seen from
 * 100 s to 300 s and sinks her at 600 s.
 */
export function makeTimeline(overrides: Partial<Timeline> = {}): Timeline {
  return {
    v: TIMELINE_VERSION,
    map: { name: '53_Shoreside', size: 1400 },
    from: -300,
    to: 9000,
    clock: [
      [0, 1200],
      [9000, 300],
    ],
    result: { winner: 1, reason: 1 },
    ships: [
      makeShip({ own: true }),
      makeShip({ name: 'Borodino_Gunner', account: 500_000_002, side: 1, clan: '', ship: shipNumber(2) }),
    ],
    tracks: [
      [
        segment([
          [-300, 200, 1000, 64],
          [6000, 1200, 1000, 64],
        ]),
      ],
      [
        segment(
          [
            [1000, 1800, 1200, 192],
            [3000, 1600, 1200, 250],
          ],
          3000,
        ),
        segment([
          [5500, 1400, 1100, 192],
          [9000, 1000, 900, 192],
        ]),
      ],
    ],
    health: [health([0, 100], [5800, 40], [6000, 0]), health([1000, 100], [5600, 80])],
    sinkings: [[6000, 0, 1, 1]],
    score: {
      win: 1000,
      start: [300, 300],
      events: [
        [4000, 0, 350],
        [6000, 0, 300],
        [6000, 1, 345],
      ],
    },
    circles: [{ x: 1024, z: 1024, r: 150, letter: 'A', side: null }],
    captures: [
      [3500, 0, 'invader', 0],
      [3500, 0, 'progress', 0],
      [3700, 0, 'progress', 50],
      [3900, 0, 'invader', -1],
      [3900, 0, 'progress', 0],
      [3900, 0, 'owner', 0],
    ],
    smokes: [[2000, 2600, 700, 1000]],
    chat: [
      [-100, 0, 'all', 'Good luck'],
      [3200, 1, 'team', 'Smoke at A'],
    ],
    ...overrides,
  };
}

const NAMES = `
  Aurora_Captain Borodino_Gunner Cossack_Mod Dreadnought_Admin Emden_Raider Fubuki_Night
  Gneisenau_Guns Hood_Clanless Iowa_CS Jutland_Veteran Kongo_Reef Lexington_Wing Mogami_Torps
  Nelson_Slow Oland_Smoke Paris_Line Quincy_Radar Richelieu_Bow Sims_Scout Tirpitz_Alone
  U_Boot_Silent Vauban_Swift Warspite_Old Yorck_Broadside`
  .trim()
  .split(/\s+/);

/** Where a ship of a fleet is: it approaches the middle, turns around it, and wanders with its number. */
function course(index: number, side: 0 | 1, time: number): [x: number, z: number] {
  const progress = Math.min(1, time / 5000);
  const lane = 250 + (index % 12) * 140;
  const sway = Math.sin(time / 700 + index * 1.7) * 90;
  const depth = 150 + progress * 620 + Math.sin(time / 1100 + index) * 130;
  return [Math.round(lane + sway), Math.round(side === 0 ? depth : 2047 - depth)];
}

/** A battle of 24 ships with a point every 1.1 s, as long and as dense as real ones. */
export function makeFleetTimeline(): Timeline {
  const to = 9000;
  const ships = NAMES.map((name, index) =>
    makeShip({
      name,
      clan: index % 3 === 0 ? 'WAVES' : '',
      account: 500_000_001 + index,
      side: index % 2 === 0 ? 0 : 1,
      own: index === 0,
      ship: shipNumber(Math.floor(index / 2)),
    }),
  );
  const tracks = ships.map((ship, index) => {
    const side = ship.side ?? 0;
    const first = side === 0 ? -300 : 600 + index * 40;
    const points: Point[] = [];
    for (let time = first; time <= to; time += 11) {
      const [x, z] = course(index, side, time);
      const [nextX, nextZ] = course(index, side, time + 11);
      const heading = Math.round((Math.atan2(nextX - x, nextZ - z) / (2 * Math.PI)) * 256) & 255;
      points.push([time, x, z, heading]);
    }
    return [segment(points.slice(0, 2500))];
  });
  const sinkings: Timeline['sinkings'] = [5, 8, 11, 14, 17, 20].map((victim, turn) => [
    4000 + turn * 700,
    victim,
    (victim + 1) % 24,
    1,
  ]);
  return makeTimeline({
    to,
    ships,
    tracks,
    health: ships.map((_, index) => health([0, 100], [3000 + index * 50, 70], [5000 + index * 90, 35])),
    sinkings,
    circles: [
      { x: 500, z: 1024, r: 160, letter: 'A', side: null },
      { x: 1024, z: 1024, r: 160, letter: 'B', side: null },
      { x: 1550, z: 1024, r: 160, letter: 'C', side: null },
    ],
    captures: [
      [2500, 0, 'owner', 0],
      [3200, 2, 'owner', 1],
      [4000, 1, 'invader', 1],
      [4100, 1, 'progress', 40],
      [4400, 1, 'contested', 1],
    ],
    chat: [
      [-100, 0, 'all', 'Good luck everyone'],
      [2400, 2, 'team', 'Capturing A'],
      [4600, 1, 'all', 'Nice shot'],
    ],
  });
}
