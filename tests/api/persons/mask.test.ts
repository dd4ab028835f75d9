/** Masking persons in the facts of a replay. */
import { describe, expect, test } from 'vitest';
import type { DecodedParts } from '#api/model/replays/decoder.ts';
import { identitiesIn, maskParts } from '#api/model/replays/mask.ts';
import type { ReplayFacts } from '#lib/schemas/replay.ts';

const facts: ReplayFacts = {
  decoderVersion: 1,
  source: 'payload',
  gameVersion: null,
  map: '53_Shoreside',
  playedAt: null,
  mode: null,
  recorder: { name: 'Recorder_One', shipParamsId: 7 },
  length: null,
  result: null,
  observers: [
    { accountId: 11, name: 'Watching_Person' },
    { accountId: 12, name: 'Watching_Other' },
  ],
};
const parts: DecodedParts = { players: [], chatMessages: [], facts };

describe('the facts of a replay', () => {
  test('name its observers by id, and a recorder who is not in the roster', () => {
    const { ids, names } = identitiesIn(parts);
    expect([...ids, ...names]).toEqual([11, 12, 'Recorder_One']);
  });

  test('lose an erased observer, and keep the others', () => {
    const masked = maskParts(parts, { ids: new Set([11]), names: new Set() });
    expect(masked?.facts).toEqual({
      ...facts,
      observers: [{ accountId: 0, name: 'Removed player' }, facts.observers[1]],
    });
  });

  test('lose an erased recorder', () => {
    const masked = maskParts(parts, { ids: new Set([9]), names: new Set(['Recorder_One']) });
    expect(masked?.facts).toEqual({ ...facts, recorder: { name: 'Removed player', shipParamsId: 7 } });
  });

  test('stay as they are without an erased person', () => {
    expect(maskParts(parts, { ids: new Set([99]), names: new Set(['Someone_Else']) })).toBeNull();
  });
});
