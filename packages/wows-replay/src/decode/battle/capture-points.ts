/** The capture points since 0.11.11, each of which is an entity. */
import { ByteReader } from '../byte-reader.ts';
import { type BattlePackets, ENTITY } from './battle-packets.ts';
import {
  type CaptureChange,
  type CapturePoint,
  type CapturePoints,
  inRange,
  MAP_EDGE_MAX,
  POINTS_MAX,
} from './captures.ts';

const FLOAT_BYTES = 4;
/** Properties of a capture point. */
const COUNT_MIN = 7;
const COUNT_MAX = 16;
/** Bytes between the last property before the component and the component itself. */
const COMPONENT_GAP_MAX = 40;
/** A component's fields after its string, and the whole one with an empty string. */
const COMPONENT_TAIL_BYTES = 19;
const COMPONENT_BYTES_MIN = 31;
const OWNER_PROPERTY = 0;
/** Bits of a change inside the component: `1 pppp 1 1 0 fff`, padded to two bytes. */
const PATH_MASK = 0b1_0000_111_000_00000;
const PATH_BITS = 0b1_0000_110_000_00000;
const FIELD_SHIFT = 5;
/** Path and value. */
const FLOAT_CHANGE_BYTES = 6;
const BYTE_CHANGE_BYTES = 3;
/** Names of the component's fields. */
const FIELDS = ['progress', 'invader', 'contested', null, 'enabled'] as const;

/** Versions of the state differ in these. */
const VARIANTS = [false, true].flatMap((hasThird) =>
  [false, true].flatMap((hasInnerRadius) =>
    [4, 8].map((ownerBytes) => ({ hasThird, hasInnerRadius, ownerBytes })),
  ),
);
type Variant = (typeof VARIANTS)[number];

/** Reads the capture points and what happened to them. */
export function findCapturePoints(packets: BattlePackets): CapturePoints {
  const points: CapturePoint[] = [];
  const byEntity = new Map<number, { point: number; radiusProperty: number }>();
  const changes: CaptureChange[] = [];
  for (const packet of packets.creations) {
    const { type, x, z, state } = packets.creation(packet);
    if (type === ENTITY.avatar || type === ENTITY.vehicle || type === ENTITY.smoke) continue;
    const found = readState(packets.slice(state));
    if (!found || !inRange(x, -MAP_EDGE_MAX, MAP_EDGE_MAX) || !inRange(z, -MAP_EDGE_MAX, MAP_EDGE_MAX))
      continue;
    const { index, radius, radiusProperty, team, now } = found;
    const entity = packets.entity(packet);
    const point = byEntity.get(entity)?.point ?? points.length;
    if (point === POINTS_MAX) continue;
    if (point === points.length) points.push({ index, x, z, radius, team });
    byEntity.set(entity, { point, radiusProperty });
    const at = { clock: packets.clock(packet), point };
    const first: typeof now = [{ what: 'owner', value: team }, { what: 'radius', value: radius }, ...now];
    changes.push(...first.map((change) => ({ ...at, ...change })));
  }
  for (const [entity, { point, radiusProperty }] of byEntity)
    changes.push(...changesOf(packets, entity, point, radiusProperty));
  return { points, changes };
}

/** Undefined when this is not the state of a capture point. */
function readState(state: Uint8Array) {
  const count = state[0] ?? 0;
  if (count < COUNT_MIN || count > COUNT_MAX) return;
  for (const variant of VARIANTS) {
    const head = readHead(state, variant);
    const last = head ? Math.min(head.end + COMPONENT_GAP_MAX, state.length - COMPONENT_BYTES_MIN) : -1;
    for (let at = head?.end ?? 0; head && at <= last; at++) {
      const component = readComponent(new ByteReader(state.subarray(at)));
      if (component) return { ...head, ...component };
    }
  }
  return;
}

