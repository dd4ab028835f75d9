/** Findings of the decoder in real replays. Assertions never print people's names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DecodedReplay, decodeReplay } from '../src/decode/decode-replay.ts';
import { type Timeline, TimelineSchema } from '../src/timeline.ts';
import { FactsSchema } from './support/facts-schema.ts';

const FOLDER = join(process.cwd(), '..', 'shared', 'replays');
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.wowsreplay')) : [];
const BROTLI_MAX = 32 * 1024;

interface Found {
  map: string;
  ships: [own: number, enemy: number];
  sunk: number;
  /** Players in divisions. */
  inDivisions: number;
  /** Side of the winners and the reason; null when the recording ends before. */
  result: [winner: number, reason: number] | null;
  /** Points in the end. */
  score: [own: number, enemy: number];
  /** Owners of the circles in the end. */
  circles: Record<string, number>;
  captures: number;
  smokes: number;
  chat: number;
}

const OPEN = { A: -1, B: -1, C: -1 };
const NONE = { inDivisions: 0, smokes: 6, chat: 0, circles: OPEN };

/** By game version. */
const EXPECTED: Record<string, Found> = {
  '0.8.0': {
    ...NONE,
    ...{ map: '41_Conquest 1400', ships: [8, 8], sunk: 8 },
    ...{ result: [0, 12], score: [495, 0], captures: 263 },
  },
  '0.8.7': {
    ...{ map: '37_Ridge 1600', ships: [6, 6], sunk: 7, inDivisions: 0 },
    ...{ result: [1, 13], score: [507, 1000], circles: { A: 1, B: 1, C: 0 } },
    ...{ captures: 273, smokes: 12, chat: 2 },
  },
  '0.9.0': {
    ...{ map: 's07_Advance 1200', ships: [9, 31], sunk: 5, inDivisions: 4 },
    ...{ result: [0, 10], score: [-1, -1], circles: {}, captures: 0, smokes: 4, chat: 10 },
  },
  '0.10.5': {
    ...{ map: '18_NE_ice_islands 1400', ships: [7, 7], sunk: 11, inDivisions: 0 },
    ...{ result: [0, 1], score: [553, 517], circles: { A: 0, B: 1, C: 1 } },
    ...{ captures: 132, smokes: 11, chat: 18 },
  },
  '0.11.2': {
    ...NONE,
    ...{ map: '28_naval_mission 1400', ships: [9, 9], sunk: 10 },
    ...{ result: [0, 12], score: [735, 0], circles: { ...OPEN, C: 0 }, captures: 94 },
  },
  '12.2.0': {
    ...{ map: 'e01_Jacuzzi 1000', ships: [7, 7], sunk: 8, inDivisions: 4 },
    ...{ result: [0, 1], score: [785, 220], circles: { A: 0, B: 0, C: 0 } },
    ...{ captures: 110, smokes: 0, chat: 0 },
  },
  '12.7.0': {
    ...NONE,
    ...{ map: '19_OC_prey 1400', ships: [9, 9], sunk: 6 },
    ...{ result: null, score: [520, 190], captures: 155 },
  },
  '12.10.0': {
    ...{ map: '15_NE_north 1600', ships: [12, 12], sunk: 16, inDivisions: 5 },
    ...{ result: [0, 1], score: [300, 300], circles: {}, captures: 0, smokes: 12, chat: 8 },
  },
  '13.4.0': {
    ...{ map: '19_OC_prey 1400', ships: [6, 6], sunk: 9, inDivisions: 0 },
    ...{ result: [0, 1], score: [860, 274], circles: { A: 0, B: 0, C: 0 } },
    ...{ captures: 225, smokes: 6, chat: 35 },
  },
  '13.6.0': {
    ...{ map: '00_CO_ocean 1200', ships: [1, 0], sunk: 0, inDivisions: 0 },
    ...{ result: null, score: [300, 300], circles: OPEN },
    ...{ captures: 0, smokes: 0, chat: 6 },
  },
  '14.2.0': {
    ...{ map: 's02_Naval_Defense 1400', ships: [7, 0], sunk: 0, inDivisions: 0 },
    ...{ result: null, score: [300, 300], circles: { A: 0 }, captures: 1, smokes: 13, chat: 1 },
  },
  '14.8.0': {
    ...{ map: '17_NA_fault_line 1400', ships: [9, 9], sunk: 10, inDivisions: 0 },
    ...{ result: [0, 1], score: [562, 15], circles: { ...OPEN, C: 0 } },
    ...{ captures: 180, smokes: 8, chat: 0 },
  },
  '15.1.0': {
    ...{ map: '22_tierra_del_fuego 1600', ships: [12, 12], sunk: 11, inDivisions: 3 },
    ...{ result: [0, 13], score: [1000, 260], circles: { A: 0, B: 0, C: 1 } },
    ...{ captures: 342, smokes: 9, chat: 8 },
  },
  '15.4.0': {
    ...NONE,
    ...{ map: '51_Greece 1400', ships: [9, 9], sunk: 12 },
    ...{ result: [0, 1], score: [596, 41], circles: { A: -1, B: -1, C: 0, D: 1 }, captures: 191 },
  },
};

