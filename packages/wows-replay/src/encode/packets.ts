/** Packets of a replay's stream. */
import { bytesOf, f32, u16, u32 } from './byte-writer.ts';

/** Packet types that all versions share. */
export const PACKET = { player: 0, entityLeaves: 4, ownShip: 0x20, filler: 0x0e, end: 0xffffffff } as const;
const ENTITY_CREATED = 5;
const ENTITY_PROPERTY = 7;
const ENTITY_METHOD = 8;

/** The recorder's avatar. */
export const AVATAR_ID = 4711;

/** A packet with its moment: seconds since the battle's start. `packet` gets the recording's clock. */
export interface TimedPacket {
  at: number;
  packet: (clock: number) => Uint8Array;
}

/** A packet: u32 size, u32 type, f32 clock, payload. */
export function packet(type: number, payload: Uint8Array, clock = 0): Uint8Array {
  return bytesOf(u32(payload.length), u32(type), f32(clock), payload);
}

/** A call of the avatar's method. */
export function entityMethod(methodId: number, args: Uint8Array, clock = 0): Uint8Array {
  return packet(ENTITY_METHOD, bytesOf(u32(AVATAR_ID), u32(methodId), u32(args.length), args), clock);
}

/** A new value of an entity's property. */
export function entityProperty(entity: number, property: number, value: Uint8Array, clock: number) {
  return packet(ENTITY_PROPERTY, bytesOf(u32(entity), u32(property), u32(value.length), value), clock);
}

/** An entity that is created. Properties are numbered in their order. */
export interface Creation {
  id: number;
  type: number;
  x: number;
  z: number;
  properties: Uint8Array[];
}

/** The creation of an entity: its place and all its properties. */
export function entityCreation({ id, type, x, z, properties }: Creation, clock: number): Uint8Array {
  const state = bytesOf(properties.length, ...properties.flatMap((value, number) => [number, value]));
  const head = bytesOf(u32(id), u16(type), u32(3802), u32(0), f32(x, 0, z), f32(0, 0, 0), u32(state.length));
  return packet(ENTITY_CREATED, bytesOf(head, state), clock);
}

/** A change within a property: the bits that address it, and the value. */
export function nestedProperty(type: number, entity: number, change: Uint8Array, clock: number): Uint8Array {
  return packet(type, bytesOf(u32(entity), 0, change.length, 0, 0, 0, change), clock);
}
