import { constants, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checksumOf, Inflater } from '../src/decode/inflate.ts';
import { bytesOf } from '../src/encode/byte-writer.ts';
import { seededRandom } from './support/mutations.ts';

const MAX = 1024 * 1024;
const random = seededRandom(25);

/** Bytes of an alphabet of the given size, so that streams have short and long codes. */
const sample = (length: number, letters: number) =>
  Uint8Array.from({ length }, () => Math.floor(random() ** 3 * letters));
const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;

describe('Inflating', () => {
  test.each([
    ['codes of its own', Z_DEFAULT_STRATEGY],
    ['filtered data', Z_FILTERED],
    ['fixed codes', Z_FIXED],
    ['literals alone', Z_HUFFMAN_ONLY],
    ['runs', Z_RLE],
  ])('gives what zlib deflated with %s, and finds its end', (_, strategy) => {
    const inflater = new Inflater(0);
    for (let index = 0; index < 200; index++) {
      const bytes = sample(Math.floor(random() * 5000), 1 + (index % 256));
      const stream = deflateSync(bytes, { level: index % 10, strategy });
      const end = inflater.run(bytesOf('ab', stream, 'more'), 2, stream.length + 6, MAX);
      expect([end, inflater.at]).toEqual(['whole', stream.length - 2]);
      expect(Buffer.compare(inflater.output, bytes)).toBe(0);
      expect(checksumOf(bytes)).toBe(stream.readUInt32BE(stream.length - 4));
    }
  });

  test('gives what came before damage', () => {
    const bytes = sample(20_000, 200);
    const stream = deflateSync(bytes);
    const inflater = new Inflater(10);
    expect(inflater.run(stream, 0, stream.length / 2, MAX)).toBe('damaged');
    expect(inflater.output.length).toBeGreaterThan(8000);
    expect(Buffer.compare(inflater.output, bytes.subarray(0, inflater.output.length))).toBe(0);
  });

  test.each([
    ['a kind of block that does not exist', [0x78, 0x9c, 0x07]],
    ['a match before the first byte', [0x78, 0x9c, 0x4b, 0x02, 0x11]],
    ['a stored block whose length is not repeated', [0x78, 0x01, 0x01, 2, 0, 2, 0, 1, 1]],
    ['nothing', [0x78, 0x9c]],
  ])('%s is damaged', (_, bytes) => {
    expect(new Inflater(0).run(Uint8Array.from(bytes), 0, bytes.length, MAX)).toBe('damaged');
  });

  test('stops at the limit', () => {
    const stream = deflateSync(new Uint8Array(MAX));
    const inflater = new Inflater(0);
    expect(inflater.run(stream, 0, stream.length, MAX - 1)).toBe('too large');
    expect(inflater.output).toHaveLength(MAX - 1);
    expect(inflater.run(stream, 0, stream.length, MAX)).toBe('whole');
  });
});
