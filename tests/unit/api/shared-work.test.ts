/** Work that equal requests share. */
import { expect, test } from 'vitest';
import { Callers, SharedWork } from '#api/base/queue/callers.ts';

const caller = (id: string, priority = 1) => new Callers({ id, priority });

test('runs once for all who want the same, and again once it has ended', async () => {
  const work = new SharedWork();
  let runs = 0;
  const run = (id: string) => work.run('same', caller(id), async () => ++runs);
  expect(await Promise.all([run('first'), run('second')])).toEqual([1, 1]);
  expect([work.has('same'), work.size]).toEqual([false, 0]);
  expect(await run('third')).toBe(2);
});

test('tells the running work who joins', async () => {
  const work = new SharedWork();
  const seen: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = work.run('same', caller('first'), (all) => {
    all.each(({ id }) => seen.push(id));
    return held.promise;
  });
  const second = work.run('same', caller('second'), async () => expect.unreachable());
  expect(seen).toEqual(['first', 'second']);
  held.resolve();
  await Promise.all([first, second]);
});

test('runs different things at the same time, and is idle when all have ended', async () => {
  const work = new SharedWork();
  const held = Promise.withResolvers<void>();
  const failing = work.run('one', caller('first'), () => Promise.reject(new Error('lost')));
  const waiting = work.run('two', caller('first'), () => held.promise);
  const idle = work.idle().then(() => 'idle');
  await expect(failing).rejects.toThrow('lost');
  expect([work.has('one'), work.has('two')]).toEqual([false, true]);
  expect(await Promise.race([idle, 'busy'])).toBe('busy');
  held.resolve();
  await waiting;
  expect(await idle).toBe('idle');
});
