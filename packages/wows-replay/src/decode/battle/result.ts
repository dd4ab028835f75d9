/** Who won. */
import type { BattleClock } from './battle-clock.ts';
import type { BattlePackets, Value } from './battle-packets.ts';

/** i8 winner, u8 reason. */
const RESULT_BYTES = 2;
const DRAW = -1;
/** The winner before the battle is decided. */
const UNDECIDED = -2;
const REASON_MAX = 31;
/** Seconds between the end of the battle and the message about its result. */
const END_SPAN_S = 40;

/** The team that won, or null for a draw, and the reason as the game numbers it. */
export interface BattleResult {
  winner: number | null;
  reason: number;
}

/** Reads the result. Null when the recording ends before it. */
export function findResult(packets: BattlePackets, clock: BattleClock): BattleResult | null {
  return fromProperty(packets, clock) ?? fromMethod(packets, clock);
}

/** Since 12.5 a property of the battle's state, with a number above that of the time left. */
function fromProperty(packets: BattlePackets, { logic, timeLeftNumber }: BattleClock): BattleResult | null {
  const found = packets.properties
    .filter(({ entity, number }) => entity === logic && number > timeLeftNumber)
    .map((group) => group.packets.map((packet) => readResult(packets, packets.value(packet))))
    .filter((values) => values.every((value) => value !== undefined));
  const last = found.map((values) => values.at(-1)).find((value) => value && value.winner !== UNDECIDED);
  return last ? named(last) : null;
}

/** Before 12.5 a method that is called once, at the end of the battle. */
function fromMethod(packets: BattlePackets, { end }: BattleClock): BattleResult | null {
  const ending = end ?? packets.lastClock;
  const nearest = packets.avatarMethods
    .filter((group) => group.packets.length === 1)
    .map(({ packets: [call] }) => call as number)
    .map((call) => ({
      value: readResult(packets, packets.value(call)),
      distance: Math.abs(packets.clock(call) - ending),
    }))
    .filter(({ value, distance }) => value && isDecided(value) && distance <= END_SPAN_S)
    .sort((a, b) => a.distance - b.distance)[0];
  return nearest?.value ? named(nearest.value) : null;
}

function readResult({ view, bytes }: BattlePackets, { at, length }: Value) {
  if (length !== RESULT_BYTES) return;
  const [winner, reason] = [view.getInt8(at), bytes[at + 1] as number];
  return winner >= UNDECIDED && winner <= 1 && reason <= REASON_MAX ? { winner, reason } : undefined;
}

function isDecided({ winner, reason }: { winner: number; reason: number }): boolean {
  return winner !== UNDECIDED && reason > 0;
}

function named({ winner, reason }: { winner: number; reason: number }): BattleResult {
  return { winner: winner === DRAW ? null : winner, reason };
}
