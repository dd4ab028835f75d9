import { describe, expect, test } from 'vitest';
import { BattlePackets } from '../src/decode/battle/battle-packets.ts';
import { findTracks } from '../src/decode/battle/tracks.ts';

const AVATAR = 7;
const SHIP = 42;
const METHOD = { positions: 90, other: 91 };
const TYPE = { avatar: 0, method: 8 };

/** A packet: type, clock, entity, and for a call the method with its arguments. */
function packetOf(type: number, clock: number, method = 0, value: readonly number[] = []): Uint8Array {
  const bytes = new Uint8Array(24 + value.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 12 + value.length, true);
  view.setUint32(4, type, true);
  view.setFloat32(8, clock, true);
  view.setUint32(12, AVATAR, true);
  view.setUint32(16, method, true);
  view.setUint32(20, value.length, true);
  bytes.set(value, 24);
  return bytes;
}

/** Arguments with one ship at x, z = 1. */
const placeOf = (x: number): number[] => [
  1,
  ...new Uint8Array(Uint32Array.of(SHIP, x | (1 << 11)).buffer),
  0,
];

/** A battle of 100 calls of `method`, of which `damage` changes the arguments. */
function packetsOf(method: number, damage: (call: number, value: number[]) => number[]): BattlePackets {
  const all = [
    packetOf(TYPE.avatar, 0),
    ...Array.from({ length: 100 }, (_, call) =>
      packetOf(TYPE.method, call, method, damage(call, placeOf(call + 1))),
    ),
  ];
  const stream = new Uint8Array(Buffer.concat(all));
  const packets = new BattlePackets(stream);
  let at = 0;
  for (const packet of all) {
    packets.add(new DataView(packet.buffer).getUint32(4, true), at, at + packet.length);
    at += packet.length;
  }
  return packets;
}

const xOf = (packets: BattlePackets) =>
  (findTracks(packets, new Set([SHIP])).get(SHIP) ?? []).flatMap(({ x }) => x);

describe('The tracks of ships', () => {
  const every = Array.from({ length: 100 }, (_, call) => call + 1);

  test('have a place for every call', () => {
    expect(xOf(packetsOf(METHOD.positions, (_, value) => value))).toEqual(every);
  });

  test('leave out a damaged call and keep the others', () => {
    const damaged = packetsOf(METHOD.positions, (call, value) =>
      call === 50 ? [200, ...value.slice(1)] : value,
    );
    expect(xOf(damaged)).toEqual(every.filter((x) => x !== 51));
  });

  test('are not read from a method whose arguments have other shapes', () => {
    const other = packetsOf(METHOD.other, (call, value) => (call % 10 === 0 ? [...value, 1] : value));
    expect(xOf(other)).toEqual([]);
  });
});
