/** Replays with a class that is not allowed: the error, the log, and how an operator allows the class. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { blob } from '#api/demo/seed/replay-encoder/byte-writer.ts';
import { encodeReplay } from '#api/demo/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/demo/seed/replay-encoder/layouts.ts';
import { entityMethod } from '#api/demo/seed/replay-encoder/packets.ts';
import { pickle } from '#api/demo/seed/replay-encoder/pickle-writer.ts';
import { AURORA, createTestApi, postDto, postForm } from '#tests/support/api.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';

const NEW_CLASS = pickle({ instanceOf: 'NewModule.NewClass', state: 1 });
const file = encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, {
  extraPackets: [entityMethod(51, blob(NEW_CLASS))],
});

async function uploadWith(env: Record<string, string>) {
  const api = await createTestApi({ env });
  const form = postForm(postDto({ flairs: 1 }), file);
  const answer = await api.call('POST', '/api/post', { as: AURORA, form });
  await api.close();
  return answer;
}

afterEach(() => vi.restoreAllMocks());

describe('a replay with a class that is not allowed (rule 15.9)', () => {
  test('answers 422 with the class, and logs only the class', async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line, encoding, callback) => {
      written.push(String(line));
      const done = typeof encoding === 'function' ? encoding : callback;
      done?.(null);
      return true;
    });
    const { status, text } = await uploadWith({ LOG_LEVEL: 'warn' });
    vi.restoreAllMocks();
    expect([status, text]).toEqual([
      422,
      "This replay contains a class we don't recognise (NewModule.NewClass) and was not stored.",
    ]);
    const line = written.find((entry) => entry.includes('replayClass')) ?? '{}';
    const { level: _level, time: _time, pid: _pid, hostname: _hostname, ...logged } = JSON.parse(line);
    expect(logged).toEqual({
      replayClass: 'NewModule.NewClass',
      msg: 'replay refused for an unknown class',
    });
  });

  test('is stored once REPLAY_EXTRA_CLASSES names the class', async () => {
    const { status, json } = await uploadWith({ REPLAY_EXTRA_CLASSES: 'Other.Class,NewModule.NewClass' });
    expect([status, json.replay.players.length]).toEqual([201, 4]);
  });
});
