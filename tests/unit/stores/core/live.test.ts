import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runtime } from '#lib/runtime.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { $liveStatus, goLive, onPostEvent, onReconnected, resetLive, resume } from '#lib/stores/core/live.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { fakeHubs } from '#tests/support/fake-hub.ts';
import { catchWarnings, fakePlatform, settle } from '#tests/support/fake-platform.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  resetLive();
  vi.useRealTimers();
});

function page() {
  const server = fakeHubs();
  const platform = fakePlatform('/posts', { createHub: server.createHub });
  return { ...server, platform };
}

test('opens the hub once there is a listener and the first data is shown, in either order', async () => {
  const { hubs } = page();
  const events: PostEvent[] = [];
  onPostEvent((event) => events.push(event));
  await settle();
  expect([hubs.length, $liveStatus.get()]).toEqual([0, 'idle']);
  goLive();
  goLive();
  await settle();
  expect([hubs.length, $liveStatus.get()]).toEqual([1, 'live']);
  const post = makePost();
  hubs[0]?.emit('NewPost', post);
  hubs[0]?.emit('DeletedPost', guid(1));
  expect(events).toEqual([
    { kind: 'new', post },
    { kind: 'deleted', postId: guid(1) },
  ]);
});

test('loads the hub’s code only when the browser is idle', async () => {
  const { hubs } = page();
  const waiting: (() => void)[] = [];
  runtime.whenIdle = (callback) => {
    waiting.push(callback);
    return () => {};
  };
  goLive();
  onPostEvent(() => {});
  await settle();
  expect([hubs.length, waiting.length]).toEqual([0, 1]);
  for (const callback of waiting) callback();
  await settle();
  expect(hubs).toHaveLength(1);
});

test('opens nothing without a listener', async () => {
  const { hubs } = page();
  goLive();
  await settle();
  expect(hubs).toEqual([]);
});

test('opens nothing while pages are built', async () => {
  fakePlatform('/posts', { isBrowser: false });
  onPostEvent(() => {});
  goLive();
  await settle();
  expect($liveStatus.get()).toBe('idle');
});

test('shares one connection, and closes it after the last listener', async () => {
  const { hubs } = page();
  goLive();
  const stops = [onPostEvent(() => {}), onPostEvent(() => {})];
  await settle();
  stops[0]?.();
  await settle();
  expect([hubs.length, hubs[0]?.stops]).toEqual([1, 0]);
  stops[1]?.();
  await settle();
  expect([hubs[0]?.stops, $liveStatus.get()]).toEqual([1, 'idle']);
});

test('logs a listener that throws, and still calls the others', async () => {
  const warnings = catchWarnings();
  const { hubs } = page();
  const heard: PostEvent[] = [];
  onPostEvent(() => {
    throw new Error('broken');
  });
  onPostEvent((event) => heard.push(event));
  goLive();
  await settle();
  hubs[0]?.emit('DeletedPost', guid(1));
  expect([heard.length, warnings.length]).toEqual([1, 1]);
});

test('notifies of reconnects until unsubscribed', async () => {
  const { hubs } = page();
  let times = 0;
  const stop = onReconnected(() => {
    times += 1;
  });
  onPostEvent(() => {});
  goLive();
  await settle();
  expect(times).toBe(0);
  hubs[0]?.drop();
  await vi.advanceTimersByTimeAsync(0);
  expect(times).toBe(1);
  stop();
  hubs[0]?.drop();
  await vi.advanceTimersByTimeAsync(0);
  expect(times).toBe(1);
});

test('resumes stopped live updates on request (Rule 14.4)', async () => {
  catchWarnings();
  const { failStarts } = page();
  failStarts(5);
  onPostEvent(() => {});
  goLive();
  await vi.advanceTimersByTimeAsync(60_000);
  expect($liveStatus.get()).toBe('stopped');
  resume();
  expect($liveStatus.get()).toBe('connecting');
  await vi.advanceTimersByTimeAsync(0);
  expect($liveStatus.get()).toBe('live');
});

test('is stopped when the hub code fails to load, until resumed', async () => {
  vi.useRealTimers();
  vi.resetModules();
  vi.doMock('#lib/hubs/connection.ts', () => {
    throw new Error('no such file');
  });
  const live = await import('#lib/stores/core/live.ts');
  const platform = await import('#tests/support/fake-platform.ts');
  const { createHub } = fakeHubs();
  platform.fakePlatform('/posts', { createHub });
  const warnings = platform.catchWarnings();
  live.onPostEvent(() => {});
  live.goLive();
  await vi.waitFor(() => expect(live.$liveStatus.get()).toBe('stopped'));
  expect(warnings).toEqual(['Live updates could not be loaded.']);
  vi.doUnmock('#lib/hubs/connection.ts');
  live.resume();
  await vi.waitFor(() => expect(live.$liveStatus.get()).toBe('live'));
  live.resetLive();
});
