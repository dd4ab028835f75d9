import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CloseOptions } from '../src/contract.ts';
import type { Member } from '../src/hub.ts';
import { Refresh } from '../src/refresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Members that record how they are closed. */
function members(count: number) {
  const closed: CloseOptions[] = [];
  const list = Array.from(
    { length: count },
    (): Member => ({ scope: 'main', user: null, send() {}, close: (options) => void closed.push(options) }),
  );
  return { list, closed };
}

test('closes 1,000 clients a second, and lets them reconnect', () => {
  const { list, closed } = members(2_500);
  const refresh = new Refresh();
  refresh.add(list);
  vi.advanceTimersByTime(900);
  expect(closed).toHaveLength(1_000);
  vi.advanceTimersByTime(1_500);
  expect(closed).toHaveLength(2_500);
  expect(closed.every(({ allowReconnect, error }) => allowReconnect && error === undefined)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('closes a client once for two losses, and again for one after it was closed', () => {
  const { list, closed } = members(150);
  const refresh = new Refresh();
  refresh.add(list);
  refresh.add(list.slice(100));
  vi.advanceTimersByTime(1_000);
  expect(closed).toHaveLength(150);
  refresh.add(list.slice(0, 1));
  expect(closed).toHaveLength(151);
});

test('stops when the hubs are closed', () => {
  const { list, closed } = members(150);
  const refresh = new Refresh();
  refresh.add(list);
  refresh.stop();
  vi.advanceTimersByTime(1_000);
  expect(closed).toHaveLength(100);
});
