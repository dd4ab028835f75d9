/** The points of both teams. */
import { TIMELINE_LIMITS } from '../../timeline.ts';
import type { BattlePackets } from './battle-packets.ts';

const WIN_MIN = 100;
const WIN_MAX = 20_000;
/** How far a first change may be from the points at the start. */
const FIRST_CHANGE_MAX = 200;
/** Largest change at once, also a fifth of the points needed. */
const CHANGE_MAX = 250;
/** Longest payload of a change. */
const PAYLOAD_BYTES_MAX = 8;
const OLD_PAYLOAD_BYTES_MIN = 6;
/** Different paths of changes. Real battles have up to a few hundred. */
const PATHS_MAX = 2000;
const CANDIDATES_MAX = 64;

/** Points by team. */
export interface Score {
  win: number;
  start: [team0: number, team1: number];
  changes: { clock: number; team: number; points: number }[];
}

/** Reads the points; null in battles without any, such as operations. */
export function findScore(packets: BattlePackets, logic: number): Score | null {
  for (const packet of packets.creations) {
    if (packets.entity(packet) !== logic) continue;
    const state = packets.slice(packets.creation(packet).state);
    const start = findStart(state);
    if (!start) continue;
    const changes = start.isOld ? oldChanges(packets, logic) : newChanges(packets, logic, start);
    return { win: start.win, start: start.points, changes: withoutRepeats(changes, start.points) };
  }
  return null;
}

function withoutRepeats(changes: Score['changes'], start: Score['start']): Score['changes'] {
  const now = [...start];
  const changed = changes.filter(({ team, points }) => {
    const isNew = now[team] !== points;
    now[team] = points;
    return isNew;
  });
  return changed.slice(0, TIMELINE_LIMITS.events);
}

interface Start {
  win: number;
  points: [team0: number, team1: number];
  isOld: boolean;
}

/** Searches the state for two teams' points, followed by the points needed. */
function findStart(state: Uint8Array): Start | undefined {
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  return searchStart(state, (at) => newStart(view, at)) ?? searchStart(state, (at) => oldStart(view, at));
}

function searchStart(state: Uint8Array, read: (at: number) => Start | undefined): Start | undefined {
  for (let at = state.indexOf(2); at >= 0; at = state.indexOf(2, at + 1)) {
    const start = read(at);
    if (start) return start;
  }
  return;
}

/** Since 0.8.7: `02`, `00` u16, `01` u16, i16 to win, i16 to lose. */
function newStart(view: DataView, at: number): Start | undefined {
  if (at + 11 > view.byteLength || view.getUint8(at + 1) !== 0 || view.getUint8(at + 4) !== 1) return;
  const [win, lose] = [view.getInt16(at + 7, true), view.getInt16(at + 9, true)];
  if (win < WIN_MIN || win > WIN_MAX || lose < -1 || lose >= win) return;
  return { win, points: [view.getUint16(at + 2, true), view.getUint16(at + 5, true)], isOld: false };
}

/** Before 0.8.7: `02`, u16, u16, u16 to win, u16 0. */
function oldStart(view: DataView, at: number): Start | undefined {
  if (at + 9 > view.byteLength || view.getUint16(at + 7, true) !== 0) return;
  const [first, second, win] = [1, 3, 5].map((offset) => view.getUint16(at + offset, true));
  if (first === undefined || second === undefined || win === undefined || first !== second) return;
  if (win < WIN_MIN || win > WIN_MAX || win % 100 !== 0) return;
  return { win, points: [first, second], isOld: true };
}

/** Each change has the points of both teams: `02` u16 u16 at the end of the payload. */
function oldChanges(packets: BattlePackets, logic: number): Score['changes'] {
  return packets.nestedOf(logic).flatMap((packet) => {
    const { at, length } = packets.nestedValue(packet);
    const end = at + length;
    if (length < OLD_PAYLOAD_BYTES_MIN || length > PAYLOAD_BYTES_MAX || packets.bytes[end - 5] !== 2)
      return [];
    const clock = packets.clock(packet);
    return [0, 1].map((team) => ({ clock, team, points: packets.view.getUint16(end - 4 + 2 * team, true) }));
  });
}

/** Changes with the same bytes before their value. */
interface Series {
  path: readonly number[];
  changes: { clock: number; points: number }[];
}

/** Two series whose paths differ in the bit of the team. If there are several pairs, the one with the most changes. */
function newChanges(packets: BattlePackets, logic: number, start: Start): Score['changes'] {
  const series = readSeries(packets, logic)
    .filter((candidate) => isScore(candidate, start))
    .sort((a, b) => b.changes.length - a.changes.length)
    .slice(0, CANDIDATES_MAX);
  let best: Score['changes'] = [];
  for (const team0 of series) {
    for (const team1 of series) {
      const count = team0.changes.length + team1.changes.length;
      if (count > best.length && differsInTeam(team0.path, team1.path)) best = merged(team0, team1);
    }
  }
  return best;
}

function readSeries(packets: BattlePackets, logic: number): Series[] {
  const byPath = new Map<string, Series>();
  for (const packet of packets.nestedOf(logic)) {
    const { at, length, isSlice } = packets.nestedValue(packet);
    if (isSlice || length <= 2 || length > PAYLOAD_BYTES_MAX) continue;
    const path = [...packets.bytes.subarray(at, at + length - 2)];
    const key = path.join();
    const series = byPath.get(key) ?? { path, changes: [] };
    if (series.changes.length === 0 && byPath.size < PATHS_MAX) byPath.set(key, series);
    const points = packets.view.getUint16(at + length - 2, true);
    series.changes.push({ clock: packets.clock(packet), points });
  }
  return [...byPath.values()];
}

function isScore({ changes }: Series, { win, points }: Start): boolean {
  const largest = Math.max(CHANGE_MAX, win / 5);
  const first = changes[0]?.points ?? 0;
  return (
    points.some((start) => Math.abs(first - start) <= FIRST_CHANGE_MAX) &&
    changes.every(({ points: now }, index) => Math.abs(now - (changes[index - 1]?.points ?? now)) <= largest)
  );
}

/** Whether exactly one bit differs, which is 0 in the first path and 1 in the second. */
function differsInTeam(first: readonly number[], second: readonly number[]): boolean {
  if (first.length !== second.length) return false;
  const bits = first.map((byte, index) => byte ^ (second[index] as number));
  const different = bits.filter((bit) => bit !== 0);
  const [bit = 0] = different;
  const isOneBit = different.length === 1 && (bit & (bit - 1)) === 0;
  return isOneBit && first.every((byte, index) => (byte & (bits[index] as number)) === 0);
}

function merged(team0: Series, team1: Series): Score['changes'] {
  return [team0, team1]
    .flatMap(({ changes }, team) => changes.map((change) => ({ ...change, team })))
    .sort((a, b) => a.clock - b.clock);
}
