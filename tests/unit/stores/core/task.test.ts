import { expect, it, vi } from 'vitest';
import { HttpError, NetworkError } from '#lib/client/errors.ts';
import { createTask, type TaskState } from '#lib/stores/core/task.ts';
import { $session, resetSession } from '#lib/stores/session/session.ts';
import { CHECK, openSignedIn } from '#tests/support/signed-in-page.ts';

const refusal = (status: number) => new HttpError(status, { message: `status ${status}`, problem: null });
const describe = ({ status }: HttpError): string => `Refused with ${status}.`;

it('is idle, then being sent with its progress, then done', async () => {
  const task = createTask();
  const states: TaskState[] = [];
  task.$state.subscribe((state) => void states.push(state));
  const succeeded = await task.run(async (_, reportProgress) => reportProgress(0.5), describe);
  expect(succeeded).toBe(true);
  expect(states).toEqual([
    { state: 'idle' },
    { state: 'sending', progress: null },
    { state: 'sending', progress: 0.5 },
    { state: 'done' },
  ]);
});

it('ignores a second run while it is being sent', async () => {
  const task = createTask();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = task.run(() => promise, describe);
  const send = vi.fn();
  expect(await task.run(send, describe)).toBe(false);
  resolve();
  expect(await first).toBe(true);
  expect(send).not.toHaveBeenCalled();
});

it('ignores a second run once it is done, until it is reset', async () => {
  const task = createTask();
  await task.run(async () => {}, describe);
  const send = vi.fn(async () => {});
  expect(await task.run(send, describe)).toBe(false);
  task.reset();
  expect(await task.run(send, describe)).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
});

it.each([
  ['a refusal by the API', refusal(409), 'Refused with 409.'],
  ['no answer', new NetworkError('offline'), 'You are offline. Check your connection and try again.'],
  ['an unexpected error', new TypeError('x is undefined'), 'Something went wrong. Try again.'],
])('shows a sentence for %s, and can be run again', async (_, error, message) => {
  const task = createTask();
  const onFailure = vi.fn();
  expect(await task.run(() => Promise.reject(error), describe, onFailure)).toBe(false);
  expect(task.$state.get()).toEqual({ state: 'refused', message });
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(error);
  expect(await task.run(async () => {}, describe)).toBe(true);
});

it('is idle again when it is aborted', async () => {
  const task = createTask();
  const onFailure = vi.fn();
  const run = task.run(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    describe,
    onFailure,
  );
  task.abort();
  expect(await run).toBe(false);
  expect(task.$state.get()).toEqual({ state: 'idle' });
  expect(onFailure).not.toHaveBeenCalled();
});

it('stays idle when a run that was reset fails later', async () => {
  const task = createTask();
  const { promise, reject } = Promise.withResolvers<void>();
  const run = task.run(() => promise, describe);
  task.reset();
  reject(refusal(500));
  await run;
  expect(task.$state.get()).toEqual({ state: 'idle' });
});

it('reloads the session after a 401', async () => {
  const page = await openSignedIn();
  page.answer(CHECK, undefined, { status: 401 });
  await createTask().run(() => Promise.reject(refusal(401)), describe);
  expect($session.get().status).toBe('signed-out');
  resetSession();
});
