// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { loadInTime } from '#lib/load-in-time.ts';
import { setRuntime } from '#lib/runtime.ts';

const showStatus = vi.fn();
let isOnline = true;
const restore = setRuntime({ showStatus, isOnline: () => isOnline });
afterEach(() => vi.useRealTimers());

it('offers to reload the page when the same code fails twice, with a connection', () => {
  const fail = (message: string): number => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error(message) }));
    return showStatus.mock.calls.length;
  };
  expect([fail('upload.js'), fail('signalr.js')]).toEqual([0, 0]);
  isOnline = false;
  expect(fail('upload.js')).toBe(0);
  isOnline = true;
  expect(fail('upload.js')).toBe(1);
  expect(showStatus).toHaveBeenCalledWith({ text: 'Couldn’t load part of this page.', reload: true });
});

it('fails after 30 seconds without an answer', async () => {
  restore();
  vi.useFakeTimers();
  const loading = expect(loadInTime(() => new Promise(() => {}))).rejects.toThrow('no answer');
  await vi.advanceTimersByTimeAsync(30_000);
  await loading;
});
