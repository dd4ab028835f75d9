import { describe, expect, test } from 'vitest';
import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { createFairQueue, type FairLimits } from '#api/base/queue/fair-queue.ts';

const caller = (id: string, priority = 0): Caller => ({ id, priority });

/** A queue whose tasks end when the test says so, with the names of those that have started. */
function heldQueue(limits: FairLimits) {
  const queue = createFairQueue(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    queue,
    started,
    add(name: string, ...callers: Caller[]): Callers {
      const all = new Callers(...callers);
      const held = () =>
        new Promise<void>((end) => {
          started.push(name);
          ends.set(name, end);
        });
      void queue.run(name, all, held);
      return all;
    },
    /** Ends tasks in turn, until none waits. */
    async finish(): Promise<string[]> {
      for (const name of started) {
        ends.get(name)?.();
        await new Promise(setImmediate);
      }
      await queue.idle();
      return started;
    },
  };
}

describe('callers of a queue', () => {
  test('take turns, however many tasks they have', async () => {
    const { add, finish } = heldQueue({ concurrency: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, caller('a'));
    for (const name of ['b1', 'b2']) add(name, caller('b'));
    add('c1', caller('c'));
    expect(await finish()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('come before all with a lower priority', async () => {
    const { add, finish } = heldQueue({ concurrency: 1 });
    for (const name of ['low1', 'low2', 'low3']) add(name, caller('low', 0));
    for (const name of ['high1', 'high2']) add(name, caller('high', 1));
    expect(await finish()).toEqual(['low1', 'high1', 'high2', 'low2', 'low3']);
  });

  test('leave places to others when they have as many as they may', async () => {
    const { add, started, finish } = heldQueue({ concurrency: 4, perCaller: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, caller('a'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'a2']);
    add('b1', caller('b'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    expect(await finish()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  test('who join a task bring it forward to their own turn, once', async () => {
    const { add, finish } = heldQueue({ concurrency: 1 });
    for (const name of ['a1', 'a2']) add(name, caller('a'));
    const wanted = add('a3', caller('a'));
    add('b1', caller('b'));
    wanted.add(caller('c', 1));
    expect(await finish()).toEqual(['a1', 'a3', 'b1', 'a2']);
  });
});

test('a task that is aborted while it waits rejects and leaves its place', async () => {
  const { queue, add, finish } = heldQueue({ concurrency: 1 });
  add('first', caller('a'));
  const ending = new AbortController();
  const aborted = queue.run('second', new Callers(caller('b')), async () => 'ran', ending.signal);
  expect([queue.waitingOf(caller('b')), queue.waitingAt(0)]).toEqual([1, 1]);
  ending.abort(new Error('no longer needed'));
  await expect(aborted).rejects.toThrow('no longer needed');
  expect([queue.waitingOf(caller('b')), queue.waitingAt(0)]).toEqual([0, 0]);
  expect(await finish()).toEqual(['first']);
});

test('a task that fails gives its place back', async () => {
  const queue = createFairQueue({ concurrency: 2, perCaller: 1 });
  const callers = new Callers(caller('a'));
  const failing = queue.run('one', callers, () => Promise.reject(new Error('broken')));
  const next = queue.run('two', callers, async () => 'ran');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('ran');
});
