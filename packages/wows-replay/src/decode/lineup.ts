/**
 * Who is in a battle, from `tempArenaInfo.json`, which the game writes while the battle loads, or from a
 * replay. The file is known from public tools: it has the JSON of a replay's header. No live file was at hand,
 * so its form was checked on replays alone.
 */
import { hasRepeatedAccount, type ReplayFacts } from '../replay.ts';
import { shipNameOf } from '../ships.ts';
import { ArenaStateFinder } from './arena-state.ts';
import { headerFacts } from './battle/facts.ts';
import { cleanName } from './clean-text.ts';
import { allowedClasses } from './known-classes.ts';
import { ENTITY_METHOD, forEachPacket, readMethod } from './packets.ts';
import { DamagedReplayError, InvalidReplayError, NO_SHIPS } from './replay-errors.ts';
import { MAGIC, requireBytes, splitReplayFile } from './replay-file.ts';
import { asReplayHeader, parseReplayHeader, type ReplayHeader, type ReplayVehicle } from './replay-header.ts';
import { rosterFromArena } from './roster.ts';

/** A ship of a battle. `shipParamsId` is the ship's number in the game; see `ships.ts`. */
export interface LineupShip {
  /** Number of the participant in the battle, which is no account id. */
  id: number;
  name: string;
  shipParamsId: number;
  side: 'self' | 'ally' | 'enemy';
}

/** A battle as its header describes it: without account ids, clans and divisions. */
export interface Lineup extends Pick<ReplayFacts, 'map' | 'playedAt' | 'mode'> {
  /** The file is a replay, which the game writes after the battle. */
  isReplay: boolean;
  /** Name of the recorder's ship. */
  ownShip: string | null;
  ships: LineupShip[];
}

/** Sides by the numbers that the game gives them. */
const SIDES: readonly LineupShip['side'][] = ['self', 'ally', 'enemy'];

/** By the mark, or the bytes of a brace. */
function encodingOf([first, second]: Uint8Array): string {
  if (second === 0xfe || second === 0) return 'utf-16le';
  return first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8';
}

/** The header of `tempArenaInfo.json`. An object without its end may still be written. */
function parseArenaInfo(bytes: Uint8Array): ReplayHeader {
  // NUL bytes are room that the game has not written to yet.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '').trim();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const isPart = text === '' || text.startsWith('{');
    throw isPart
      ? new DamagedReplayError('The file is cut short.', { cause })
      : new InvalidReplayError('The file is neither a battle nor a replay.', { cause });
  }
  return asReplayHeader(json);
}

const startsAsReplay = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;

/**
 * Reads who is in a battle.
 *
 * @throws {DamagedReplayError} when the file is cut short, as while the game writes it
 * @throws {InvalidReplayError} when it is neither of both files, or lists no ships
 * @throws {TypeError} when these are not the bytes of a file
 */
export function readLineup(bytes: Uint8Array): Lineup {
  requireBytes(bytes);
  const isReplay = startsAsReplay(bytes);
  const header = isReplay
    ? parseReplayHeader(splitReplayFile(bytes).blocks[0] as Uint8Array)
    : parseArenaInfo(bytes);
  if (header.vehicles.length === 0) throw new InvalidReplayError(NO_SHIPS);
  return {
    ...headerFacts(header),
    isReplay,
    ownShip: shipNameOf(header.playerVehicle),
    ships: header.vehicles.map(({ id, name, shipId, relation }) => ({
      id,
      name: cleanName(name),
      shipParamsId: shipId,
      side: SIDES[relation] ?? 'enemy',
    })),
  };
}

/** How much of `temp.wowsreplay` has the roster, in bytes: in real replays it ends within the first 27 KB. */
export const ROSTER_STREAM_BYTES = 64 * 1024;

/** A player of a battle. Members of a division share its number. */
export interface RosterAccount {
  name: string;
  accountId: number;
  /** Empty without a clan. */
  clanTag: string;
  division: number | null;
}

/**
 * Reads the accounts of a battle from `temp.wowsreplay`, which the game writes while it runs. Null when the roster is not
 * complete yet, is of another battle than `ships`, or cannot be read. The source of a public tool says that the file is the bare
 * packets of a replay. No live file was at hand, so nothing may depend on it.
 *
 * @throws {TypeError} when these are not the bytes of a file
 */
export function readRosterStream(bytes: Uint8Array, ships: readonly LineupShip[]): RosterAccount[] | null {
  requireBytes(bytes);
  const vehicles = ships.map(
    ({ id, name, shipParamsId, side }): ReplayVehicle => ({
      ...{ id, name, shipId: shipParamsId },
      relation: SIDES.indexOf(side),
    }),
  );
  const arena = new ArenaStateFinder(allowedClasses());
  try {
    forEachPacket(bytes.subarray(0, ROSTER_STREAM_BYTES), (type, start, end) => {
      const method = type === ENTITY_METHOD && readMethod(bytes, start, end);
      if (method) arena.visit(method.id, method.args);
    });
  } catch (error) {
    if (error instanceof InvalidReplayError) return null;
    throw error;
  }
  for (const state of arena.found) {
    const { players = [] } = rosterFromArena(state, vehicles) ?? {};
    const accounts = players.filter(({ accountId }) => accountId > 0);
    if (accounts.length === 0 || hasRepeatedAccount({ players })) continue;
    return accounts.map(({ name, accountId, clanTag, division = null }) => ({
      ...{ name: cleanName(name), accountId, division },
      clanTag: cleanName(clanTag),
    }));
  }
  return null;
}
