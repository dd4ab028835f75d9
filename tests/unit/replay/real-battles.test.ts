/** What the decoder finds in the ten real replays. Assertions never print people's names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DecodedReplay, decodeReplay } from '#lib/replay/decode-replay.ts';
import { ReplayFactsSchema } from '#lib/schemas/replay.ts';
import { type Timeline, TimelineSchema } from '#lib/schemas/timeline.ts';

const FOLDER = join(process.cwd(), '..', 'shared', 'replays');
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.wowsreplay')) : [];
const BROTLI_MAX = 32 * 1024;

interface Found {
  map: string;
  ships: [own: number, enemy: number];
  sunk: number;
  /** Players in divisions. */
  inDivisions: number;
}

/** By game version. */
const EXPECTED: Record<string, Found> = {
  '0.8.0': { map: '41_Conquest 1400', ships: [8, 8], sunk: 8, inDivisions: 0 },
  '0.10.5': { map: '18_NE_ice_islands 1400', ships: [7, 7], sunk: 11, inDivisions: 0 },
  '0.11.2': { map: '28_naval_mission 1400', ships: [9, 9], sunk: 10, inDivisions: 0 },
  '12.2.0': { map: 'e01_Jacuzzi 1000', ships: [7, 7], sunk: 8, inDivisions: 4 },
  '12.7.0': { map: '19_OC_prey 1400', ships: [9, 9], sunk: 6, inDivisions: 0 },
  '13.4.0': { map: '19_OC_prey 1400', ships: [6, 6], sunk: 9, inDivisions: 0 },
  '13.6.0': { map: '00_CO_ocean 1200', ships: [1, 0], sunk: 0, inDivisions: 0 },
  '14.8.0': { map: '17_NA_fault_line 1400', ships: [9, 9], sunk: 10, inDivisions: 0 },
  '15.1.0': { map: '22_tierra_del_fuego 1600', ships: [12, 12], sunk: 11, inDivisions: 3 },
  '15.4.0': { map: '51_Greece 1400', ships: [9, 9], sunk: 12, inDivisions: 0 },
};

function summarize({ players }: DecodedReplay, timeline: Timeline): Found {
  const shipsOf = (side: number) => timeline.ships.filter((ship) => ship.side === side).length;
  return {
    map: `${timeline.map.name} ${timeline.map.size}`,
    ships: [shipsOf(0), shipsOf(1)],
    sunk: players.filter((player) => player.sunk && player.sunk.by > 0).length,
    inDivisions: players.filter((player) => player.division).length,
  };
}

function sizeOf(timeline: Timeline): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return brotliCompressSync(JSON.stringify(timeline), { params }).length;
}

describe.runIf(FILES.length > 0)('Real battles, if their folder is next to the repository', () => {
  test.each(FILES.map((file, index) => [index, file] as const))(
    'number %i has facts and a small timeline (Rule 25.2)',
    async (_, file) => {
      const replay = await decodeReplay(new Uint8Array(readFileSync(join(FOLDER, file))));
      const { facts, timeline } = replay;
      if (!timeline) throw new Error('There is no timeline.');
      expect(ReplayFactsSchema.safeParse(facts).success).toBe(true);
      expect(TimelineSchema.safeParse(timeline).success).toBe(true);
      expect(sizeOf(timeline)).toBeLessThan(BROTLI_MAX);
      expect(summarize(replay, timeline)).toEqual(EXPECTED[facts.gameVersion ?? '']);
      expect(timeline.tracks.filter((track) => track.length > 0).length).toBe(timeline.ships.length);
    },
  );
});
