/** How much health ships had left. */
import { HEALTH_MAX } from '../roster.ts';
import { type BattlePackets, ENTITY, type PacketGroup } from './battle-packets.ts';
import type { Sinking } from './sinkings.ts';

const FLOAT_BYTES = 4;
/** Seconds between a sinking and the health of 0. */
const SINKING_SPAN_S = 1;
/** Part of the best candidate's sinkings that others may miss. */
const ALMOST_BEST = 0.9;
/** A number and a float, as properties follow each other in the state of a creation. */
const PROPERTY_BYTES = 1 + FLOAT_BYTES;

/** Health by entity, in the order of the battle. */
export type HealthByShip = ReadonlyMap<number, { clock: number; value: number }[]>;

/** How well a property fits the health. */
interface Candidate {
  number: number;
  /** Sunk ships for which it is 0 at that moment. */
  sinkings: number;
  /** Sum of each ship's largest value. */
  largest: number;
  groups: PacketGroup[];
}

/**
 * Reads the health: the float of ships that is 0 when they sink. A neighbouring property, the health that can be repaired,
 * ends at 0 as well but never gets as large.
 */
export function findHealth(
  packets: BattlePackets,
  ships: ReadonlySet<number>,
  sinkings: readonly Sinking[],
): HealthByShip {
  const sunkAt = new Map(sinkings.map(({ victim, clock }) => [victim, clock]));
  const ofShips = packets.properties.filter((group) => ships.has(group.entity));
  const candidates = [...Map.groupBy(ofShips, (group) => group.number)].flatMap(([number, groups]) => {
    const candidate = { number, sinkings: 0, largest: 0, groups };
    return groups.every((group) => count(packets, group, sunkAt, candidate)) ? [candidate] : [];
  });
  const most = Math.max(1, ...candidates.map((candidate) => candidate.sinkings));
  const health = candidates
    .filter((candidate) => candidate.sinkings >= most * ALMOST_BEST)
    .sort((a, b) => b.largest - a.largest)[0];
  return health ? readHealth(packets, ships, health) : new Map();
}

/** False when a value cannot be a ship's health. */
function count(
  packets: BattlePackets,
  group: PacketGroup,
  sunkAt: ReadonlyMap<number, number>,
  candidate: Candidate,
): boolean {
  const sinking = sunkAt.get(group.entity) ?? Number.NaN;
  let largest = 0;
  let isSinking = false;
  for (const packet of group.packets) {
    const { at, length } = packets.value(packet);
    const value = length === FLOAT_BYTES ? packets.view.getFloat32(at, true) : Number.NaN;
    if (!(value >= 0 && value <= HEALTH_MAX)) return false;
    isSinking ||= value === 0 && Math.abs(packets.clock(packet) - sinking) <= SINKING_SPAN_S;
    largest = Math.max(largest, value);
  }
  if (isSinking) candidate.sinkings++;
  candidate.largest += largest;
  return true;
}

/** The state that a ship is created with when it comes into view also contains its health. */
function readHealth(packets: BattlePackets, ships: ReadonlySet<number>, health: Candidate): HealthByShip {
  const changes = health.groups
    .flatMap((group) => group.packets)
    .map((packet) => ({ packet, value: packets.view.getFloat32(packets.value(packet).at, true) }));
  const created = packets.creations
    .filter((packet) => ships.has(packets.entity(packet)))
    .flatMap((packet) => {
      const { type, state } = packets.creation(packet);
      const value = type === ENTITY.vehicle ? healthIn(packets.slice(state), health.number) : undefined;
      return value === undefined ? [] : [{ packet, value }];
    });
  const all = [...changes, ...created].sort((a, b) => a.packet - b.packet);
  const byShip = Map.groupBy(all, ({ packet }) => packets.entity(packet));
  return new Map(
    [...byShip].map(([ship, values]) => [
      ship,
      values.map(({ packet, value }) => ({ clock: packets.clock(packet), value })),
    ]),
  );
}

/** The float of the property in a state; the two that follow it must be there, too. */
function healthIn(state: Uint8Array, number: number): number | undefined {
  for (let at = 1; at + 2 * PROPERTY_BYTES < state.length; at++) {
    const isProperty = [0, 1, 2].every((next) => state[at + next * PROPERTY_BYTES] === number + next);
    if (!isProperty) continue;
    const value = new DataView(state.buffer, state.byteOffset + at + 1, FLOAT_BYTES).getFloat32(0, true);
    if (value === 0 || (value >= 1 && value <= HEALTH_MAX)) return value;
  }
  return;
}
