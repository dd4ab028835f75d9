/**
 * Who is in a battle, from `tempArenaInfo.json`, which the game writes while the battle loads, or from a
 * replay. The file is known from public tools: it has the JSON of a replay's header. No live file was at hand,
 * so its form was checked on replays alone.
 */
import type { ReplayFacts } from '../replay.ts';
import { shipNameOf } from '../ships.ts';
import { headerFacts } from './battle/facts.ts';
import { cleanName } from './clean-text.ts';
import { DamagedReplayError, InvalidReplayError } from './replay-errors.ts';
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

/** The header of `tempArenaInfo.json`. An object without its end may still be written. */
function parseArenaInfo(bytes: Uint8Array): ReplayHeader {
  // Its mark, or the second byte of a brace.
  const isUtf16 = bytes[1] === 0xfe || bytes[1] === 0;
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes).trim();
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
