import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createThread, type ThreadOptions } from '#api/base/thread.ts';

const start = (limits: Partial<ThreadOptions>) =>
  createThread<string, string>({
    script: new URL('../support/workers/fragile-worker.mjs', import.meta.url),
    timeLimitMs: 1_000,
    memoryLimitMb: 32,
    idleMs: 10,
    ...limits,
  });
const thread = start({});
afterAll(() => thread.close());

test.each(['exit', 'throw', 'hang', 'fill the memory'])(
  'a worker that dies (%s) fails its own question only, and is replaced',
  async (end) => {
    const answers = [thread.ask('a question'), thread.ask(end), thread.ask('another one')];
    expect(await Promise.all(answers)).toEqual(['answer to a question', 'failed', 'answer to another one']);
  },
);

test('a worker that ended because it had no work is replaced, and one that was started ahead is used', async () => {
  const first = await thread.ask('which worker?');
  await expect.poll(() => thread.ask('which worker?'), { interval: 100 }).not.toBe(first);
  thread.warm();
  expect(await thread.ask('a question')).toBe('answer to a question');
});

test('a worker that waits for the processor is not aborted before the last limit', async () => {
  const slow = start({ timeLimitMs: 200 });
  onTestFinished(() => slow.close());
  expect(await slow.ask('wait 1 s')).toBe('answer to wait 1 s');
});

test('work that does not end in time is late, unless it has used up its processor time', async () => {
  const busy = start({ timeLimitMs: 100, waitLimitMs: 60_000 });
  const idle = start({ timeLimitMs: 60_000, waitLimitMs: 100 });
  onTestFinished(async () => {
    await busy.close();
    await idle.close();
  });
  expect([await busy.ask('hang'), await idle.ask('hang'), await idle.ask('wait 1 s')]).toEqual([
    'failed',
    'late',
    'late',
  ]);
  expect(await idle.ask('a question')).toBe('answer to a question');
});
