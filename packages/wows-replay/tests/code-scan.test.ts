import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../src/decode/decode-replay.ts';
import { GAME_CLASSES } from '../src/decode/known-classes.ts';
import { MaliciousReplayError, UnknownClassError } from '../src/decode/replay-errors.ts';
import { arenaArguments, arenaPickles } from '../src/encode/arena-state.ts';
import { blob, bytesOf, u32 } from '../src/encode/byte-writer.ts';
import { encodeReplay } from '../src/encode/encode-replay.ts';
import { CURRENT_LAYOUT } from '../src/encode/layouts.ts';
import { entityMethod, packet } from '../src/encode/packets.ts';
import { pickle } from '../src/encode/pickle-writer.ts';
import { makeBattle } from '../src/encode/sample-battle.ts';
import { HOSTILE_PICKLES } from './support/hostile-pickles.ts';
import { seededRandom } from './support/mutations.ts';
import { inTime } from './support/outcome.ts';

const battle = makeBattle({ players: 4 });
const zlib = (bytes: Uint8Array, level = 9) => new Uint8Array(deflateSync(bytes, { level }));
const padded = (...parts: (number | string | Uint8Array)[]) => bytesOf('head', 1, 0, ...parts, 7, 'tail');
const decodeWith = (...packets: Uint8Array[]) =>
  decodeReplay(encodeReplay(battle, CURRENT_LAYOUT, { extraPackets: packets }));

const SYSTEM = bytesOf(0x80, 2, 'cos\nsystem\n(U', 4, 'calc', 'tR.');
const SYSTEM_0 = bytesOf("cos\nsystem\n(S'calc'\ntR.");
const LONG = bytesOf('U', 200, 'x'.repeat(200), '0');

const PLACES: readonly [string, (hostile: Uint8Array) => Uint8Array][] = [
  ['a method’s only argument', (hostile) => entityMethod(51, blob(hostile))],
  ['a method’s argument between others', (hostile) => entityMethod(51, padded(blob(hostile)))],
  ['a list of method arguments', (hostile) => entityMethod(51, bytesOf(2, blob('one'), blob(hostile)))],
  ['a property', (hostile) => packet(7, bytesOf(u32(9), u32(3), u32(hostile.length + 1), blob(hostile)))],
  ['a created entity', (hostile) => packet(5, bytesOf(new Uint8Array(38), u32(99), 1, 0, blob(hostile)))],
  ['a created player base', (hostile) => packet(0, padded(blob(hostile)))],
  ['a created player cell', (hostile) => packet(1, padded(blob(hostile)))],
  ['a nested property', (hostile) => packet(0x23, bytesOf(u32(9), 0, 0, 0, 0, 0, 0x9a, 0x40, blob(hostile)))],
  ['a camera packet', (hostile) => packet(0x25, padded(blob(hostile)))],
  ['a packet of an unknown type', (hostile) => packet(0x7777, padded(u32(hostile.length), hostile))],
  ['a packet that is nothing else', (hostile) => packet(0x7777, hostile)],
];

const WRAPPINGS: readonly [string, (hostile: Uint8Array) => Uint8Array][] = [
  ['plain', (hostile) => hostile],
  ['compressed', (hostile) => zlib(hostile)],
  ['stored by zlib without compression', (hostile) => zlib(hostile, 0)],
  ['compressed by zlib’s fastest level', (hostile) => zlib(hostile, 1)],
  ['compressed with bytes behind it', (hostile) => bytesOf(zlib(hostile), 'more')],
  ['compressed twice', (hostile) => zlib(zlib(hostile))],
  [
    'compressed in a compressed pickle',
    (hostile) => zlib(pickle({ raw: bytesOf('U', blob(zlib(hostile))) })),
  ],
  ['compressed among other compressed data', (hostile) => zlib(padded(blob(zlib(hostile))))],
];

/** Bytes of an argument before what the game unpickles. */
const PREFIXES: readonly [string, Uint8Array][] = [
  ['a size of 4 bytes', u32(4000)],
  ['one byte', bytesOf(1)],
  ['16 bytes', bytesOf('sixteen letters:')],
];
/** Behind a damaged opcode no reader gets to the code. */
const SCANNED = HOSTILE_PICKLES.filter(([name]) => name !== 'code behind a damaged opcode');
const NAMED = SCANNED.filter(([, hostile]) => Buffer.from(hostile).includes('system\n'));

