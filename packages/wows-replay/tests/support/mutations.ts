import { forEachPacket, PACKET_HEAD_BYTES } from '../../src/decode/packets.ts';

/** Repeatable numbers in [0, 1) for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EVIL_SIZES = [0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** Damages bytes in one to four ways: flips, cuts, repeats, inserted noise, wrong sizes. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  const kinds = [flip, cut, repeat, insert, lie] as const;
  let mutated = new Uint8Array(bytes);
  for (let round = Math.floor(random() * 4); round >= 0; round--) {
    mutated = (kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number])(mutated, random);
  }
  return mutated;
}

/** Damages bytes inside some of a stream's packets, so that the packets around them stay readable. */
export function damagePackets(stream: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  const damaged = new Uint8Array(stream);
  const view = new DataView(damaged.buffer);
  const part = random() ** 2 * 0.2;
  forEachPacket(stream, (_type, start, end) => {
    const size = end - start - PACKET_HEAD_BYTES;
    if (size === 0 || random() > part) return;
    const at = start + PACKET_HEAD_BYTES + Math.floor(random() * size);
    if (random() < 0.5) damaged[at] = Math.floor(random() * 256);
    else if (at + 4 <= end) view.setUint32(at, evilSize(random), true);
  });
  return damaged;
}

type Mutation = (bytes: Uint8Array<ArrayBuffer>, random: () => number) => Uint8Array<ArrayBuffer>;

/** A position to damage. The first bytes hold sizes and counts, so they are picked more often. */
function place(bytes: Uint8Array, random: () => number): number {
  return Math.floor(random() * (random() < 0.25 ? Math.min(64, bytes.length) : bytes.length));
}

const flip: Mutation = (bytes, random) => {
  for (let count = 1 + Math.floor(random() * 8); count > 0 && bytes.length > 0; count--) {
    bytes[place(bytes, random)] = Math.floor(random() * 256);
  }
  return bytes;
};

const cut: Mutation = (bytes, random) => bytes.slice(0, place(bytes, random));

const repeat: Mutation = (bytes, random) => {
  const start = place(bytes, random);
  const piece = bytes.subarray(start, start + Math.floor(random() * 512));
  return new Uint8Array(Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start)]));
};

const insert: Mutation = (bytes, random) => {
  const start = place(bytes, random);
  const noise = Uint8Array.from({ length: Math.floor(random() * 64) }, () => Math.floor(random() * 256));
  return new Uint8Array(Buffer.concat([bytes.subarray(0, start), noise, bytes.subarray(start)]));
};

const lie: Mutation = (bytes, random) => {
  const at = place(bytes, random);
  if (at + 4 > bytes.length) return bytes;
  new DataView(bytes.buffer).setUint32(at, evilSize(random), true);
  return bytes;
};

function evilSize(random: () => number): number {
  return EVIL_SIZES[Math.floor(random() * EVIL_SIZES.length)] as number;
}