/** Where it is not 20 minutes. */
const CLOCK_AT_START: Record<string, number> = { '13.6.0': 600 };

function summarize({ players }: DecodedReplay, timeline: Timeline): Found {
  const { map, ships, result, score, circles, captures } = timeline;
  const shipsOf = (side: number) => ships.filter((ship) => ship.side === side).length;
  const pointsOf = (side: 0 | 1) =>
    score?.events.findLast(([, scored]) => scored === side)?.[2] ?? score?.start[side] ?? -1;
  const ownerOf = (circle: number) =>
    captures.findLast(([, captured, what]) => captured === circle && what === 'owner')?.[3] ??
    circles[circle]?.side ??
    -1;
  return {
    map: `${map.name} ${map.size}`,
    ships: [shipsOf(0), shipsOf(1)],
    sunk: players.filter((player) => player.sunk && player.sunk.by > 0).length,
    inDivisions: players.filter((player) => player.division).length,
    result: result && [result.winner, result.reason],
    score: [pointsOf(0), pointsOf(1)],
    circles: Object.fromEntries(circles.map(({ letter }, circle) => [letter, ownerOf(circle)])),
    captures: captures.length,
    smokes: timeline.smokes.length,
    chat: timeline.chat.length,
  };
}

/** First and last percent of health of each ship whose health was seen. */
function healthOf(timeline: Timeline) {
  const sunk = new Set(timeline.sinkings.map(([, victim]) => victim));
  return timeline.health.flatMap(([, percents], ship) => {
    const last = percents.reduce((sum, change) => sum + change, 0);
    const isOwn = timeline.ships[ship]?.side === 0;
    return percents.length === 0 ? [] : [{ first: percents[0], last, isOwn, isSunk: sunk.has(ship) }];
  });
}

function sizeOf(timeline: Timeline): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return brotliCompressSync(JSON.stringify(timeline), { params }).length;
}

describe.runIf(FILES.length > 0)('Real battles, if their folder is next to the repository', () => {
  test.each(FILES.map((file, index) => [index, file] as const))(
    'number %i has facts and a small timeline',
    async (_, file) => {
      const replay = await decodeReplay(new Uint8Array(readFileSync(join(FOLDER, file))));
      const { facts, timeline } = replay;
      if (!timeline) throw new Error('There is no timeline.');
      expect(FactsSchema.safeParse(facts).success).toBe(true);
      expect(TimelineSchema.safeParse(timeline).success).toBe(true);
      expect(facts.clockAtStart).toBe(CLOCK_AT_START[facts.gameVersion ?? ''] ?? 1200);
      expect(sizeOf(timeline)).toBeLessThan(BROTLI_MAX);
      expect(summarize(replay, timeline)).toEqual(EXPECTED[facts.gameVersion ?? '']);
      const health = healthOf(timeline);
      expect(health.every(({ last, isSunk }) => (last === 0) === isSunk)).toBe(true);
      expect(health.every(({ first, isOwn }) => !isOwn || first === 100)).toBe(true);
      expect(timeline.tracks.filter((track) => track.length > 0).length).toBe(timeline.ships.length);
      // Most ships are first seen undamaged; the health that can be repaired starts at 0.
      const first = timeline.health.flatMap(([, [percent]]) => percent ?? []);
      const undamaged = first.filter((percent) => percent === 100);
      expect(undamaged.length).toBeGreaterThanOrEqual(first.length * 0.8);
    },
  );
});
