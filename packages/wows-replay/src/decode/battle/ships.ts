/** The ships of a battle: from the roster, joining later, or only seen on the map. */
import { isTextKey, type ReplayPlayer } from '../../replay.ts';
import { TIMELINE_LIMITS } from '../../timeline.ts';
import type { AllowedClasses } from '../known-classes.ts';
import { splitBlobs } from '../packets.ts';
import { readPickle } from '../pickle.ts';
import { PickleError, type PickleValue } from '../pickle-machine.ts';
import { playersFromRows, type Roster, toRosterRows } from '../roster.ts';
import { type BattlePackets, ENTITY } from './battle-packets.ts';

const PICKLE_START = 0x80;
/** Players, bots and others. */
const LATE_BLOBS_MAX = 3;
const LATE_BYTES_MAX = 1024 * 1024;

/** A ship in the battle; `entity` is its id in the packets. */
export interface BattleShip extends Pick<ReplayPlayer, 'name' | 'clanTag' | 'accountId' | 'shipParamsId'> {
  entity: number;
  /** Null when it is only seen, not listed. */
  teamId: number | null;
}

/** Every ship once: the roster's first, in its order. */
export function findShips(packets: BattlePackets, roster: Roster, classes: AllowedClasses): BattleShip[] {
  const listed = [...roster.players, ...latePlayers(packets, roster, classes)].map(toShip);
  const teams = findTeams(packets, roster);
  const seen = vehicleCreations(packets).map((packet) => {
    const entity = packets.entity(packet);
    return unlistedShip(entity, teams.get(entity) ?? null);
  });
  const ships = new Map<number, BattleShip>();
  for (const ship of [...listed, ...seen]) {
    if (ships.size === TIMELINE_LIMITS.ships) break;
    if (ship.entity > 0 && !ships.has(ship.entity)) ships.set(ship.entity, ship);
  }
  return [...ships.values()];
}

function toShip({ shipId, name, clanTag, accountId, shipParamsId, teamId }: ReplayPlayer): BattleShip {
  const shownName = isTextKey({ name, accountId }) ? '' : name;
  return { entity: shipId, name: shownName, clanTag, accountId, shipParamsId, teamId };
}

function unlistedShip(entity: number, teamId: number | null): BattleShip {
  return { entity, name: '', clanTag: '', accountId: 0, shipParamsId: 0, teamId };
}

function vehicleCreations(packets: BattlePackets): number[] {
  return packets.creations.filter((packet) => packets.creation(packet).type === ENTITY.vehicle);
}

/**
 * Teams by the state that ships are created with. The team is the property of one byte that equals the roster's for every
 * listed ship. Where several do, none can be trusted.
 */
function findTeams(packets: BattlePackets, roster: Roster): Map<number, number> {
  const listed = new Map(roster.players.map(({ shipId, teamId }) => [shipId, teamId]));
  const created = vehicleCreations(packets).map((packet) => ({
    entity: packets.entity(packet),
    bytes: firstBytes(packets.slice(packets.creation(packet).state)),
  }));
  const known = created.filter(({ entity }) => listed.has(entity));
  const numbers = [...(known[0]?.bytes.keys() ?? [])].filter((number) =>
    known.every(({ entity, bytes }) => bytes.get(number) === listed.get(entity)),
  );
  const [team] = numbers;
  if (team === undefined || numbers.length > 1) return new Map();
  return new Map(created.map(({ entity, bytes }) => [entity, bytes.get(team) ?? -1]));
}

/** The properties of one byte at the front of a state, by number. The numbers grow. */
function firstBytes(state: Uint8Array): Map<number, number> {
  const bytes = new Map<number, number>();
  let before = -1;
  for (let at = 1; at + 1 < state.length && (state[at] as number) > before; at += 2) {
    before = state[at] as number;
    bytes.set(before, state[at + 1] as number);
  }
  return bytes;
}

/**
 * Ships that join during the battle, as in operations. They come in a method with lists like those of the arena state, whose
 * columns apply when the rows are as long.
 */
function latePlayers(packets: BattlePackets, roster: Roster, classes: AllowedClasses): ReplayPlayer[] {
  let bytesLeft = LATE_BYTES_MAX;
  const players: ReplayPlayer[] = [];
  for (const packet of packets.avatarMethods.flatMap((group) => group.packets)) {
    const args = packets.slice(packets.value(packet));
    const blobs = splitBlobs(args, 0, LATE_BLOBS_MAX, PICKLE_START);
    if (!blobs || blobs.length === 0) continue;
    bytesLeft -= args.length;
    if (bytesLeft < 0) break;
    const rows = blobs.flatMap((blob) => toRosterRows(readOrNull(blob, classes)));
    players.push(...rows.flatMap((row) => playersFromRows([row], roster.columns.get(row.size))));
  }
  return players;
}

function readOrNull(pickle: Uint8Array, classes: AllowedClasses): PickleValue {
  try {
    return readPickle(pickle, classes);
  } catch (error) {
    if (error instanceof PickleError) return null;
    throw error;
  }
}
