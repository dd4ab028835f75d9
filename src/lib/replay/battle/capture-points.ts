/** The capture points since 0.11.11, each of which is an entity. */
import { ByteReader, ByteReaderError } from '../byte-reader.ts';
import { type BattlePackets, ENTITY } from './battle-packets.ts';
import {
  type CaptureChange,
  type CapturePoint,
  type CapturePoints,
  inRange,
  MAP_EDGE_MAX,
  POINTS_MAX,
} from './captures.ts';

/** Properties of a capture point. */
const COUNT_MIN = 7;
const COUNT_MAX = 16;
/** Bytes between the last property before the component and the component itself. */
const COMPONENT_GAP_MAX = 40;
const OWNER_PROPERTY = 0;
/** Bits of a change inside the component: `1 pppp 1 1 0 fff`, padded to two bytes. */
const PATH_MASK = 0b1_0000_111_000_00000;
const PATH_BITS = 0b1_0000_110_000_00000;
const FIELD_SHIFT = 5;
/** Path and value. */
const FLOAT_CHANGE_BYTES = 6;
const BYTE_CHANGE_BYTES = 3;
/** What each field of the component is. */
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
  const byEntity = new Map<number, number>();
  const changes: CaptureChange[] = [];
  for (const packet of packets.creations) {
    const { type, x, z, state } = packets.creation(packet);
    if (type === ENTITY.avatar || type === ENTITY.vehicle || type === ENTITY.smoke) continue;
    const found = VARIANTS.map((variant) => readState(packets.slice(state), variant)).find(Boolean);
    if (!found || !inRange(x, -MAP_EDGE_MAX, MAP_EDGE_MAX) || !inRange(z, -MAP_EDGE_MAX, MAP_EDGE_MAX))
      continue;
    const { index, radius, team, now } = found;
    const entity = packets.entity(packet);
    const point = byEntity.get(entity) ?? points.length;
    if (point === POINTS_MAX) continue;
    if (point === points.length) points.push({ index, x, z, radius, team });
    byEntity.set(entity, point);
    const at = { clock: packets.clock(packet), point };
    changes.push({ ...at, what: 'owner', value: team }, ...now.map((change) => ({ ...at, ...change })));
  }
  for (const [entity, point] of byEntity) changes.push(...changesOf(packets, entity, point));
  return { points, changes };
}

/** Undefined when this is not the state of a capture point in this variant. */
function readState(state: Uint8Array, variant: Variant) {
  const start = new ByteReader(state);
  try {
    const count = start.u8();
    if (count < COUNT_MIN || count > COUNT_MAX) return;
    const head = readHead(start, variant);
    if (!head) return;
    for (let gap = 0; gap <= COMPONENT_GAP_MAX && gap < start.remaining; gap++) {
      const component = readComponent(new ByteReader(state.subarray(state.length - start.remaining + gap)));
      if (component) return { ...head, ...component };
    }
  } catch (error) {
    if (!(error instanceof ByteReaderError)) throw error;
  }
  return;
}

/** The properties before the component, each with its number. */
function readHead(reader: ByteReader, { hasThird, hasInnerRadius, ownerBytes }: Variant) {
  let number = 0;
  const checkNext = () => {
    if (reader.u8() !== number++) throw new ByteReaderError('Another property follows.');
  };
  const skip = (bytes: number) => {
    checkNext();
    reader.take(bytes);
  };
  checkNext();
  const team = reader.i8();
  for (const bytes of [1, 1, ...(hasThird ? [1] : []), 3]) skip(bytes);
  checkNext();
  const radius = reader.f32();
  if (hasInnerRadius) {
    checkNext();
    if (!inRange(reader.f32(), 0, radius)) return;
  }
  skip(ownerBytes);
  checkNext();
  reader.take(reader.u8());
  return inRange(team, -1, 1) && inRange(radius, 1, MAP_EDGE_MAX) ? { team, radius } : undefined;
}

/** What is going on at the point. Its fields follow each other without numbers. */
function readComponent(reader: ByteReader) {
  try {
    reader.u8();
    if (reader.u8() !== 1) return;
    reader.u32();
    if (!inRange(reader.i32(), -1, 20)) return;
    reader.u8();
    reader.take(reader.u8());
    const index = reader.i8();
    if (!inRange(index, 0, 20) || reader.u8() !== 1) return;
    const progress = reader.f32();
    const invader = reader.i8();
    const [contested, hasInvaders, enabled, visible] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
    const flags = [contested, hasInvaders, enabled, visible];
    if (!inRange(progress, 0, 1) || !inRange(invader, -1, 1) || flags.some((flag) => flag > 1)) return;
    if (!Number.isFinite(reader.f32()) || !Number.isFinite(reader.f32())) return;
    const now: Omit<CaptureChange, 'clock' | 'point'>[] = [
      { what: 'invader', value: invader },
      { what: 'progress', value: progress },
      { what: 'contested', value: contested },
      { what: 'enabled', value: enabled },
    ];
    return { index, now };
  } catch (error) {
    if (!(error instanceof ByteReaderError)) throw error;
  }
  return;
}

function changesOf(packets: BattlePackets, entity: number, point: number): CaptureChange[] {
  const owners = packets.properties
    .filter((group) => group.entity === entity && group.number === OWNER_PROPERTY)
    .flatMap((group) => group.packets)
    .filter((packet) => packets.value(packet).length === 1)
    .map((packet) => {
      const value = packets.view.getInt8(packets.value(packet).at);
      return { clock: packets.clock(packet), point, what: 'owner' as const, value };
    });
  const nested = packets.nestedOf(entity).flatMap((packet) => {
    const change = readChange(packets, packet);
    return change ? [{ ...change, clock: packets.clock(packet), point }] : [];
  });
  return [...owners, ...nested];
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
