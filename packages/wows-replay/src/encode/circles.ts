/** Capture circles: as a list in the battle's state, and since game 0.11.11 as entities. */
import type { BattleCourse, Circle, CircleChange } from './battle.ts';
import type { BattleFormat } from './battle-format.ts';
import { bitsOf, blob, bytesOf, f32, u32 } from './byte-writer.ts';
import { entityCreation, entityProperty, nestedProperty } from './packets.ts';

const FIRST_CIRCLE_ID = 321_800;
/** Number of the list in the battle's state. */
const LIST_FIELD = 2;
const KIND = 9;
const SECONDS_TO_CAPTURE = 60;

type CircleList = Extract<BattleFormat['circles'], { kind: 'list' }>;
type CircleEntities = Extract<BattleFormat['circles'], { kind: 'entities' }>;

/** Entity ids of the circles. */
export const circleIds = (circles: Circle[]): number[] => circles.map((_, index) => FIRST_CIRCLE_ID + index);

/** The circles as they begin the battle's state before game 0.11.11. */
export function circleList(circles: Circle[], format: CircleList): Uint8Array {
  const elements = circles.map(({ x, z, radius, owner }) =>
    bytesOf(
      f32(x, z, radius),
      ...(format.hasInner ? [f32(radius / 2)] : []),
      ...[u32(0xffc2_9e74), 0xff, 1, blob(''), owner & 0xff],
      format.progressNumbers === 2 ? f32(0, SECONDS_TO_CAPTURE) : f32(0),
      ...[f32(0), 0xff, 0, 0, 1, 1],
      ...(format.hasTime ? [f32(SECONDS_TO_CAPTURE)] : []),
      ...(format.hasSpeed ? [f32(1)] : []),
    ),
  );
  return bytesOf(circles.length, ...elements);
}

/** The creation of a circle that is an entity. */
export function circleEntity(
  circle: Circle,
  index: number,
  format: CircleEntities,
  clock: number,
): Uint8Array {
  const component = [
    ...[1, u32(0xffe5_c7b0), u32(0xffff_ffff), 1, blob(''), index, 1],
    ...[f32(0), 0xff, 0, 0, 1, 1, f32(SECONDS_TO_CAPTURE, 1)],
  ];
  return entityCreation(
    {
      id: FIRST_CIRCLE_ID + index,
      type: format.type,
      x: circle.x,
      z: circle.z,
      properties: [
        bytesOf(circle.owner & 0xff),
        bytesOf(KIND),
        bytesOf(0),
        ...(format.extraByte ? [bytesOf(0)] : []),
        bytesOf(0, 0, 0),
        f32(circle.radius),
        ...(format.hasInner ? [f32(0)] : []),
        new Uint8Array(format.ownerBytes),
        blob('0A1B2C3D.4E5F6071.82930A1B.2C3D4E5F'),
        bytesOf(...component),
        bytesOf(0),
      ],
    },
    clock,
  );
}

/** The packets of a change. An invader and its end are two values in the game. */
export function circleChange(
  change: CircleChange,
  { circles }: BattleCourse,
  logicId: number,
  format: BattleFormat,
  clock: number,
): Uint8Array[] {
  const entity = FIRST_CIRCLE_ID + change.circle;
  const inEntity = format.circles.kind === 'entities';
  if (inEntity && change.what === 'owner')
    return [entityProperty(entity, 0, bytesOf(change.value & 0xff), clock)];
  if (format.circles.kind === 'entities' && change.what === 'radius')
    return [entityProperty(entity, format.circles.extraByte ? 5 : 4, f32(change.value), clock)];
  const fields = [change.what, ...(change.what === 'invader' ? (['hasInvaders'] as const) : [])];
  return fields.map((field) => {
    const address =
      format.circles.kind === 'entities'
        ? entityAddress(field, format.circles)
        : listAddress(field, change.circle, circles.length, format.circles, format.logic);
    const value = fieldBytes(field, change.value, format);
    return nestedProperty(format.nestedPacket, inEntity ? entity : logicId, bytesOf(address, value), clock);
  });
}

type Field = CircleChange['what'] | 'hasInvaders';

function fieldBytes(field: Field, value: number, { circles }: BattleFormat): Uint8Array {
  if (field === 'hasInvaders') return bytesOf(value < 0 ? 0 : 1);
  if (field === 'radius') return f32(value);
  if (field !== 'progress') return bytesOf(value & 0xff);
  const isPair = circles.kind === 'list' && circles.progressNumbers === 2;
  return isPair ? f32(value, SECONDS_TO_CAPTURE * (1 - value)) : f32(value);
}

function entityAddress(field: Field, format: CircleEntities): Uint8Array {
  const number = ['progress', 'invader', 'contested', 'hasInvaders', 'enabled'].indexOf(field);
  const component = 6 + (format.extraByte ? 1 : 0) + (format.hasInner ? 1 : 0) + 1;
  return bitsOf([1, 1], [component, 4], [1, 1], [1, 1], [0, 1], [number, 3]);
}

function listAddress(
  field: Field,
  circle: number,
  count: number,
  format: CircleList,
  { state, bits: [propertyBits, fieldBits] }: BattleFormat['logic'],
): Uint8Array {
  const fields = [
    'place',
    'radius',
    ...(format.hasInner ? ['inner'] : []),
    'colour',
    'next',
    'kind',
    'name',
  ].concat(
    ['owner', 'progress', 'neutral', 'invader', 'contested', 'hasInvaders', 'enabled', 'visible'],
    format.hasTime ? ['time'] : [],
    format.hasSpeed ? ['speed'] : [],
  );
  return bitsOf(
    ...([
      [1, 1],
      [state, propertyBits],
      [1, 1],
      [LIST_FIELD, fieldBits],
      [1, 1],
    ] as [number, number][]),
    ...(count > 1 ? [[circle, bitsFor(count)] as [number, number]] : []),
    [0, 1],
    [fields.indexOf(field), bitsFor(fields.length)],
  );
}

const bitsFor = (count: number): number => Math.ceil(Math.log2(count));
