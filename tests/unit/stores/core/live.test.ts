import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Runtime } from '#lib/runtime.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { fakeHubs } from '#tests/support/fake-hub.ts';
import { newPage } from '#tests/support/new-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a new page: modules keep their listeners as long as it is open. */
async function openPage(parts: Partial<Runtime> = {}) {
  const page = await newPage(() => [import('#lib/stores/core/live.ts')]);
  const server = fakeHubs();
  page.fakePlatform('/posts', { createHub: server.createHub, ...parts });
  return { ...server, ...page };
}

test('opens the hub once there is a listener and the first data is shown, in either order', async () => {
  const { $liveStatus, goLive, hubs, onPostEvent, settle } = await openPage();
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

test('loads the hub’s code only after what the page shows, and when the browser is idle', async () => {
  const waiting: (() => void)[] = [];
  const afterLoad = (callback: () => void) => void waiting.push(callback);
  const whenIdle = (callback: () => void) => {
    waiting.push(callback);
    return () => {};
  };
  const { goLive, hubs, onPostEvent, settle } = await openPage({ afterLoad, whenIdle });
  goLive();
  onPostEvent(() => {});
  for (let steps = 0; steps < 2; steps += 1) {
    await settle();
    expect([hubs.length, waiting.length]).toEqual([0, 1]);
    waiting.pop()?.();
  }
  await settle();
  expect(hubs).toHaveLength(1);
});

test('opens nothing without a listener', async () => {
  const { goLive, hubs, settle } = await openPage();
  goLive();
  await settle();
  expect(hubs).toEqual([]);
});

test('opens nothing while pages are built', async () => {
  const { $liveStatus, goLive, onPostEvent, settle } = await openPage({ isBrowser: false });
  onPostEvent(() => {});
  goLive();
  await settle();
  expect($liveStatus.get()).toBe('idle');
});

test('shares one connection, and closes it after the last listener', async () => {
  const { $liveStatus, goLive, hubs, onPostEvent, settle } = await openPage();
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
  const { catchWarnings, goLive, hubs, onPostEvent, settle } = await openPage();
  const warnings = catchWarnings();
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
  const { goLive, hubs, onPostEvent, onReconnected, settle } = await openPage();
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

/** The module registry loads in steps that fake timers do not count. */
const loaded = () => vi.dynamicImportSettled();

test('is stopped when the hub code fails to load twice, until resumed', async () => {
  const { $liveStatus, catchWarnings, goLive, onPostEvent, RELOAD_DELAY_MS, resume } = await openPage();
  vi.doMock('#lib/hubs/connection.ts', () => {
    throw new Error('no such file');
  });
  const warnings = catchWarnings();
  onPostEvent(() => {});
  goLive();
  await loaded();
  // A page that is being left loads nothing: it must not change while it is still shown.
  expect([$liveStatus.get(), warnings]).toEqual(['idle', []]);
  await vi.advanceTimersByTimeAsync(RELOAD_DELAY_MS);
  await loaded();
  expect($liveStatus.get()).toBe('stopped');
  expect(warnings).toEqual(['Live updates could not be loaded.']);
  vi.doUnmock('#lib/hubs/connection.ts');
  resume();
  await loaded();
  expect($liveStatus.get()).toBe('live');
});
