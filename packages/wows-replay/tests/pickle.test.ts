import { describe, expect, test } from 'vitest';
import { allowedClasses } from '../src/decode/known-classes.ts';
import { readPickle as readPickleOf } from '../src/decode/pickle.ts';
import { InertGlobal, InertObject, PickleError } from '../src/decode/pickle-machine.ts';
import { InvalidReplayError, MaliciousReplayError } from '../src/decode/replay-errors.ts';
import { bytesOf } from '../src/encode/byte-writer.ts';
import { pickle } from '../src/encode/pickle-writer.ts';
import { EXCESSIVE_PICKLES, HOSTILE_PICKLES } from './support/hostile-pickles.ts';
import { inTime } from './support/outcome.ts';

const readPickle = (bytes: Uint8Array) => readPickleOf(bytes, allowedClasses());
const protocol2 = (...parts: (number | string | Uint8Array)[]) => bytesOf(0x80, 2, ...parts, '.');

describe('A pickle is read as data', () => {
  test.each([
    ['None and booleans', protocol2('(N', 0x88, 0x89, 'I01\nI00\nt'), [null, true, false, true, false]],
    [
      'integers of every width',
      protocol2('(K', 7, 'M', 1, 2, 'J', 0xff, 0xff, 0xff, 0xff, 't'),
      [7, 513, -1],
    ],
    ['integers past 32 bits', protocol2('I9007199254740991\n'), 9007199254740991],
    ['longs', protocol2('(', 0x8a, 0, 0x8a, 2, 0xff, 0x7f, 0x8a, 1, 0xfe, 'L-12L\nt'), [0, 32767, -2, -12]],
    ['longs past 53 bits', protocol2(0x8a, 8, 0, 0, 0, 0, 0, 0, 0, 0x40), 4611686018427387904n],
    ['floats', protocol2('(G', 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 'F2.5\nt'), [1.5, 2.5]],
    ['UTF-8 in byte strings and text', protocol2('(U', 3, 'Äb', 'X', 3, 0, 0, 0, 'Äc', 't'), ['Äb', 'Äc']],
    [
      'tuples',
      protocol2('K', 1, 0x85, 'K', 2, 'K', 3, 0x86, 'NNN', 0x87, 0x87),
      [[1], [2, 3], [null, null, null]],
    ],
    ['what was remembered', protocol2(']q', 5, 'K', 1, 'ah', 5, 0x86), [[1], [1]]],
    ['marks that are dropped', protocol2('K', 1, '(NN1'), 1],
    ['a mark that is dropped with nothing after it', protocol2('K', 1, '(0'), 1],
  ])('%s', (_, bytes, expected) => {
    expect(readPickle(bytes)).toEqual(expected);
  });

  test('dictionaries', () => {
    expect(
      readPickle(
        pickle({
          dict: [
            ['a', 1],
            [2, [null]],
          ],
        }),
      ),
    ).toEqual(
      new Map<unknown, unknown>([
        ['a', 1],
        [2, [null]],
      ]),
    );
  });

  test.each([
    ['NEWOBJ', ')\x81'],
    ['REDUCE', ')R'],
  ])('%s makes an inert instance of an allowed class', (_, make) => {
    const value = readPickle(protocol2('ccollections\nCounter\n', bytesOf(...Buffer.from(make, 'latin1'))));
    expect(value).toEqual(new InertObject(new InertGlobal('collections.Counter')));
  });

  test('OBJ is allowed only for the class that the game writes with it', () => {
    const value = readPickle(protocol2('(cGameParams\nTypeInfo\no}b'));
    expect((value as InertObject).global.name).toBe('GameParams.TypeInfo');
  });

  test('BUILD keeps the state of an instance as data', () => {
    const value = readPickle(pickle({ instanceOf: 'CamouflageInfo.CamouflageInfo', state: ['state'] }));
    const expected = new InertObject(new InertGlobal('CamouflageInfo.CamouflageInfo'));
    expected.state = ['state'];
    expect(value).toEqual(expected);
  });

  test('a list that contains itself', () => {
    const list = readPickle(protocol2(']q', 0, 'h', 0, 'a')) as unknown[];
    expect(list[0]).toBe(list);
  });

  test.each([
    ['an empty one', bytesOf()],
    ['one without an end', bytesOf(0x80, 2, 'N')],
    ['one that ends on nothing', protocol2()],
    ['a text longer than the pickle', protocol2('X', 0xff, 0xff, 0xff, 0xff, 'a')],
    ['an unknown opcode', protocol2('~')],
    ['a value that was never remembered', protocol2('h', 9)],
    ['a group that was never opened', protocol2('Nt')],
    ['a key without a value', protocol2('}(Nu')],
  ])('%s is damaged, not malicious', (_, bytes) => {
    expect(() => readPickle(bytes)).toThrow(PickleError);
  });
});

describe('A pickle never runs code', () => {
  const behindDamage = HOSTILE_PICKLES.filter(([name]) => !name.startsWith('code behind'));

  test.each(behindDamage)('%s is refused', (_, bytes) => {
    expect(() => readPickle(bytes)).toThrow(MaliciousReplayError);
  });

  test.each(EXCESSIVE_PICKLES)('%s are refused in time', async (_, bytes) => {
    await expect(inTime(async () => readPickle(bytes))).rejects.toThrow(InvalidReplayError);
  });
});
