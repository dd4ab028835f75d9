import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, type LiveStatus, openConnection } from '#lib/hubs/connection.ts';
import { fakeHubs } from '#tests/support/fake-hub.ts';
import { API_ORIGIN, catchWarnings, fakePlatform } from '#tests/support/fake-platform.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const now = () => vi.advanceTimersByTimeAsync(0);
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

function open(failStarts = 0) {
  const server = fakeHubs();
  server.failStarts(failStarts);
  const platform = fakePlatform('/', { createHub: server.createHub });
  const statuses: LiveStatus[] = [];
  const heard: unknown[][] = [];
  const counts = { started: 0, reconnected: 0 };
  const connection: Connection = openConnection({
    path: '/api/hubs/post',
    events: { newPost: (...args) => heard.push(args) },
    onStatus: (status) => statuses.push(status),
    onStarted: () => {
      counts.started += 1;
    },
    onReconnected: () => {
      counts.reconnected += 1;
    },
  });
  const starts = () => server.hubs.reduce((sum, hub) => sum + hub.starts, 0);
  return { ...server, platform, connection, statuses, heard, counts, starts };
}

describe('a connection', () => {
  test('opens at the regional API with the contract’s timeouts, and receives events', async () => {
    const { hubs, statuses, heard, counts } = open();
    await now();
    expect(hubs[0]).toMatchObject({
      url: `${API_ORIGIN}/api/hubs/post`,
      options: { serverTimeout: 30_000, keepAlive: 15_000 },
    });
    expect(statuses).toEqual(['connecting', 'live']);
    expect(counts).toEqual({ started: 1, reconnected: 0 });
    hubs[0]?.emit('NewPost', 1, 2);
    expect(heard).toEqual([[1, 2]]);
  });

  test('retries a failed start after 0, 2, 10 and 30 seconds, then stops (Rules 14.4 and 14.6)', async () => {
    const warnings = catchWarnings();
    const { statuses, starts } = open(99);
    await now();
    expect(starts()).toBe(2);
    await pass(1.9);
    expect(starts()).toBe(2);
    await pass(0.1);
    expect(starts()).toBe(3);
    await pass(10);
    expect(starts()).toBe(4);
    await pass(29);
    expect([starts(), warnings.length]).toEqual([4, 0]);
    await pass(1);
    expect([starts(), warnings.length]).toEqual([5, 1]);
    await pass(600);
    expect(starts()).toBe(5);
    expect(statuses).toEqual(['connecting', 'stopped']);
  });

  test('retries a lost connection with the same delays, and reports the reconnect', async () => {
    const { hubs, statuses, counts, failStarts, starts } = open();
    await now();
    failStarts(2);
    hubs[0]?.drop();
    expect(statuses.at(-1)).toBe('reconnecting');
    await now();
    expect(starts()).toBe(2);
    await pass(2);
    expect(starts()).toBe(3);
    await pass(10);
    expect(starts()).toBe(4);
    expect(statuses).toEqual(['connecting', 'live', 'reconnecting', 'live']);
    expect(counts).toEqual({ started: 2, reconnected: 1 });
  });

  test('starts over with all retries each time it is lost', async () => {
    const { hubs, failStarts, statuses } = open();
    await now();
    for (let time = 0; time < 3; time += 1) {
      failStarts(3);
      hubs[0]?.drop();
      await pass(42);
      expect(statuses.at(-1)).toBe('live');
    }
  });

  test('reconnects on request after it stopped, with all retries', async () => {
    catchWarnings();
    const { connection, statuses, starts, failStarts } = open(99);
    await pass(60);
    failStarts(2);
    connection.retry();
    await now();
    expect([starts(), statuses.at(-1)]).toEqual([7, 'connecting']);
    await pass(2);
    expect(statuses.at(-1)).toBe('live');
  });

  test.each(['online', 'visible'] as const)('retries at once when the page is %s again', async (event) => {
    const { hubs, platform, failStarts, starts, statuses } = open();
    await now();
    failStarts(2);
    hubs[0]?.drop();
    await pass(2);
    expect([starts(), statuses.at(-1)]).toEqual([3, 'reconnecting']);
    for (let time = 0; time < 2; time += 1) {
      platform.happen(event);
      await now();
      expect([starts(), statuses.at(-1)]).toEqual([4, 'live']);
    }
  });

  test('does not restart a live or connecting connection when the page becomes visible', async () => {
    const { platform, connection, starts } = open();
    platform.happen('visible');
    await now();
    platform.happen('visible');
    connection.retry();
    await now();
    expect(starts()).toBe(1);
  });

  test('closes on pagehide, and counts as reconnected after pageshow', async () => {
    const { hubs, platform, statuses, counts, starts } = open();
    await now();
    platform.happen('pagehide');
    await pass(100);
    expect([hubs[0]?.stops, starts(), statuses.at(-1)]).toEqual([1, 1, 'idle']);
    platform.happen('pageshow');
    await now();
    expect([starts(), statuses.at(-1), counts.reconnected]).toEqual([2, 'live', 1]);
  });

  test('stays closed after close, even while it was waiting to retry', async () => {
    const { hubs, platform, connection, statuses, starts, failStarts } = open();
    await now();
    failStarts(9);
    hubs[0]?.drop();
    await pass(1);
    connection.close();
    platform.happen('online');
    platform.happen('pageshow');
    await pass(100);
    expect([starts(), statuses.at(-1)]).toEqual([2, 'idle']);
  });

  test('stops the hub when it is closed while connecting', async () => {
    const { hubs, connection, statuses } = open();
    connection.close();
    await now();
    expect(hubs[0]?.stops).toBeGreaterThan(0);
    expect(statuses).toEqual(['connecting', 'idle']);
  });

  test('sends only while it is live', async () => {
    const { hubs, connection } = open();
    await expect(connection.invoke('x')).rejects.toThrow('/api/hubs/post is not connected.');
    await now();
    await connection.invoke('acknowledge', [1]);
    expect(hubs[0]?.sent).toEqual([['acknowledge', [1]]]);
    hubs[0]?.drop();
    await expect(connection.stream('x', () => {})).rejects.toThrow('not connected');
  });

  test('retries when the code of the hub cannot be loaded', async () => {
    let attempts = 0;
    const server = fakeHubs();
    fakePlatform('/', {
      createHub: (url, options) => {
        attempts += 1;
        return attempts < 3 ? Promise.reject(new Error('chunk')) : server.createHub(url, options);
      },
    });
    const statuses: LiveStatus[] = [];
    openConnection({ path: '/x', events: {}, onStatus: (status) => statuses.push(status) });
    await pass(2);
    expect(statuses).toEqual(['connecting', 'live']);
  });
});
