import { expect, test } from 'vitest';
import { decodeReplay, gameVersionIn } from '../src/decode/decode-replay.ts';
import { readLineup } from '../src/decode/lineup.ts';

const readers = { decodeReplay, gameVersionIn, readLineup };

test.each([
  ['String', 'battle.wowsreplay'],
  ['ArrayBuffer', new ArrayBuffer(8)],
  ['Null', null],
  ['Promise', Promise.resolve(new Uint8Array())],
])('Every reader says that it expects bytes when it gets: %s', async (type, value) => {
  for (const read of Object.values(readers)) {
    const failure = await Promise.try(() => read(value as unknown as Uint8Array)).catch((error) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toBe(`Expected a Uint8Array with the bytes of the file, but got: ${type}.`);
  }
});
