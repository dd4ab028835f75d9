import { afterAll, expect, test } from 'vitest';
import { createThread } from '#api/base/thread.ts';

const thread = createThread<string, string>({
  script: new URL('../support/workers/fragile-worker.mjs', import.meta.url),
  timeLimitMs: 5_000,
  memoryLimitMb: 32,
  idleMs: 10,
});
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