describe('Malicious pickles are found wherever the game might read one (Rule 15.3)', () => {
  describe.each(PLACES)('in %s', (_, place) => {
    test.each(WRAPPINGS)('%s', async (_name, wrap) => {
      for (const hostile of [SYSTEM, bytesOf(0x80, 2, LONG, LONG, SYSTEM.subarray(2))]) {
        await expect(decodeWith(place(wrap(hostile)))).rejects.toThrow(UnknownClassError);
      }
    });
  });

  test.each(WRAPPINGS)('of protocol 0, %s', async (_, wrap) => {
    const planted = entityMethod(51, padded(blob(wrap(SYSTEM_0))));
    await expect(decodeWith(planted)).rejects.toThrow(UnknownClassError);
  });

  test.each(SCANNED)('%s, compressed or not', async (_, hostile) => {
    for (const content of [hostile, zlib(hostile)]) {
      await expect(decodeWith(entityMethod(51, padded(blob(content))))).rejects.toThrow(MaliciousReplayError);
    }
  });

  test.each([
    ['that ends before its STOP', SYSTEM.subarray(0, -1)],
    ['with bytes behind it', bytesOf(SYSTEM, 'more')],
    ['that is damaged behind the call', bytesOf(SYSTEM.subarray(0, -1), 0xff, 0xff)],
    ['that needs a value which Python drops', bytesOf(0x80, 2, '(0', SYSTEM.subarray(2))],
    ['that takes values from behind a mark', bytesOf(0x80, 2, 'N(', 0x85, SYSTEM.subarray(2))],
    ['that imports by path', bytesOf('cencodings/../os\nsystem\n(U', 1, 'xtR.')],
    ['whose last line has no end', bytesOf("(S'calc'\nios\nsystem?")],
    ['behind another pickle', bytesOf(0x80, 2, ']q', 1, '.', SYSTEM_0)],
    ['with a name behind a text with a wrong length', bytesOf('(U', 3, "abcS'calc'\nios\nsystem\n.")],
    ['that remembers the class', bytesOf('cos\nsystem\np0\n0g0\n(U', 1, 'xtR.')],
    [
      'in a frame',
      bytesOf(0x80, 4, 0x95, 30, 0, 0, 0, 0, 0, 0, 0, 'cos\nsystem\n', 0x8c, 1, 'x', 0x85, 'R.'),
    ],
    ['in a text of a harmless pickle', pickle(['a', { raw: bytesOf('U', blob(SYSTEM_0)) }])],
    [
      'that begins in a text and ends behind it',
      bytesOf(0x80, 2, 'U', 17, 'xcos\nsystem\n(U', 5, 'abK', 1, '0tR.'),
    ],
  ])('a pickle %s', async (_, hostile) => {
    for (const content of [hostile, zlib(hostile)]) {
      await expect(decodeWith(entityMethod(51, blob(content)))).rejects.toThrow(UnknownClassError);
    }
  });

  describe.each(PREFIXES)('with %s before it', (_, prefix) => {
    test.each(NAMED)('%s', async (_name, hostile) => {
      await expect(decodeWith(entityMethod(51, padded(blob(bytesOf(prefix, hostile)))))).rejects.toThrow(
        MaliciousReplayError,
      );
    });

    test.each(SCANNED)('%s, compressed', async (_name, hostile) => {
      for (const level of [0, 1, 9]) {
        const content = bytesOf(prefix, zlib(hostile, level));
        await expect(decodeWith(entityMethod(51, padded(blob(content))))).rejects.toThrow(
          MaliciousReplayError,
        );
      }
    });
  });

  test('the class name in the error is short and printable', async () => {
    const planted = bytesOf(0x80, 2, `c<b>\u202e\x1b[31m${'x'.repeat(500)}\nrun\n.`);
    const error = await decodeWith(entityMethod(51, blob(planted))).catch((reason: unknown) => reason);
    expect((error as UnknownClassError).className).toMatch(/^[\w.?]{80}…$/);
  });
});

