/** Smoke screens. */

import { TIMELINE_LIMITS } from '../../timeline.ts';
import { type BattlePackets, ENTITY } from './battle-packets.ts';
import { inRange, MAP_EDGE_MAX } from './captures.ts';

/** A cloud from when it appears until it is gone; its place is in world units. */
export interface Smoke {
  from: number;
  /** Null when it lasts beyond the recording. */
  to: number | null;
  x: number;
  z: number;
}

/** Reads the smoke screens: entities of this type until they leave. */
export function findSmokes(packets: BattlePackets): Smoke[] {
  const open = new Map<number, Smoke>();
  const smokes: Smoke[] = [];
  const events = [
    ...packets.creations.map((packet) => ({ packet, appears: true })),
    ...packets.leaves.map((packet) => ({ packet, appears: false })),
  ].sort((a, b) => a.packet - b.packet);
  for (const { packet, appears } of events) {
    const entity = packets.entity(packet);
    const before = open.get(entity);
    if (before) before.to = packets.clock(packet);
    open.delete(entity);
    if (!appears || smokes.length === TIMELINE_LIMITS.events) continue;
    const { type, x, z } = packets.creation(packet);
    if (type !== ENTITY.smoke || !inRange(x, -MAP_EDGE_MAX, MAP_EDGE_MAX)) continue;
    if (!inRange(z, -MAP_EDGE_MAX, MAP_EDGE_MAX)) continue;
    const smoke = { from: packets.clock(packet), to: null, x, z };
    open.set(entity, smoke);
    smokes.push(smoke);
  }
  return smokes;
}
