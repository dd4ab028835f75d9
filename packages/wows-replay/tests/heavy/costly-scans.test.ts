import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../../src/decode/decode-replay.ts';
import { CostlyReplayError, InvalidReplayError } from '../../src/decode/replay-errors.ts';
import { blob, bytesOf } from '../../src/encode/byte-writer.ts';
import { encodeReplay } from '../../src/encode/encode-replay.ts';
import { CURRENT_LAYOUT } from '../../src/encode/layouts.ts';
import { entityMethod, packet } from '../../src/encode/packets.ts';
import { makeBattle } from '../../src/encode/sample-battle.ts';
import { inTime } from '../support/outcome.ts';

const battle = makeBattle({ players: 4 });
const zlib = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes, { level: 9 }));
const decodeWith = (...packets: Uint8Array[]) =>
  decodeReplay(encodeReplay(battle, CURRENT_LAYOUT, { extraPackets: packets }));

describe('The scan takes limited time', () => {
  const fill = (piece: Uint8Array, size: number) => Buffer.alloc(size, piece);
  const MEGABYTE = 1024 * 1024;

  test.each([
    ['pickle headers', bytesOf(0x80, 2)],
    ['pickles that never stop', bytesOf(0x80, 2, 'N'.repeat(300))],
    ['persistent ids', bytesOf(0x80, 2, 'Q')],
    ['zlib headers', bytesOf(0x78, 0x9c)],
    ['zlib streams cut short', bytesOf(250, zlib(new Uint8Array(5000)).subarray(0, 20))],
    ['names that are never used', bytesOf('cab\ncd\n')],
    ['ways to one name', bytesOf('N'.repeat(100), 'cab\ncd\n', 0xff)],
    ['letters without a line feed', bytesOf('S')],
    ['lengths of three bytes', bytesOf(0xff)],
    ['blobs within blobs', bytesOf(0xff, 0, 0xff, 0)],
    ['line feeds', bytesOf('\n')],
    ['calls without an end', bytesOf('(iab\ncd')],
    ['one long name', bytesOf('c'.repeat(300), '\nab\n')],
    ['blocks of a code each', bytesOf(0x78, 0x9c, 5, 0xc1, 0x81, 0, 0, 0, 0, 0, 0x10, 0xff, 0xd6, 0x0b)],
  ])('for 8 MB of %s', { timeout: 30_000 }, async (_, piece) => {
    const file = encodeReplay(battle, CURRENT_LAYOUT, {
      deflate: deflateSync,
      extraPackets: [packet(5, fill(piece, 8 * MEGABYTE))],
    });
    await inTime(() => decodeReplay(file).catch(expectRefusal));
  });

  test('for an argument that inflates to much more than its size', async () => {
    const bomb = zlib(new Uint8Array(30 * MEGABYTE));
    await expect(inTime(() => decodeWith(entityMethod(51, blob(bomb))))).rejects.toThrow(CostlyReplayError);
  });

  test('for 60 MiB of one byte in one packet', { timeout: 30_000 }, async () => {
    const stream = packet(5, fill(bytesOf(0x78), 60 * MEGABYTE));
    const file = encodeReplay(battle, CURRENT_LAYOUT, { deflate: deflateSync, stream });
    expect(file.length).toBeLessThan(70_000);
    await expect(inTime(() => decodeReplay(file))).rejects.toThrow(CostlyReplayError);
  });

  function expectRefusal(error: unknown): void {
    expect(error).toBeInstanceOf(InvalidReplayError);
  }
});