const CALL = bytesOf('cos\nsystem\n(U', 1, 'xtR.');

describe('A file with code in its arena state is refused, not decoded by its header', () => {
  const honest = arenaPickles(battle, CURRENT_LAYOUT);

  test.each(HOSTILE_PICKLES)(
    '%s, in any part of it, and in another one before the real one',
    async (_, hostile) => {
      for (const place of honest.keys()) {
        const file = encodeReplay(battle, CURRENT_LAYOUT, { arenaPickles: honest.with(place, hostile) });
        await expect(decodeReplay(file)).rejects.toThrow(MaliciousReplayError);
      }
      const planted = entityMethod(
        CURRENT_LAYOUT.arenaMethodId,
        arenaArguments([hostile, ...honest.slice(1)]),
      );
      await expect(decodeWith(planted)).rejects.toThrow(MaliciousReplayError);
    },
  );

  test('even when the payload is cut short after it, or states another size', async () => {
    const extraPackets = [entityMethod(51, blob(CALL))];
    const chat = Array.from({ length: 50 }, (_, index) => ({
      from: 0,
      group: 'battle_team',
      text: `${index ** 7}`,
    }));
    const long = encodeReplay({ ...battle, chat }, CURRENT_LAYOUT, { extraPackets });
    const files = [0, 40, 0xffffffff].map((unpackedSize) =>
      encodeReplay(battle, CURRENT_LAYOUT, { extraPackets, unpackedSize }),
    );
    for (const file of [long.slice(0, -200), ...files])
      await expect(decodeReplay(file)).rejects.toThrow(MaliciousReplayError);
    await expect(decodeWith(bytesOf('no packet at all ', CALL))).rejects.toThrow(MaliciousReplayError);
  });
});

describe('Harmless data is accepted', () => {
  test.each(GAME_CLASSES)('%s', async (instanceOf) => {
    const value = pickle([{ instanceOf, state: { dict: [['a', 1]] } }, 'text']);
    for (const content of [value, zlib(value)]) {
      expect((await decodeWith(entityMethod(51, padded(blob(content))))).source).toBe('payload');
    }
  });

  test('a class that the caller allows', async () => {
    const planted = entityMethod(51, blob(zlib(pickle({ instanceOf: 'NewModule.NewClass', state: 1 }))));
    const file = encodeReplay(battle, CURRENT_LAYOUT, { extraPackets: [planted] });
    await expect(decodeReplay(file)).rejects.toMatchObject({ className: 'NewModule.NewClass' });
    const options = { extraClasses: ['NewModule.NewClass'] };
    expect((await decodeReplay(file, options)).source).toBe('payload');
  });

  test('texts that read like INST, which needs a mark', async () => {
    const engines = pickle({
      raw: bytesOf(']q', 1, '(U', 6, 'engineq-U', 10, 'AB1_Engineq.U', 10, 'AB2_Engineq0e'),
    });
    for (const content of [engines, bytesOf(0, 0, engines), zlib(engines)]) {
      expect((await decodeWith(entityMethod(51, padded(blob(content))))).source).toBe('payload');
    }
  });

  test('lines of words', async () => {
    const words = packet(39, bytesOf('basic\nwords\nin lines\n'));
    expect((await decodeWith(words)).source).toBe('payload');
  });

  test('a text before an allowed class', async () => {
    const value = bytesOf(0x80, 2, '(U', 8, 'Electricq0ccollections\nCounter\n)Rt.');
    for (const content of [value, zlib(value)]) {
      const planted = entityMethod(51, padded(blob(content), 'x'.repeat(200)));
      expect((await decodeWith(planted)).source).toBe('payload');
    }
  });

  test('400 KB of noise in packets', async () => {
    const random = seededRandom(17);
    const noise = Array.from({ length: 8000 }, (_, index) =>
      packet(
        index % 2 === 0 ? 10 : 8,
        Uint8Array.from({ length: 50 }, () => random() * 256),
      ),
    );
    expect((await inTime(() => decodeWith(...noise))).source).toBe('payload');
  });
});
