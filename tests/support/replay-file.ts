/** Replay files for tests of the API, with invented players. */
import { deflateSync } from 'node:zlib';
import type { Battle, BattleCourse } from 'wows-replay/encode/battle';
import { bytesOf } from 'wows-replay/encode/byte-writer';
import { type EncodeOptions, encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';

/** A small replay that can be decoded completely. It shows these accounts in the first places, with their names if given. */
export function replayFile(
  ...people: (number | { accountId: number; name: string })[]
): Uint8Array<ArrayBuffer> {
  const battle = makeBattle({ players: 4 });
  for (const [index, one] of people.entries())
    Object.assign(battle.participants[index] ?? {}, typeof one === 'number' ? { accountId: one } : one);
  return encodeReplay(battle, CURRENT_LAYOUT);
}

/** Number of a ship in the game whose code is PASB017, and the name of its vehicle. */
export const MONTANA = { id: 4_277_090_288, vehicle: 'PASB017-Montana-1945', name: 'Montana' };

/** Two minutes in which the first ships of both sides approach, until the second one is sunk. */
function makeCourse(): BattleCourse {
  const at = Array.from({ length: 60 }, (_, index) => index * 2);
  return {
    countdown: 30,
    length: 120,
    timeLimit: 1200,
    minimap: at.map((time) => ({
      at: time,
      ships: [
        { ship: 0, x: -400 + time, z: -200, heading: 90 },
        { ship: 1, x: 400 - time, z: 200, heading: -90, isLast: time === 100 },
      ].slice(0, time > 100 ? 1 : 2),
    })),
    appearances: [],
    health: [{ at: 100, ship: 1, health: 0 }],
    sinkings: [{ at: 100, ship: 1, killer: 0, cause: 2 }],
    circles: [],
    captures: [],
    score: null,
    smokes: [],
    result: { at: 119, winner: 0, reason: 1 },
  };
}

/** A battle of four players that has a timeline; the recorder sails MONTANA. */
export function fullBattle(): Battle {
  const battle = makeBattle({
    players: 4,
    chat: [{ from: 1, group: 'battle_common', text: 'gl hf', at: 5 }],
  });
  Object.assign(battle.participants[0] ?? {}, { shipParamsId: MONTANA.id });
  const spectator = { id: 9, avatarId: 0, accountId: 500_200_001, name: 'Invented_Observer', teamId: 0 };
  const setting = {
    map: '53_Shoreside',
    startedAt: '01.02.2026 20:15:00',
    mode: { matchGroup: 'pvp', gameType: 'RandomBattle' },
  };
  return { ...battle, observers: [spectator], playerVehicle: MONTANA.vehicle, setting, course: makeCourse() };
}

/** The file of a battle, by default one with a timeline. */
export const fileOf = (battle: Battle = fullBattle()): Uint8Array<ArrayBuffer> =>
  encodeReplay(battle, CURRENT_LAYOUT);

/** A version of the game that is newer than the decoder reads, as headers have it. */
export const NEWER_VERSION = '15,6,0,1';

/** A replay of which only the header can be decoded, although its payload is whole. It names these people in the first places. */
export function headerOnlyReplayFile({
  version = CURRENT_LAYOUT.version,
  names = [],
}: {
  version?: string;
  names?: readonly string[];
} = {}): Uint8Array<ArrayBuffer> {
  const battle = makeBattle({ players: 4 });
  for (const [index, name] of names.entries()) Object.assign(battle.participants[index] ?? {}, { name });
  return encodeReplay(battle, { ...CURRENT_LAYOUT, version }, { stream: new Uint8Array(32) });
}

/** The same file whose payload, of 32 bytes, is noise. */
export const withNoise = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.map((byte, index) => (index < bytes.length - 48 ? byte : byte ^ 0x5a));

/** A file in the form of the CIS client's, as public readers describe it. */
export function cisReplayFile(options: EncodeOptions = {}): Uint8Array<ArrayBuffer> {
  const roster = { playersPublicInfo: { 500100001: [500100001, 'Invented_Captain_0', 0, '', 0, 0, 0, 1] } };
  const moreBlocks = [JSON.stringify(roster), '500100001.77', '0123456789abcdef0123456789abcdef'];
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, {
    header: { vehicles: undefined },
    moreBlocks,
    ...options,
  });
}

/** A small replay that unpacks to 60 MiB, and is refused after the longest check. */
export function costlyReplayFile(): Uint8Array<ArrayBuffer> {
  const stream = new Uint8Array(60 * 1024 * 1024);
  return encodeReplay(makeBattle({ players: 2 }), CURRENT_LAYOUT, { stream, deflate: deflateSync });
}

/** A replay that would run a command in the game that opens it. */
export function codeReplayFile(): Uint8Array<ArrayBuffer> {
  const code = bytesOf(0x80, 2, 'N)R.');
  return encodeReplay(makeBattle({ players: 2 }), CURRENT_LAYOUT, { arenaPickles: [code, code] });
}

/** A replay with a class that is not allowed. */
export function maliciousReplayFile(): Uint8Array<ArrayBuffer> {
  const pickle = bytesOf(0x80, 2, 'cos\nsystem\nU\x0aecho pwned', 0x85, 'R.');
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, { arenaPickles: [pickle, pickle] });
}
