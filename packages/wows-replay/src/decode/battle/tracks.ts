/** Where each ship was while the recorder's side saw it. */
import { TIMELINE_LIMITS } from '../../timeline.ts';
import type { BattlePackets, PacketGroup } from './battle-packets.ts';

/** u32 entity id, u32 packed position. */
const ENTRY_BYTES = 8;
const COORDINATE_BITS = 11;
const COORDINATE_MASK = 2 ** COORDINATE_BITS - 1;
const HEADING_SHIFT = 22;
/** The game counts from straight down. */
const HEADING_UP = 128;
/** Part of the entries above which bit 30 belongs to the heading, as before 0.10.0. */
const WIDE_HEADING_PART = 0.05;
/** A method may have this part of damaged calls and still be the one with the positions. Damaged calls are left out. */
const DAMAGED_PART = 0.02;
/** Positions of all ships together, of which real battles have up to 50,000. A segment takes as much room as five. */
const POINTS_MAX = 100_000;
const SEGMENT_POINTS = 5;
/** Timelines count in tenths of a second. */
const MOMENT_S = 0.1;
/** World units that the places of the recording cover. */
const WORLD_EDGE = 5000;

/** A ship's points from coming into sight to going out of it. `clocks` are the recording's. */
export interface RawSegment {
  clocks: number[];
  /** 0 to 2047 over the 5,000 world units around the map's centre. */
  x: number[];
  z: number[];
  /** 0 to 255, 0 up, clockwise. */
  heading: number[];
  hiddenAt: number | null;
}

/** Segments by entity. */
export type RawTracks = ReadonlyMap<number, RawSegment[]>;

/**
 * Reads the tracks of ships. One method carries positions, but its number differs between versions. Its arguments are two lists
 * with entries mostly of ships; when several methods have such lists, it is the method with the most entries.
 */
export function findTracks(packets: BattlePackets, ships: ReadonlySet<number>): RawTracks {
  let best = { count: 0, wide: 0, packets: [] as number[] };
  for (const group of packets.avatarMethods) {
    const counts = countEntries(packets, group, ships);
    if (counts && counts.ofShips * 2 >= counts.count && counts.count > best.count)
      best = { ...counts, packets: group.packets };
  }
  const headingShift = best.wide > best.count * WIDE_HEADING_PART ? HEADING_SHIFT + 1 : HEADING_SHIFT;
  return readTracks(packets, best.packets, ships, headingShift);
}

/** The entries of a call, from `first` to `end`; undefined when its arguments are not two lists of entries. */
function entriesOf(packets: BattlePackets, call: number): { first: number; end: number } | undefined {
  const { at, length } = packets.value(call);
  const listBytes = (list: number) => 1 + (packets.bytes[at + list] as number) * ENTRY_BYTES;
  const secondAt = listBytes(0);
  if (length <= secondAt || length !== secondAt + listBytes(secondAt)) return;
  return { first: at + 1, end: at + secondAt };
}

/** Undefined when more than a few calls have another shape. */
function countEntries(packets: BattlePackets, group: PacketGroup, ships: ReadonlySet<number>) {
  const counts = { count: 0, ofShips: 0, wide: 0 };
  let damagedLeft = group.packets.length * DAMAGED_PART;
  for (const call of group.packets) {
    const entries = entriesOf(packets, call);
    if (!entries && --damagedLeft < 0) return;
    for (let entry = entries?.first ?? 0; entry < (entries?.end ?? 0); entry += ENTRY_BYTES) {
      counts.count++;
      if (ships.has(packets.view.getUint32(entry, true))) counts.ofShips++;
      counts.wide += (packets.view.getUint32(entry + 4, true) >>> 30) & 1;
    }
  }
  return counts;
}

function readTracks(
  packets: BattlePackets,
  calls: readonly number[],
  ships: ReadonlySet<number>,
  headingShift: number,
): RawTracks {
  const collector = new TrackCollector(headingShift);
  for (const call of calls) {
    const entries = entriesOf(packets, call);
    if (!entries) continue;
    const clock = packets.clock(call);
    for (let entry = entries.first; entry < entries.end; entry += ENTRY_BYTES) {
      const ship = packets.view.getUint32(entry, true);
      if (ships.has(ship)) collector.add(ship, clock, packets.view.getUint32(entry + 4, true));
    }
  }
  return collector.tracks;
}

/** Collects positions within the limits; further ones are left out. */
class TrackCollector {
  readonly tracks = new Map<number, RawSegment[]>();
  readonly #headingShift: number;
  readonly #points = new Map<number, number>();
  #pointsLeft = POINTS_MAX;

  constructor(headingShift: number) {
    this.#headingShift = headingShift;
  }

  add(ship: number, clock: number, packed: number): void {
    const points = this.#points.get(ship) ?? 0;
    if (points === TIMELINE_LIMITS.pointsPerShip || this.#pointsLeft <= 0) return;
    const track = this.tracks.get(ship) ?? [];
    if (points === 0) this.tracks.set(ship, track);
    const segments = track.length;
    addEntry(track, clock, packed, this.#headingShift);
    this.#points.set(ship, points + 1);
    this.#pointsLeft -= track.length > segments ? SEGMENT_POINTS : 1;
  }
}

/** The place 0, 0 means that the ship is out of sight; bit 31 that it goes out of sight here. */
function addEntry(track: RawSegment[], clock: number, packed: number, headingShift: number): void {
  const x = packed & COORDINATE_MASK;
  const z = (packed >>> COORDINATE_BITS) & COORDINATE_MASK;
  const last = track.at(-1);
  const open = last?.hiddenAt === null ? last : undefined;
  if (x === 0 && z === 0) {
    if (open) open.hiddenAt = clock;
    return;
  }
  const segment = open ?? { clocks: [], x: [], z: [], heading: [], hiddenAt: null };
  if (!open) track.push(segment);
  const isSameMoment = clock - (segment.clocks.at(-1) ?? -Infinity) < MOMENT_S;
  const point = segment.clocks.length - (isSameMoment ? 1 : 0);
  segment.clocks[point] = clock;
  segment.x[point] = x;
  segment.z[point] = z;
  segment.heading[point] = ((packed >>> headingShift) + HEADING_UP) & 0xff;
  if (packed >>> 31 === 1) segment.hiddenAt = clock;
}

/** A place of a track in world units from the map's centre. */
export function worldPlace(raw: number): number {
  return (raw / COORDINATE_MASK) * WORLD_EDGE - WORLD_EDGE / 2;
}

/** The largest distance of a ship from the centre along x or z, in world units. */
export function farthestPlace(tracks: RawTracks): number {
  let [least, most] = [COORDINATE_MASK, 0];
  for (const { x, z } of [...tracks.values()].flat()) {
    for (const place of [...x, ...z]) [least, most] = [Math.min(least, place), Math.max(most, place)];
  }
  return Math.max(-worldPlace(least), worldPlace(most));
}
