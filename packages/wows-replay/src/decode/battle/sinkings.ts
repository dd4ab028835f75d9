/** Who sank whom. */
import { TIMELINE_LIMITS } from '../../timeline.ts';
import type { BattlePackets, PacketGroup } from './battle-packets.ts';

/** i32 victim, i32 killer, u32 cause. */
const SINKING_BYTES = 12;
const CAUSE_MAX = 255;

/** A ship that was sunk. `victim` and `killer` are entities; the killer may be none. */
export interface Sinking {
  clock: number;
  victim: number;
  killer: number;
  cause: number;
}

/** Reads the sinkings: the method of this shape whose victims are all ships, mostly different ones, with the most calls. */
export function findSinkings(packets: BattlePackets, ships: ReadonlySet<number>): Sinking[] {
  const candidates = packets.avatarMethods
    .filter(({ packets: calls }) => calls.length <= TIMELINE_LIMITS.events)
    .map((group) => readSinkings(packets, group, ships));
  const most = candidates.sort((a, b) => b.length - a.length)[0] ?? [];
  const byVictim = new Map(most.toReversed().map((sinking) => [sinking.victim, sinking]));
  return [...byVictim.values()].reverse();
}

/** Empty when a call has another shape. */
function readSinkings(packets: BattlePackets, group: PacketGroup, ships: ReadonlySet<number>): Sinking[] {
  const sinkings: Sinking[] = [];
  for (const packet of group.packets) {
    const { at, length } = packets.value(packet);
    if (length !== SINKING_BYTES) return [];
    const [victim, killer, cause] = [0, 4, 8].map((offset) => packets.view.getUint32(at + offset, true));
    if (!ships.has(victim as number) || (cause as number) > CAUSE_MAX) return [];
    sinkings.push({
      clock: packets.clock(packet),
      victim: victim as number,
      killer: killer as number,
      cause: cause as number,
    });
  }
  const victims = new Set(sinkings.map((sinking) => sinking.victim));
  return victims.size * 2 > sinkings.length ? sinkings : [];
}
