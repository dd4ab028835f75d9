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

/** Numbers from the health to the most that a ship can have, in files since 0.10.5. */
const MOST_AFTER = 3;

/** A ship's health at a moment, and the most that it could have then; 0 while the file has not said. */
export interface HealthStep {
  clock: number;
  value: number;
  most: number;
}

/** Health by entity, in the order of the battle. */
export type HealthByShip = ReadonlyMap<number, HealthStep[]>;

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

/** A change of a ship's health, of the most that it can have, or of both. */
interface HealthChange {
  packet: number;
  value?: number;
  most?: number;
}

/** The state that a ship is created with when it comes into view also contains its health. */
function readHealth(packets: BattlePackets, ships: ReadonlySet<number>, health: Candidate): HealthByShip {
  const created = readCreations(packets, ships, health.number);
  const changes = valuesOf(packets, health.groups).map(({ packet, float }) => ({ packet, value: float }));
  const mostGroups = created.haveMost
    ? packets.properties.filter(
        ({ entity, number }) => ships.has(entity) && number === health.number + MOST_AFTER,
      )
    : [];
  const most = valuesOf(packets, mostGroups).map(({ packet, float }) => ({ packet, most: float }));
  const all: HealthChange[] = [...created.states, ...changes, ...most].sort((a, b) => a.packet - b.packet);
  const byShip = Map.groupBy(all, ({ packet }) => packets.entity(packet));
  return new Map([...byShip].map(([ship, ofShip]) => [ship, stepsOf(packets, ofShip)]));
}

function valuesOf(packets: BattlePackets, groups: readonly PacketGroup[]) {
  return groups
    .flatMap((group) => group.packets)
    .map((packet) => ({ packet, ...packets.value(packet) }))
    .filter(({ length }) => length === FLOAT_BYTES)
    .map(({ packet, at }) => ({ packet, float: packets.view.getFloat32(at, true) }))
    .filter(({ float }) => float >= 0 && float <= HEALTH_MAX);
}

/**
 * The states of ships. Older files have another number where newer ones have the most health, which is never below the health.
 */
function readCreations(packets: BattlePackets, ships: ReadonlySet<number>, number: number) {
  const states = packets.creations
    .filter((packet) => ships.has(packets.entity(packet)))
    .flatMap((packet) => {
      const { type, state } = packets.creation(packet);
      const found = type === ENTITY.vehicle ? healthIn(packets.slice(state), number) : undefined;
      return found ? [{ packet, ...found }] : [];
    });
  const haveMost = states.every(({ value, most }) => most > 0 && most >= value && most <= HEALTH_MAX);
  return { haveMost, states: haveMost ? states : states.map(({ packet, value }) => ({ packet, value })) };
}

function stepsOf(packets: BattlePackets, changes: readonly HealthChange[]): HealthStep[] {
  let now = { value: -1, most: changes.find(({ most }) => most)?.most ?? 0 };
  const steps = changes.map(({ packet, ...change }) => {
    now = { ...now, ...change };
    return { clock: packets.clock(packet), ...now };
  });
  return steps.filter(({ value }) => value >= 0);
}

/** The float of the property in a state, where the two that follow it must be there, too, and the one after those. */
function healthIn(state: Uint8Array, number: number): { value: number; most: number } | undefined {
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  for (let at = 1; at + 2 * PROPERTY_BYTES < state.length; at++) {
    const isProperty = [0, 1, 2].every((next) => state[at + next * PROPERTY_BYTES] === number + next);
    if (!isProperty) continue;
    const value = view.getFloat32(at + 1, true);
    if (value !== 0 && !(value >= 1 && value <= HEALTH_MAX)) continue;
    const mostAt = at + MOST_AFTER * PROPERTY_BYTES;
    const hasMost = state[mostAt] === number + MOST_AFTER && mostAt + PROPERTY_BYTES <= state.length;
    return { value, most: hasMost ? view.getFloat32(mostAt + 1, true) : 0 };
  }
  return;
}
