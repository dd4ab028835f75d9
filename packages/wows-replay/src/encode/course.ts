/** The course of a battle as packets, in the order of time. */
import { reinforcementArguments } from './arena-state.ts';
import type { Battle, BattleCourse, BattleSetting, SpokenLine } from './battle.ts';
import { type BattleFormat, battleFormat } from './battle-format.ts';
import { createLogic, LOGIC_ID, logicPackets } from './battle-logic.ts';
import { blob, bytesOf, f32, u32 } from './byte-writer.ts';
import { circleChange, circleEntity } from './circles.ts';
import type { ReplayLayout } from './layouts.ts';
import { entityCreation, entityMethod, PACKET, packet, type TimedPacket } from './packets.ts';
import { shipPackets } from './ships.ts';

const SMOKE = 4;
const FIRST_SMOKE_ID = 322_000;
/** The matrix in the map's packet, next to its name: without rotation. */
const UNIT_MATRIX = f32(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const DEFAULT_SETTING: BattleSetting = {
  map: '22_tierra_del_fuego',
  startedAt: '01.02.2025 20:15:00',
  mode: { matchGroup: 'pvp' },
};

/** Where, when and how the battle was fought. */
export const settingOf = ({ setting = DEFAULT_SETTING }: Battle): BattleSetting => setting;

/** Everything that happens after the arena state. */
export function coursePackets(battle: Battle, course: BattleCourse, layout: ReplayLayout): Uint8Array[] {
  const format = battleFormat(layout);
  const timed = [
    ...shipPackets(battle, course, format),
    ...logicPackets(course, format),
    ...course.captures.flatMap((change): TimedPacket[] => [
      {
        at: change.at,
        packet: (clock) => bytesOf(...circleChange(change, course, LOGIC_ID, format, clock)),
      },
    ]),
    ...course.smokes.flatMap(smokePackets),
    ...battle.chat.map((line) => ({
      at: line.at ?? -course.countdown,
      packet: chatPacket(line, battle, layout),
    })),
    ...(course.reinforcements ?? []).map(({ at, ship }): TimedPacket => {
      const args = reinforcementArguments([ship], battle, layout);
      return { at, packet: (clock) => entityMethod(format.methods.reinforcement, args, clock) };
    }),
  ];
  return [
    ...firstPackets(battle, course, format),
    ...timed.sort((a, b) => a.at - b.at).map(({ at, packet }) => packet(at + course.countdown)),
    ...lastPackets(course, format),
  ];
}

/** The map, the recorder's ship, the battle's logic and the circles. */
function firstPackets(battle: Battle, course: BattleCourse, format: BattleFormat): Uint8Array[] {
  const space = bytesOf(`spaces/${settingOf(battle).map}`);
  const map = bytesOf(new Uint8Array(40), u32(space.length), space, UNIT_MATRIX, 1);
  const { circles } = format;
  return [
    packet(format.mapPacket, map),
    packet(PACKET.ownShip, u32(battle.participants[0]?.shipId ?? 0)),
    createLogic(course, format),
    ...(circles.kind === 'entities'
      ? course.circles.map((circle, index) => circleEntity(circle, index, circles, 0))
      : []),
  ];
}

/** The results, which have their own packet in current versions, and a packet that only marks the end of the recording. */
function lastPackets({ countdown, length, result }: BattleCourse, format: BattleFormat): Uint8Array[] {
  const clock = countdown + length;
  const results = bytesOf(JSON.stringify({ arenaUniqueID: 0, playersPublicInfo: {} }));
  return [
    ...(format.resultsPacket !== null && result !== null
      ? [packet(format.resultsPacket, bytesOf(u32(results.length), results), clock)]
      : []),
    packet(PACKET.filler, u32(0), clock),
  ];
}

function smokePackets({ from, to, x, z }: BattleCourse['smokes'][number], index: number): TimedPacket[] {
  const id = FIRST_SMOKE_ID + index;
  const properties = [bytesOf(1), f32(20), f32(20), f32(5), bytesOf(0), blob('smoke')];
  const leaves = (at: number): TimedPacket => ({
    at,
    packet: (clock) => packet(PACKET.entityLeaves, u32(id), clock),
  });
  return [
    { at: from, packet: (clock) => entityCreation({ id, type: SMOKE, x, z, properties }, clock) },
    ...(to === null ? [] : [leaves(to)]),
  ];
}

/** A line of chat as the game sends it. */
export function chatPacket(
  { from, group, text, extra = '' }: SpokenLine,
  battle: Battle,
  layout: ReplayLayout,
) {
  const sender =
    typeof from === 'object' ? from.senderId : (battle.participants[from]?.[layout.chatSender] ?? 0);
  const args = bytesOf(u32(sender), blob(group), blob(text), blob(extra));
  return (clock: number): Uint8Array => entityMethod(layout.chatMethodId, args, clock);
}
