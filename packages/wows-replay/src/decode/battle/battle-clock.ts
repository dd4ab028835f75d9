/** When the battle began and ended, and what its clock showed. */
import { TIMELINE_LIMITS } from '../../timeline.ts';
import { type BattlePackets, ENTITY, type PacketGroup } from './battle-packets.ts';
import { keepPoints } from './keep-points.ts';

const STAGE_PROPERTY = 0;
const STAGE = { battle: 0, ended: 3 } as const;
const TIME_LEFT_BYTES = 2;
/** Seconds by which the clock may differ from the even course between two moments. */
const TOLERANCE_S = 0.75;
/** Other values fall by one or two, too, but not more often than this in a real battle. */
const FALLS_MIN = 3;

/** Moments are in seconds since the recording's start. */
export interface BattleClock {
  /** The entity with the battle's state. */
  logic: number;
  /** Number of its property with the time left. */
  timeLeftNumber: number;
  start: number;
  /** Null when the recording ends before the battle. */
  end: number | null;
  /** Readings of the clock: `[tenths of a second since the start, seconds left]`, once for each moment. */
  timeLeft: [time: number, seconds: number][];
}

/**
 * Finds the battle's clock: among the 2-byte properties, except properties of avatar and ships, the property that most often
 * falls by one or two. Undefined when there is none.
 */
export function findClock(packets: BattlePackets, ships: ReadonlySet<number>): BattleClock | undefined {
  const others = outsiders(packets, ships);
  let most = { falls: FALLS_MIN - 1, group: undefined as PacketGroup | undefined };
  for (const group of packets.properties) {
    if (!others(group.entity)) continue;
    const falls = countFalls(packets, group);
    if (falls > most.falls) most = { falls, group };
  }
  if (!most.group) return;
  const { entity: logic, number: timeLeftNumber } = most.group;
  const values = most.group.packets;
  const stages = findStages(packets, logic, values[0] === undefined ? 0 : packets.clock(values[0]));
  // Several values may share a moment, such as that of the start. The last one applies.
  const shown = new Map(
    values.map((packet) => [
      tenths(packets.clock(packet) - stages.start),
      packets.view.getUint16(packets.value(packet).at, true),
    ]),
  );
  return { logic, timeLeftNumber, timeLeft: [...shown], ...stages };
}

/** Seconds that the clock showed at the start; null when it showed none since. */
export function clockAtStart({ timeLeft }: BattleClock): number | null {
  const [time = 0, seconds = null] = timeLeft.find(([moment]) => moment >= 0) ?? [];
  return seconds && Math.round(seconds + time / 10);
}

/** The moments between which the clock ran evenly, from first to last. */
export function evenClock({ timeLeft }: BattleClock): [time: number, seconds: number][] {
  const kept = keepPoints(
    timeLeft.map(([time]) => time),
    [{ values: timeLeft.map(([, seconds]) => seconds), tolerance: TOLERANCE_S }],
  );
  return kept.slice(0, TIMELINE_LIMITS.clock).map((index) => timeLeft[index] as [number, number]);
}

/** Seconds in the unit of timelines. */
export function tenths(seconds: number): number {
  return Math.round(seconds * 10);
}

function outsiders(packets: BattlePackets, ships: ReadonlySet<number>): (entity: number) => boolean {
  const created = packets.creations
    .filter((packet) => packets.creation(packet).type === ENTITY.avatar)
    .map((packet) => packets.entity(packet));
  const avatars = new Set([packets.avatar, ...created]);
  return (entity) => !avatars.has(entity) && !ships.has(entity);
}

/** 0 when a value has another size. */
function countFalls(packets: BattlePackets, group: PacketGroup): number {
  let falls = 0;
  let before = 0;
  for (const packet of group.packets) {
    const { at, length } = packets.value(packet);
    if (length !== TIME_LEFT_BYTES) return 0;
    const value = packets.view.getUint16(at, true);
    if (before - value === 1 || before - value === 2) falls++;
    before = value;
  }
  return falls;
}

/** A countdown comes before the start, which is the last change to the stage of the battle. */
function findStages(packets: BattlePackets, logic: number, fallback: number) {
  const stages = packets.properties
    .filter((group) => group.entity === logic && group.number === STAGE_PROPERTY)
    .flatMap((group) => group.packets)
    .filter((packet) => packets.value(packet).length === 1)
    .map((packet) => ({
      stage: packets.bytes[packets.value(packet).at],
      clock: packets.clock(packet),
    }));
  const start = stages.findLast(({ stage }) => stage === STAGE.battle)?.clock ?? fallback;
  const end = stages.find(({ stage, clock }) => stage === STAGE.ended && clock >= start)?.clock ?? null;
  return { start, end };
}
