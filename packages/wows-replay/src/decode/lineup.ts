/**
 * Who is in a battle, from `tempArenaInfo.json`, which the game writes while the battle loads, or from a
 * replay. The file is known from public tools: it has the JSON of a replay's header. No live file was at hand,
 * so its form was checked on replays alone.
 */
import type { ReplayFacts } from '../replay.ts';
import { shipNameOf } from '../ships.ts';
import { headerFacts } from './battle/facts.ts';
import { cleanName } from './clean-text.ts';
import { DamagedReplayError, InvalidReplayError, NO_SHIPS } from './replay-errors.ts';
import { MAGIC, requireBytes, splitReplayFile } from './replay-file.ts';
import { asReplayHeader, parseReplayHeader, RELATION, type ReplayHeader } from './replay-header.ts';

/** A ship of a battle. `shipParamsId` is the ship's number in the game; see `ships.ts`. */
export interface LineupShip {
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

const SIDES: ReadonlyMap<number, LineupShip['side']> = new Map([
  [RELATION.recorder, 'self'],
  [RELATION.ally, 'ally'],
]);

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
    ships: header.vehicles.map(({ name, shipId, relation }) => ({
      name: cleanName(name),
      shipParamsId: shipId,
      side: SIDES.get(relation) ?? 'enemy',
    })),
  };
}
