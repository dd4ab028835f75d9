/** The packets of a battle, grouped by what they are about. */
import { PACKET_HEAD_BYTES } from '../packets.ts';

/** Packet types. Those of nested properties and of the map changed with 12.6. */
const PACKET = {
  avatar: 0x00,
  leave: 0x04,
  creation: 0x05,
  property: 0x07,
  method: 0x08,
  ownShip: 0x20,
  /** Nested properties before 12.6, and since. */
  nested: [0x22, 0x23],
  /** The map before 12.6, and since. */
  map: [0x27, 0x28],
} as const;

/** Types of entities that are the same in every version of the game. */
export const ENTITY = { avatar: 1, vehicle: 2, smoke: 4 } as const;

/** Real files have up to 0.2 million. A file with more has no timeline. */
const PACKETS_MAX = 500_000;
/** Real files have up to a few thousand groups and creations, and 20,000 packets in a group. Further ones are left out. */
const GROUPS_MAX = 20_000;
const GROUP_PACKETS_MAX = 50_000;
const CREATIONS_MAX = 5000;
const NUMBERS_MAX = 1024;
/** A clock past this (a day) means that the packet is damaged. */
const CLOCK_MAX_S = 86_400;

/** Where a value begins in a method call or property, in a nested property and in a creation. */
const VALUE_AT = PACKET_HEAD_BYTES + 12;
const NESTED_AT = PACKET_HEAD_BYTES + 9;
const STATE_AT = PACKET_HEAD_BYTES + 42;
const MAP_TEXT = 'spaces/';
const MAP_BYTES_MAX = 4096;

/** Packets with the same entity and number, as positions in the stream, in the order of the battle. */
export interface PacketGroup {
  entity: number;
  number: number;
  packets: number[];
}

/** A value in the stream: an argument list, a property's value, or a creation's state. */
export interface Value {
  at: number;
  length: number;
}

/** Collects packets in one pass; each part of the timeline then reads only its own. */
export class BattlePackets {
  /** Entity of the recorder, and of the recorder's ship; 0 when unknown. */
  avatar = 0;
  ownShip = 0;
  /** Largest clock, in seconds. */
  lastClock = 0;
  readonly creations: number[] = [];
  readonly leaves: number[] = [];
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly #methods = new PacketGroups();
  readonly #properties = new PacketGroups();
  readonly #nested = new PacketGroups();
  #mapType: number | null = null;
  #count = 0;

  constructor(stream: Uint8Array) {
    this.bytes = stream;
    this.view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  }

  /** Whether there are more packets than are read. */
  get isExcessive(): boolean {
    return this.#count > PACKETS_MAX;
  }

