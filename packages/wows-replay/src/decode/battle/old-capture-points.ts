/** The capture points before 0.11.11: a list in the state of the battle. */
import { ByteReader, ByteReaderError } from '../byte-reader.ts';
import type { BattlePackets } from './battle-packets.ts';
import {
  type CaptureChange,
  type CapturePoint,
  type CapturePoints,
  inRange,
  MAP_EDGE_MAX,
} from './captures.ts';

/** The list begins within this many bytes of the state. */
const SEARCHED_BYTES = 60;
const LISTED_MAX = 12;
const TEXT_BYTES_MAX = 64;

/** How versions of the game list a point. */
interface Layout {
  hasInnerRadius: boolean;
  progressNumbers: 1 | 2;
  hasTime: boolean;
  hasSpeed: boolean;
}

/** Longest first, since a shorter one may fit by chance: 0.10.7, 0.10.5, 0.8.7, 0.8.0. */
const LAYOUTS: readonly Layout[] = [
  { hasInnerRadius: true, progressNumbers: 1, hasTime: true, hasSpeed: true },
  { hasInnerRadius: true, progressNumbers: 1, hasTime: true, hasSpeed: false },
  { hasInnerRadius: true, progressNumbers: 2, hasTime: false, hasSpeed: false },
  { hasInnerRadius: false, progressNumbers: 2, hasTime: false, hasSpeed: false },
];

/** Bits of a change: `1 P 1 K 1 I 0 F`. P and K say which property; K is 2. */
const PATH_WIDTHS = [3, 4].flatMap((property) => [4, 5].map((key) => ({ property, key })));
type PathWidths = (typeof PATH_WIDTHS)[number];
const LIST_KEY = 2;

/** Reads the capture points and what happened to them. */
export function findOldCapturePoints(packets: BattlePackets, logic: number): CapturePoints {
  const creation = packets.creations.find((packet) => packets.entity(packet) === logic);
  if (creation === undefined) return { points: [], changes: [] };
  const state = packets.slice(packets.creation(creation).state);
  const fitting = LAYOUTS.flatMap((layout) => {
    const points = findList(state, layout);
    return points ? [{ points, changes: readChanges(packets, logic, layout, points.length) }] : [];
  });
  // A single point may fit several layouts. The right one explains the most changes.
  const [best] = fitting.sort((a, b) => b.changes.length - a.changes.length);
  return best ?? { points: [], changes: [] };
}

function findList(state: Uint8Array, layout: Layout): CapturePoint[] | undefined {
  for (let at = 0; at < Math.min(SEARCHED_BYTES, state.length); at++) {
    const count = state[at] as number;
    if (!inRange(count, 1, LISTED_MAX)) continue;
    const points = readList(new ByteReader(state.subarray(at + 1)), layout, count);
    if (points) return points;
  }
  return;
}

function readList(reader: ByteReader, layout: Layout, count: number): CapturePoint[] | undefined {
  const points: CapturePoint[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const point = readPoint(reader, layout);
      if (!point) return;
      points.push({ index, ...point });
    }
  } catch (error) {
    if (!(error instanceof ByteReaderError)) throw error;
    return;
  }
  return points;
}

/** Undefined when a value is out of range. */
function readPoint(reader: ByteReader, layout: Layout): Omit<CapturePoint, 'index'> | undefined {
  const [x, z, radius] = [reader.f32(), reader.f32(), reader.f32()];
  const innerRadius = layout.hasInnerRadius ? reader.f32() : 0;
  if (!inRange(x, -MAP_EDGE_MAX, MAP_EDGE_MAX) || !inRange(z, -MAP_EDGE_MAX, MAP_EDGE_MAX)) return;
  if (!inRange(radius, 1, MAP_EDGE_MAX) || !inRange(innerRadius, 0, radius)) return;
  reader.u32();
  const next = reader.i8();
  reader.u8();
  const textBytes = reader.u8();
  if (!inRange(next, -1, 20) || textBytes > TEXT_BYTES_MAX) return;
  reader.take(textBytes);
  const team = reader.i8();
  const progress = reader.f32();
  const seconds = [...(layout.progressNumbers === 2 ? [reader.f32()] : []), reader.f32()];
  const invader = reader.i8();
  const flags = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
  if (layout.hasTime) seconds.push(reader.f32());
  if (layout.hasSpeed) seconds.push(reader.f32());
  const isPoint =
    [team, invader].every((side) => inRange(side, -1, 1)) &&
    inRange(progress, 0, 1) &&
    flags.every((flag) => flag <= 2) &&
    seconds.every((value) => inRange(value, -1, 10_000));
  return isPoint ? { x, z, radius, team } : undefined;
}