/** The properties before the component, each after its number, and where the component may begin. */
function readHead(state: Uint8Array, { hasThird, hasInnerRadius, ownerBytes }: Variant) {
  const beforeRadius = [1, 1, 1, ...(hasThird ? [1] : []), 3];
  const lengths = [...beforeRadius, FLOAT_BYTES, ...(hasInnerRadius ? [FLOAT_BYTES] : []), ownerBytes];
  const values: number[] = [];
  let at = 1;
  for (const [number, bytes] of lengths.entries()) {
    if (state[at] !== number) return;
    values.push(at + 1);
    at += 1 + bytes;
  }
  const end = at + 2 + (state[at + 1] ?? 0);
  if (state[at] !== lengths.length || end > state.length) return;
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  const radiusAt = values[beforeRadius.length] as number;
  const [team, radius] = [view.getInt8(values[0] as number), view.getFloat32(radiusAt, true)];
  const innerRadius = hasInnerRadius ? view.getFloat32(radiusAt + FLOAT_BYTES + 1, true) : 0;
  const isHead = inRange(team, -1, 1) && inRange(radius, 1, MAP_EDGE_MAX) && inRange(innerRadius, 0, radius);
  return isHead ? { team, radius, radiusProperty: beforeRadius.length, end } : undefined;
}

/** The state of a point. Its fields follow each other without numbers. */
function readComponent(reader: ByteReader) {
  reader.u8();
  if (reader.u8() !== 1) return;
  reader.u32();
  if (!inRange(reader.i32(), -1, 20)) return;
  reader.u8();
  const textBytes = reader.u8();
  if (textBytes + COMPONENT_TAIL_BYTES > reader.remaining) return;
  reader.take(textBytes);
  const index = reader.i8();
  if (!inRange(index, 0, 20) || reader.u8() !== 1) return;
  const progress = reader.f32();
  const invader = reader.i8();
  const [contested, hasInvaders, enabled, visible] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
  if (!inRange(progress, 0, 1) || !inRange(invader, -1, 1)) return;
  if (Math.max(contested, hasInvaders, enabled, visible) > 2) return;
  if (!Number.isFinite(reader.f32()) || !Number.isFinite(reader.f32())) return;
  const now: Omit<CaptureChange, 'clock' | 'point'>[] = [
    { what: 'invader', value: invader },
    { what: 'progress', value: progress },
    { what: 'contested', value: contested },
    { what: 'enabled', value: enabled },
  ];
  return { index, now };
}

function changesOf(
  packets: BattlePackets,
  entity: number,
  point: number,
  radiusProperty: number,
): CaptureChange[] {
  const valuesOf = (number: number, bytes: number) =>
    packets.properties
      .filter((group) => group.entity === entity && group.number === number)
      .flatMap((group) => group.packets)
      .map((packet) => ({ clock: packets.clock(packet), point, ...packets.value(packet) }))
      .filter(({ length }) => length === bytes);
  const owners = valuesOf(OWNER_PROPERTY, 1).map(({ clock, at }) => {
    return { clock, point, what: 'owner' as const, value: packets.view.getInt8(at) };
  });
  const radii = valuesOf(radiusProperty, FLOAT_BYTES)
    .map(({ clock, at }) => {
      return { clock, point, what: 'radius' as const, value: packets.view.getFloat32(at, true) };
    })
    .filter(({ value }) => inRange(value, 0, MAP_EDGE_MAX));
  const nested = packets.nestedOf(entity).flatMap((packet) => {
    const change = readChange(packets, packet);
    return change ? [{ ...change, clock: packets.clock(packet), point }] : [];
  });
  return [...owners, ...radii, ...nested];
}

function readChange(packets: BattlePackets, packet: number) {
  const { at, length } = packets.nestedValue(packet);
  if (length !== FLOAT_CHANGE_BYTES && length !== BYTE_CHANGE_BYTES) return;
  const path = packets.view.getUint16(at, false);
  if ((path & PATH_MASK) !== PATH_BITS) return;
  const what = FIELDS[(path >> FIELD_SHIFT) & 7];
  if (!what || (what === 'progress') !== (length === FLOAT_CHANGE_BYTES)) return;
  const value = what === 'progress' ? packets.view.getFloat32(at + 2, true) : packets.view.getInt8(at + 2);
  return { what, value };
}
