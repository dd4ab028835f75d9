/** The entity that runs the battle: its stage, clock, score and result. */
import type { BattleCourse } from './battle.ts';
import type { BattleFormat } from './battle-format.ts';
import { blob, bytesOf, u16, u32 } from './byte-writer.ts';
import { circleIds, circleList } from './circles.ts';
import { entityCreation, entityMethod, entityProperty, nestedProperty, type TimedPacket } from './packets.ts';

/** Entity id of the battle. */
export const LOGIC_ID = 859_070;
const STAGE = { created: 2, waiting: 1, battle: 0, ended: 3 } as const;
const PROPERTY = { stage: 0, duration: 2, timeLeft: 3 } as const;
const NOT_DECIDED = -2;
const NO_LINKS = u32(0xffc4_c7b0);

/** The creation of the entity, with the circles of older games and the score. */
export function createLogic(course: BattleCourse, format: BattleFormat): Uint8Array {
  const { circles, score } = course;
  const ids = circleIds(circles);
  const start =
    format.circles.kind === 'list'
      ? bytesOf(0, 0, circleList(circles, format.circles))
      : bytesOf(new Uint8Array(18), ids.length, ...ids.map(u32));
  const state = bytesOf(
    ...[start, new Uint8Array(6), NO_LINKS, u32(0), 1, 1, 3],
    ...[5, u16(30), u16(45), blob('Destroyer'), u16(60), u16(40), blob('Battleship')],
    scoreOf(score, format),
    ...[new Uint8Array(8), 6, 0, 7, 0],
  );
  const properties = [bytesOf(STAGE.created), bytesOf(1), u16(course.countdown), u16(0)];
  if (format.logic.result !== null) properties.push(bytesOf(NOT_DECIDED & 0xff, 0));
  return entityCreation(
    { id: LOGIC_ID, type: format.logic.type, x: 0, z: 0, properties: [...properties, state] },
    0,
  );
}

function scoreOf(score: BattleCourse['score'], format: BattleFormat): Uint8Array {
  if (score === null) return bytesOf();
  const [first, second] = score.start;
  return format.score === 'both'
    ? bytesOf(2, u16(first), u16(second), u16(score.win), u16(0))
    : bytesOf(2, 0, u16(first), 1, u16(second), u16(score.win), u16(0));
}

/** Stage, clock, score and result as they change. */
export function logicPackets(course: BattleCourse, format: BattleFormat): TimedPacket[] {
  return [
    ...stageChanges(course),
    ...clockTicks(course),
    ...scoreChanges(course, format),
    ...result(course, format),
  ];
}

function stageChanges({ countdown, result }: BattleCourse): TimedPacket[] {
  const change = (at: number, stage: number) => ({
    at,
    packet: (clock: number) => entityProperty(LOGIC_ID, PROPERTY.stage, bytesOf(stage), clock),
  });
  const ended = result ? [change(result.at, STAGE.ended)] : [];
  return [change(-countdown, STAGE.waiting), change(0, STAGE.battle), ...ended];
}

/** The clock shows the countdown, then the time left, once a second. */
function clockTicks({ countdown, length, timeLimit, clockAtStart, result }: BattleCourse): TimedPacket[] {
  const seconds = Math.floor(countdown) + Math.floor(result?.at ?? length) + 1;
  const tick = (at: number, left: number): TimedPacket => ({
    at,
    packet: (clock) => entityProperty(LOGIC_ID, PROPERTY.timeLeft, u16(left), clock),
  });
  const ticks = Array.from({ length: seconds }, (_, index) => {
    const at = index - Math.floor(countdown);
    return tick(at, Math.max(0, at < 0 ? -at : timeLimit - at));
  });
  const first = (clockAtStart ?? []).map((left) => tick(0, left));
  const duration: TimedPacket = {
    at: 0,
    packet: (clock) => entityProperty(LOGIC_ID, PROPERTY.duration, u16(timeLimit), clock),
  };
  return [duration, ...first, ...ticks];
}

function scoreChanges({ score }: BattleCourse, format: BattleFormat): TimedPacket[] {
  if (score === null) return [];
  const points: [number, number] = [...score.start];
  return score.changes.map(({ at, team, points: value }) => {
    points[team] = value;
    const change =
      format.score === 'both'
        ? bytesOf(0xda, 0x14, 2, u16(points[0]), u16(points[1]))
        : bytesOf(0xb4, 0xf6, team === 0 ? 0x90 : 0xd0, u16(value));
    return { at, packet: (clock) => nestedProperty(format.nestedPacket, LOGIC_ID, change, clock) };
  });
}

function result({ result: ended }: BattleCourse, format: BattleFormat): TimedPacket[] {
  if (ended === null) return [];
  const value = bytesOf(ended.winner & 0xff, ended.reason);
  const property = format.logic.result;
  const packet = (clock: number) =>
    property === null
      ? entityMethod(format.methods.result, value, clock)
      : entityProperty(LOGIC_ID, property, value, clock);
  return [{ at: ended.at, packet }];
}
