import { expect, test } from 'vitest';
import { decodeReplay, gameVersionIn } from '../src/decode/decode-replay.ts';
import { readLineup } from '../src/decode/lineup.ts';

test.each([
  ['String', 'battle.wowsreplay'],
  ['ArrayBuffer', new ArrayBuffer(8)],
  ['Null', null],
])('Every reader says that it expects bytes when it gets: %s', async (type, value) => {
  const sentence = new TypeError(`Expected a Uint8Array with the bytes of the file, but got: ${type}.`);
  for (const read of [decodeReplay, gameVersionIn, readLineup])
    await expect(async () => read(value as unknown as Uint8Array)).rejects.toThrow(sentence);
});
