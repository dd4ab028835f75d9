import { describe, expect, test } from 'vitest';
import { arenaArguments, arenaPickles } from '#api/demo/seed/replay-encoder/arena-state.ts';
import { blob, bytesOf } from '#api/demo/seed/replay-encoder/byte-writer.ts';
import { encodeReplay, encodeStream } from '#api/demo/seed/replay-encoder/encode-replay.ts';
import { REPLAY_LAYOUTS, type ReplayLayout } from '#api/demo/seed/replay-encoder/layouts.ts';
import { entityMethod, packet } from '#api/demo/seed/replay-encoder/packets.ts';
import { pickle } from '#api/demo/seed/replay-encoder/pickle-writer.ts';
import { decodeReplay, REPLAY_UNPACKED_MAX_BYTES } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError, MaliciousReplayError } from '#lib/replay/replay-errors.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';
import { EXCESSIVE_PICKLES, HOSTILE_PICKLES } from '#tests/support/replay-encoder/hostile-pickles.ts';
import { mutate, seededRandom } from '#tests/support/replay-encoder/mutations.ts';
import { inTime, outcomeOf } from '#tests/support/replay-encoder/outcome.ts';

const battle = makeBattle({ players: 6, bots: 2, chat: [{ from: 0, group: 'battle_team', text: 'hello' }] });
const latest = REPLAY_LAYOUTS.find((layout) => layout.version.startsWith('15')) as ReplayLayout;
const honest = arenaPickles(battle, latest);

describe('A file that would run code is refused, not decoded by its header (Rule 15.3)', () => {
  const places = honest.map((_, index) => index);

  test.each(HOSTILE_PICKLES)('%s, in any part of the arena state', async (_, hostile) => {
    for (const place of places) {
      const file = encodeReplay(battle, latest, { arenaPickles: honest.with(place, hostile) });
      await expect(decodeReplay(file)).rejects.toThrow(MaliciousReplayError);
    }
  });

  test.each(HOSTILE_PICKLES)('%s, in another arena state before the real one', async (_, hostile) => {
    const planted = entityMethod(144, arenaArguments([hostile, ...honest.slice(1)]));
    await expect(decodeReplay(encodeReplay(battle, latest, { extraPackets: [planted] }))).rejects.toThrow(
      MaliciousReplayError,
    );
  });

  const python = HOSTILE_PICKLES.filter(([, bytes]) => Buffer.from(bytes).includes('system\n'));

  test.each(python)('%s, in any other packet', async (_, hostile) => {
    for (const planted of [
      entityMethod(51, bytesOf(1, 2, 3, blob(hostile))),
      entityMethod(51, bytesOf(blob(hostile.subarray(2)))),
      packet(5, bytesOf('state', hostile)),
      bytesOf('no packet at all ', hostile),
    ]) {
      const file = encodeReplay(battle, latest, { extraPackets: [planted] });
      await expect(decodeReplay(file)).rejects.toThrow(MaliciousReplayError);
    }
  });

  test('even when the payload is cut short after it', async () => {
    const planted = entityMethod(51, blob(bytesOf('cos\nsystem\n(U', 1, 'xtR.')));
    const chat = Array.from({ length: 50 }, (_, index) => ({
      from: 0,
      group: 'battle_team',
      text: `${index ** 7}`,
    }));
    const file = encodeReplay({ ...battle, chat }, latest, { extraPackets: [planted] });
    await expect(decodeReplay(file.slice(0, -200))).rejects.toThrow(MaliciousReplayError);
  });

  test.each([0, 40, 0xffffffff])('even when the stated size of the payload is %s', async (unpackedSize) => {
    const planted = entityMethod(51, blob(bytesOf('cos\nsystem\n(U', 1, 'xtR.')));
    const file = encodeReplay(battle, latest, { extraPackets: [planted], unpackedSize });
    await expect(decodeReplay(file)).rejects.toThrow(MaliciousReplayError);
  });

  test('but lines of words and game classes elsewhere are accepted', async () => {
    const planted = [
      packet(39, bytesOf('basic\nwords\nin lines\n')),
      entityMethod(70, blob(pickle({ instanceOf: 'GameParams.GPData', state: [1] }))),
    ];
    expect((await decodeReplay(encodeReplay(battle, latest, { extraPackets: planted }))).source).toBe(
      'payload',
    );
  });
});

describe('A file that takes too much time or memory is refused', () => {
  test.each(EXCESSIVE_PICKLES)('%s', async (_, excessive) => {
    const file = encodeReplay(battle, latest, { arenaPickles: honest.with(1, excessive) });
    await expect(inTime(() => decodeReplay(file))).rejects.toThrow(InvalidReplayError);
  });

  test.each([
    ['thousands of small arena states', 5000, pickle([])],
    ['a few arena states with long texts', 2, pickle('x'.repeat(600_000))],
  ])('%s', async (_, count, content) => {
    const planted = Array.from({ length: count }, () =>
      entityMethod(144, arenaArguments([content, content])),
    );
    const file = encodeReplay(battle, latest, { extraPackets: planted });
    await expect(inTime(() => decodeReplay(file))).rejects.toThrow(InvalidReplayError);
  });

  test.each([
    ['states its true size', REPLAY_UNPACKED_MAX_BYTES + 1],
    ['claims to be small', 4_000_000],
    ['claims to be empty', 0],
    ['claims the largest allowed size', REPLAY_UNPACKED_MAX_BYTES],
  ])('a bomb that %s', { timeout: 30_000 }, async (_, unpackedSize) => {
    const stream = new Uint8Array(REPLAY_UNPACKED_MAX_BYTES + 1);
    const file = encodeReplay(battle, latest, { stream, unpackedSize });
    expect(file.length).toBeLessThan(200_000);
    await expect(inTime(() => decodeReplay(file))).rejects.toThrow(InvalidReplayError);
  });

  test('a file that unpacks to more than the caller allows', async () => {
    const file = encodeReplay(battle, latest);
    const { length } = encodeStream(battle, latest);
    await expect(decodeReplay(file, { maxUnpackedBytes: length - 1 })).rejects.toThrow(InvalidReplayError);
    expect((await decodeReplay(file, { maxUnpackedBytes: length })).source).toBe('payload');
  });
});

test('500 damaged files are decoded, decoded by header or refused, each within a second', {
  timeout: 60_000,
}, async () => {
  const random = seededRandom(20_250_201);
  const files = REPLAY_LAYOUTS.map((layout) => encodeReplay(battle, layout));
  const outcomes = { payload: 0, header: 0, refused: 0 };
  for (let index = 0; index < 500; index++) {
    const mutated = mutate(files[index % files.length] as Uint8Array, random);
    outcomes[await inTime(() => outcomeOf(mutated))]++;
  }
  expect(outcomes.payload).toBeGreaterThan(0);
  expect(outcomes.header).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
});

test('250 files with damaged pickles are decoded or refused, each within a second', {
  timeout: 60_000,
}, async () => {
  const random = seededRandom(20_250_202);
  for (let index = 0; index < 250; index++) {
    const layout = REPLAY_LAYOUTS[index % REPLAY_LAYOUTS.length] as ReplayLayout;
    const pickles = arenaPickles(battle, layout).map((bytes) => mutate(bytes, random));
    await inTime(() => outcomeOf(encodeReplay(battle, layout, { arenaPickles: pickles })));
  }
});
