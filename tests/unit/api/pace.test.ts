import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from '#api/events/pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sends what waits again after a failure, until it succeeds', async () => {
  const failures: unknown[] = [];
  const pace = createPace(2_000, (error) => failures.push(error));
  const send = vi.fn(async () => {});
  const failure = new Error('no connection became free in time');
  send.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  pace.admits('eu 1', send);
  pace.admits('eu 1', send);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([failures, send.mock.calls.length]).toEqual([[failure, failure], 3]);
});

test('waits at a stop for what is being sent', async () => {
  const pace = createPace(2_000, () => {});
  const sent: string[] = [];
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    sent.push('slow');
  };
  for (const key of ['eu 1', 'na 1']) for (let time = 0; time < 2; time++) pace.admits(key, slow);
  await vi.advanceTimersByTimeAsync(2_000);
  const stopped = pace.flush().then(() => sent.push('stopped'));
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
  expect(sent).toEqual(['slow', 'slow', 'stopped']);
});