  /** Adds the packet from `start` to `end`. Damaged ones are left out. */
  add(type: number, start: number, end: number): void {
    const size = end - start;
    if (size < PACKET_HEAD_BYTES + 4) return;
    const clock = this.clock(start);
    if (!(clock >= this.lastClock && clock <= CLOCK_MAX_S) || ++this.#count > PACKETS_MAX) return;
    this.lastClock = clock;
    if (type === PACKET.method) this.#addValue(this.#methods, start, size);
    else if (type === PACKET.property) this.#addValue(this.#properties, start, size);
    else if (type === PACKET.nested[0] || type === PACKET.nested[1]) this.#addNested(type, start, size);
    else if (type === PACKET.creation) this.#addCreation(start, size);
    else if (type === PACKET.leave) addLimited(this.leaves, start, CREATIONS_MAX);
    else if (type === PACKET.avatar) this.avatar ||= this.entity(start);
    else if (type === PACKET.ownShip) this.ownShip ||= this.entity(start);
    else if (type === PACKET.map[0] || type === PACKET.map[1]) this.#findMap(type, start, end);
  }

  /** Seconds since the recording's start. */
  clock(packet: number): number {
    return this.view.getFloat32(packet + 8, true);
  }

  /** The entity that a packet is about. */
  entity(packet: number): number {
    return this.view.getUint32(packet + PACKET_HEAD_BYTES, true);
  }

  /** The arguments of a method, or the value of a property. */
  value(packet: number): Value {
    return { at: packet + VALUE_AT, length: this.view.getUint32(packet + VALUE_AT - 4, true) };
  }

  /** The bytes of a value as a view. */
  slice({ at, length }: Value): Uint8Array {
    return this.bytes.subarray(at, at + length);
  }

  /** The payload of a nested property, and whether it changes a slice of a list. */
  nestedValue(packet: number): Value & { isSlice: boolean } {
    const isSlice = this.bytes[packet + PACKET_HEAD_BYTES + 4] !== 0;
    return { at: packet + NESTED_AT, length: this.bytes[packet + NESTED_AT - 4] as number, isSlice };
  }

  /** The type, place (in world units) and state of an entity that is created. */
  creation(packet: number): { type: number; x: number; z: number; state: Value } {
    const { view } = this;
    return {
      type: view.getInt16(packet + PACKET_HEAD_BYTES + 4, true),
      x: view.getFloat32(packet + PACKET_HEAD_BYTES + 14, true),
      z: view.getFloat32(packet + PACKET_HEAD_BYTES + 22, true),
      state: { at: packet + STATE_AT, length: view.getUint32(packet + STATE_AT - 4, true) },
    };
  }

  /** Calls of the recorder's avatar, by number. */
  get avatarMethods(): PacketGroup[] {
    return this.#methods.all.filter((group) => group.entity === this.avatar);
  }

  /** Changes of properties, by entity and number. */
  get properties(): readonly PacketGroup[] {
    return this.#properties.all;
  }

  /** Changes inside the properties of an entity. */
  nestedOf(entity: number): readonly number[] {
    const type = this.#mapType === PACKET.map[1] ? PACKET.nested[1] : PACKET.nested[0];
    return this.#nested.get(entity, type)?.packets ?? [];
  }

  #addValue(groups: PacketGroups, start: number, size: number): void {
    if (size < VALUE_AT || this.view.getUint32(start + VALUE_AT - 4, true) > size - VALUE_AT) return;
    groups.add(this.entity(start), this.view.getUint32(start + PACKET_HEAD_BYTES + 4, true), start);
  }

  #addNested(type: number, start: number, size: number): void {
    if (size < NESTED_AT || (this.bytes[start + NESTED_AT - 4] as number) > size - NESTED_AT) return;
    this.#nested.add(this.entity(start), type, start);
  }

  #addCreation(start: number, size: number): void {
    if (size < STATE_AT || this.view.getUint32(start + STATE_AT - 4, true) > size - STATE_AT) return;
    addLimited(this.creations, start, CREATIONS_MAX);
  }

  /** The type of the packet that names the map determines the type of nested properties. */
  #findMap(type: number, start: number, end: number): void {
    if (this.#mapType !== null) return;
    const text = this.bytes.subarray(start + PACKET_HEAD_BYTES, Math.min(end, start + MAP_BYTES_MAX));
    if (new TextDecoder('latin1').decode(text).includes(MAP_TEXT)) this.#mapType = type;
  }
}

function addLimited(packets: number[], packet: number, max: number): void {
  if (packets.length < max) packets.push(packet);
}

class PacketGroups {
  readonly all: PacketGroup[] = [];
  readonly #byKey = new Map<number, PacketGroup>();

  add(entity: number, number: number, packet: number): void {
    if (number >= NUMBERS_MAX) return;
    const group = this.get(entity, number);
    if (group) addLimited(group.packets, packet, GROUP_PACKETS_MAX);
    else if (this.all.length < GROUPS_MAX) {
      const created = { entity, number, packets: [packet] };
      this.all.push(created);
      this.#byKey.set(entity * NUMBERS_MAX + number, created);
    }
  }

  get(entity: number, number: number): PacketGroup | undefined {
    return this.#byKey.get(entity * NUMBERS_MAX + number);
  }
}
