/** The dozen battles of the demo, newest first. All regions have the same ones, each with its own players on board. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { BattleCourse, BattleSetting, SpokenLine, Team } from 'wows-replay/encode/battle';

/** An invented ship. */
export interface DemoShip {
  name: string;
  /** As headers of replays name it, such as `PBSC902-Albion-Bay`. */
  vehicle: string;
  shipParamsId: number;
}

/** A battle. Seats of the two teams alternate; the first one is the recorder's. */
export interface DemoBattle extends Pick<BattleSetting, 'map' | 'mode'> {
  ownTeam: Team;
  /** The ships of all seats. */
  ships: DemoShip[];
  chat: SpokenLine[];
  course: BattleCourse;
}

/** A ship and how far it is from its previous place, in steps of the minimap; the ship alone when it goes out of sight. */
type Entry = [ship: number, ...moves: number[]];

interface StoredBattle extends Omit<DemoBattle, 'ships' | 'course'> {
  /** Numbers of ships in the fleet. */
  ships: number[];
  course: Omit<BattleCourse, 'minimap'> & { minimap: [at: number, ...entries: Entry[]][] };
}

/** World units between two places of the minimap, of its edge, and degrees between two headings. */
const STEP = 5000 / 2047;
const EDGE = -2500;
const TURN = 360 / 256;

function unpack(minimap: StoredBattle['course']['minimap']): BattleCourse['minimap'] {
  const places = new Map<number, number[]>();
  return minimap.map(([at, ...entries]) => ({
    at,
    ships: entries.map(([ship, ...moves]) => {
      if (moves.length === 0) return { ship, hidden: true };
      const before = places.get(ship) ?? [0, 0, 0];
      const place = moves.map((move, axis) => move + (before[axis] ?? 0));
      places.set(ship, place);
      const [x = 0, z = 0, heading = 0] = place;
      return { ship, x: EDGE + x * STEP, z: EDGE + z * STEP, heading: heading * TURN - 180 };
    }),
  }));
}

function read(): { fleet: DemoShip[]; battles: DemoBattle[] } {
  const packed = readFileSync(path.join(import.meta.dirname, 'data/battles.json.br'));
  const { fleet, battles } = JSON.parse(brotliDecompressSync(packed).toString()) as {
    fleet: DemoShip[];
    battles: StoredBattle[];
  };
  return {
    fleet,
    battles: battles.map(({ ships, course, ...battle }) => ({
      ...battle,
      ships: ships.map((number) => fleet[number] as DemoShip),
      course: { ...course, minimap: unpack(course.minimap) },
    })),
  };
}

let known: ReturnType<typeof read> | undefined;

/** The battles, and the ships that they choose from. */
export function demoBattles(): ReturnType<typeof read> {
  known ??= read();
  return known;
}
