import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeReplay, REPLAY_UNPACKED_MAX_BYTES } from '../../src/decode/decode-replay.ts';
import { InvalidReplayError } from '../../src/decode/replay-errors.ts';
import { arenaArguments, arenaPickles } from '../../src/encode/arena-state.ts';
import { encodeReplay, encodeStream } from '../../src/encode/encode-replay.ts';
import { REPLAY_LAYOUTS, type ReplayLayout } from '../../src/encode/layouts.ts';
import { entityMethod } from '../../src/encode/packets.ts';
import { pickle } from '../../src/encode/pickle-writer.ts';
import { makeBattle } from '../../src/encode/sample-battle.ts';
import { EXCESSIVE_PICKLES } from '../support/hostile-pickles.ts';
import { mutate, seededRandom } from '../support/mutations.ts';
import { inTime, outcomeOf } from '../support/outcome.ts';

const battle = makeBattle({ players: 6, bots: 2, chat: [{ from: 0, group: 'battle_team', text: 'hello' }] });
const latest = REPLAY_LAYOUTS.find((layout) => layout.version.startsWith('15')) as ReplayLayout;
const honest = arenaPickles(battle, latest);

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
    const file = encodeReplay(battle, latest, { deflate: deflateSync, stream, unpackedSize });
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

test('500 damaged files are decoded or refused, each within a second', {
  timeout: 60_000,
}, async () => {
  const random = seededRandom(20_250_201);
  const files = REPLAY_LAYOUTS.map((layout) => encodeReplay(battle, layout, { deflate: deflateSync }));
  const outcomes = { payload: 0, header: 0, refused: 0 };
  for (let index = 0; index < 500; index++) {
    const mutated = mutate(files[index % files.length] as Uint8Array, random);
    outcomes[await inTime(() => outcomeOf(mutated))]++;
  }
  expect(outcomes.payload).toBeGreaterThan(0);
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