/** The changes by the widths of the path that fit most packets. */
function readChanges(packets: BattlePackets, logic: number, layout: Layout, points: number): CaptureChange[] {
  const nested = packets.nestedOf(logic);
  const candidates = PATH_WIDTHS.map((widths) =>
    nested.flatMap((packet) => {
      const { at, length, isSlice } = packets.nestedValue(packet);
      if (isSlice) return [];
      const change = readChange(packets.bytes.subarray(at, at + length), widths, layout, points);
      return change ? [{ clock: packets.clock(packet), ...change }] : [];
    }),
  );
  return candidates.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** The fields of a point that are shown, with their numbers and bytes. The place is one field. */
function fieldsOf({ hasInnerRadius, progressNumbers }: Layout) {
  const team = hasInnerRadius ? 7 : 6;
  return new Map<number, { what: CaptureChange['what']; bytes: number }>([
    [1, { what: 'radius', bytes: 4 }],
    [team, { what: 'owner', bytes: 1 }],
    [team + 1, { what: 'progress', bytes: 4 * progressNumbers }],
    [team + 3, { what: 'invader', bytes: 1 }],
    [team + 4, { what: 'contested', bytes: 1 }],
    [team + 6, { what: 'enabled', bytes: 1 }],
  ]);
}

function fieldCount({ hasInnerRadius, hasTime, hasSpeed }: Layout): number {
  return 14 + Number(hasInnerRadius) + Number(hasTime) + Number(hasSpeed);
}

function readChange(payload: Uint8Array, widths: PathWidths, layout: Layout, points: number) {
  const bits = bitsOf(payload);
  if (bits.read(1) !== 1) return;
  bits.read(widths.property);
  if (bits.read(1) !== 1 || bits.read(widths.key) !== LIST_KEY || bits.read(1) !== 1) return;
  const point = bits.read(bitsFor(points));
  const isDeeper = bits.read(1) === 1;
  const field = fieldsOf(layout).get(bits.read(bitsFor(fieldCount(layout))));
  if (!field || point >= points) return;
  // One of the two numbers of old progress may change alone; the first is the part that is captured.
  const isAlone = isDeeper && field.what === 'progress' && layout.progressNumbers === 2;
  if (isDeeper && (!isAlone || bits.read(2) % 2 === 1)) return;
  const at = bits.bytesRead();
  if (payload.length - at !== (isAlone ? 4 : field.bytes)) return;
  const view = new DataView(payload.buffer, payload.byteOffset + at);
  const value = field.bytes === 1 ? view.getInt8(0) : view.getFloat32(0, true);
  if (field.what === 'radius' && !inRange(value, 0, MAP_EDGE_MAX)) return;
  return { point, what: field.what, value };
}

/** How many bits an index into so many things has. */
function bitsFor(count: number): number {
  return Math.ceil(Math.log2(count));
}

/** Reads the first 32 bits, the highest of each byte first. Past the end they are 0. */
function bitsOf(bytes: Uint8Array) {
  const word = [0, 1, 2, 3].reduce((bits, index) => (bits << 8) | (bytes[index] ?? 0), 0);
  let at = 0;
  const read = (count: number): number => {
    at += count;
    return count === 0 ? 0 : (word << (at - count)) >>> (32 - count);
  };
  return { read, bytesRead: () => Math.ceil(at / 8) };
}
