import { expect, onTestFinished, test, vi } from 'vitest';
import { createPace } from '#api/events/pace.ts';

test('sends what waits again after a failure, until it succeeds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const failures: unknown[] = [];
  const pace = createPace(2_000, (error) => failures.push(error));
  const failure = new Error('no connection became free in time');
  const send = vi.fn(async () => {});
  send.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  for (let change = 0; change < 2; change++) pace.admits('eu 1', send);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([failures, send.mock.calls.length]).toEqual([[failure, failure], 3]);
});
