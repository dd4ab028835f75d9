import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { guid, makeFlags, makePost } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';
import type { SignedInPage } from '#tests/support/signed-in-page.ts';

const loadModules = () =>
  newPage(() => [
    import('#lib/stores/notifications/notifications.ts'),
    import('#lib/stores/notifications/muted.ts'),
    import('#lib/stores/core/notification-feed.ts'),
    import('#lib/stores/session/session.ts'),
    import('#tests/support/signed-in-page.ts'),
  ]);
let modules: Awaited<ReturnType<typeof loadModules>>;

const DISMISSED = 'notifications-dismissed:500000001';

/** A notification about a post, so many seconds after noon. */
const added = (number: number, seconds = number, type = 2) => ({
  id: guid(number),
  accountId: 500_000_001,
  type,
  emittedAt: new Date(Date.UTC(2026, 1, 1, 12, 0, seconds)).toISOString(),
  acknowledgedAt: null,
  postId: guid(1000 + number),
  post: makePost(),
});

/** A notification about post 7. */
const about = (number: number, type: number) => ({ ...added(number, number, type), postId: guid(1007) });

let stop = (): void => {};

beforeEach(async () => {
  modules = await loadModules();
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Opens a connected page whose server has these pending. */
async function open(items: unknown[] = [], device = new Map<string, string>()): Promise<SignedInPage> {
  const pending = items.map((item) => ({ item1: 2, item2: item }));
  const page = await modules.openSignedIn({ device, pending });
  const start = vi.fn();
  stop = modules.startNotifications();
  const unsubscribe = modules.$notifications.subscribe(start);
  const before = stop;
  stop = () => {
    before();
    unsubscribe();
  };
  await modules.settle();
  return page;
}

/** Loses the connection to the notifications, and comes back to a server that has these pending. */
async function reconnect(page: SignedInPage, ...items: object[]): Promise<void> {
  page.server('notifications').items = items.map((item) => ({ item1: 2, item2: item }));
  page.server('notifications').drop();
  await vi.advanceTimersByTimeAsync(10);
  await modules.settle();
}

const shown = () => (remoteValue(modules.$notifications.get()) ?? []).map(({ id }) => Number(id.slice(-4)));
const acknowledged = (page: SignedInPage) =>
  page
    .server('notifications')
    .sent.filter(([method]) => method === 'acknowledgeNotifications')
    .map(([, ids]) => (ids as string[]).map((id) => Number(id.slice(-4))));

describe('pending notifications', () => {
  test('are streamed with the user’s token once connected (Rule 13.3)', async () => {
    const page = await open([added(1)]);
    expect(page.server('notifications').options.accessToken?.()).toBe(page.token);
    expect(shown()).toEqual([1]);
    expect(modules.$notificationStatus.get()).toBe('live');
  });

  test('that are turned off are neither shown nor announced, and return when they are turned on (Rule 30.46)', async () => {
    const device = new Map([['notifications-off:500000001', '[3]']]);
    const page = await open([added(1), { ...added(2, 2, 3), postId: guid(1001) }], device);
    expect(shown()).toEqual([1]);
    page.server('notifications').emit('NewNotification', 3, added(3, 3, 3));
    expect(modules.$announcement.get()).toBe('');
    modules.setMuted(3, false);
    expect(shown()).toEqual([2, 3]);
    expect(device.has('notifications-off:500000001')).toBe(false);
  });

  test('that are turned off are not dismissed with the others (Rule 30.46)', async () => {
    const device = new Map([['notifications-off:500000001', '[3]']]);
    await open([added(1, 1, 3), added(2), added(3)], device);
    modules.dismissNotification(guid(2));
    modules.dismissAllNotifications();
    expect(shown()).toEqual([]);
    modules.setMuted(3, false);
    expect(shown()).toEqual([1]);
  });

  test('of moderation and bans cannot be turned off (Rule 30.46)', async () => {
    const ban = { ...added(1, 1, 7), until: null, reason: 'Insults' };
    await open([ban], new Map([['notifications-off:500000001', '[5,6,7,8,9]']]));
    expect(shown()).toEqual([1]);
  });

  test('that are turned off in another tab disappear (Rule 30.46)', async () => {
    const page = await open([added(1)]);
    page.device.set('notifications-off:500000001', '[2]');
    page.happen('storage');
    expect(shown()).toEqual([]);
  });

  test('are loaded again after a reconnect', async () => {
    const page = await open([added(1)]);
    await reconnect(page, added(2));
    expect(shown()).toEqual([2]);
  });

  test('are not requested while signed out', async () => {
    const page = await modules.openSignedIn();
    modules.endSession();
    stop = modules.startNotifications();
    await modules.settle();
    expect(page.servers).toEqual([]);
  });

  test('that fail to stream again are logged once, and the known ones stay', async () => {
    const warnings = modules.catchWarnings();
    const page = await open([added(1)]);
    page.failStreams(1);
    await reconnect(page);
    expect([shown(), warnings.length]).toEqual([[1], 1]);
  });
});

describe('live notifications', () => {
  test('are inserted by time, once, and announced (Rule 13.7)', async () => {
    const page = await open([added(1), added(5)]);
    expect(modules.$announcement.get()).toBe('');
    const server = page.server('notifications');
    server.emit('NewNotification', 2, added(3));
    server.emit('NewNotification', 2, added(3));
    expect(shown()).toEqual([1, 3, 5]);
    expect(modules.$announcement.get()).toBe('New notification: Post added. 3 in all.');
  });

  const goneWays: [string, (page: SignedInPage) => void][] = [
    ['dismissed', () => modules.dismissNotification(guid(1))],
    ['cleared', () => modules.dismissAllNotifications()],
    ['withdrawn', (page) => page.server('notifications').emit('DeletedNotification', guid(1))],
  ];
  test.each(goneWays)(
    'are announced again in the same words after one is %s (Rule 13.7)',
    async (_, remove) => {
      const page = await open();
      const said: string[] = [];
      modules.$announcement.listen((text) => said.push(text));
      const sentence = 'New notification: Post added. 1 in all.';
      page.server('notifications').emit('NewNotification', 2, added(1));
      remove(page);
      expect(said).toEqual([sentence, '']);
      page.server('notifications').emit('NewNotification', 2, added(2));
      expect(said, 'the page is drawn without the sentence first').toEqual([sentence, '']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(said).toEqual([sentence, '', sentence]);
    },
  );

  test('missed while disconnected are announced once after the reconnect', async () => {
    const page = await open([added(1)], new Map([[DISMISSED, JSON.stringify([guid(4)])]]));
    await reconnect(page, added(1), added(4));
    expect(modules.$announcement.get()).toBe('');
    await reconnect(page, added(1), added(2));
    expect(modules.$announcement.get()).toBe('New notification: Post added. 2 in all.');
    await reconnect(page, added(1), added(2), added(3), added(5));
    expect(modules.$announcement.get()).toBe('2 new notifications. 4 in all.');
  });

  test('disappear when the server withdraws them', async () => {
    const page = await open([added(1), added(2)]);
    page.server('notifications').emit('DeletedNotification', guid(1));
    page.server('notifications').emit('DeletedNotification', guid(77));
    expect(shown()).toEqual([2]);
  });
});

describe('notifications about one post', () => {
  test('show the newer one instead of the older one, and announce it (Rule 13.11)', async () => {
    const page = await open([about(1, 2), added(2)]);
    page.server('notifications').emit('NewNotification', 3, about(3, 3));
    expect([shown(), modules.$notificationCount.get()]).toEqual([[2, 3], 2]);
    expect(modules.$announcement.get()).toBe('New notification: Post edited. 2 in all.');
  });

  test('are announced again in the same words when another edit follows (Rule 13.7)', async () => {
    const page = await open([about(1, 2)]);
    const said: string[] = [];
    modules.$announcement.listen((text) => said.push(text));
    const sentence = 'New notification: Post edited. 1 in all.';
    for (const number of [2, 3]) {
      page.server('notifications').emit('NewNotification', 3, about(number, 3));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(said).toEqual([sentence, '', sentence]);
  });

  test('show only the newest, whether or not the server withdraws the others', async () => {
    const page = await open([about(1, 2), about(2, 3)]);
    const server = page.server('notifications');
    for (let number = 3; number <= 17; number += 1) server.emit('NewNotification', 3, about(number, 3));
    expect(shown()).toEqual([17]);
    server.emit('DeletedNotification', guid(17));
    server.emit('NewNotification', 3, about(18, 3));
    expect(shown()).toEqual([18]);
  });

  test('show the older one again when the newer one is withdrawn', async () => {
    const page = await open([about(1, 2), about(2, 3)]);
    page.server('notifications').emit('DeletedNotification', guid(2));
    expect(shown()).toEqual([1]);
  });

  test('missed while disconnected are announced as one', async () => {
    const page = await open([added(9)]);
    await reconnect(page, added(9), about(10, 2), about(11, 3));
    expect(modules.$announcement.get()).toBe('New notification: Post edited. 2 in all.');
  });

  test('by moderators are all shown, because each has its own reason', async () => {
    const action = (number: number) => ({
      ...added(number, number, 5),
      postId: guid(1007),
      post: undefined,
      modActionId: guid(number),
      modAction: null,
    });
    await open([action(1), action(2)].map(({ post: _, ...item }) => item));
    expect(shown()).toEqual([1, 2]);
  });
});

describe('dismissing', () => {
  const first = [about(1, 2), about(2, 3), added(3)];
  test.each<[string, object[], (number | 'all')[], number[][], number[][]]>([
    ['one', [added(1), added(2)], [1], [[2]], [[1]]],
    ['all', [added(1), added(2), added(3)], ['all'], [[]], [[1, 2, 3]]],
    ['one about a post with those that it replaced', first, [2], [[3]], [[1, 2]]],
    ['the others, but not newer ones', [...first, about(4, 3)], [2, 4], [[3, 4], [3]], [[1, 2], [4]]],
    ['all with those that they replaced', first, ['all'], [[]], [[1, 2, 3]]],
  ])('%s removes them at once and acknowledges them (Rule 13.4)', async (_, items, dismissed, left, sent) => {
    const page = await open(items);
    for (const [index, id] of dismissed.entries()) {
      if (id === 'all') modules.dismissAllNotifications();
      else modules.dismissNotification(guid(id));
      expect([shown(), modules.$notificationCount.get()]).toEqual([left[index], left[index]?.length]);
    }
    await modules.settle();
    expect(acknowledged(page)).toEqual(sent);
  });

  test('while disconnected is stored, and acknowledged after the reconnect (Rule 13.6)', async () => {
    const page = await open([added(1), added(2)]);
    page.failStarts(1);
    page.server('notifications').drop();
    modules.dismissNotification(guid(1));
    expect(shown()).toEqual([2]);
    expect(JSON.parse(page.device.get(DISMISSED) ?? '')).toEqual([guid(1)]);
    await modules.settle();
    expect(acknowledged(page)).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    await modules.settle();
    expect(acknowledged(page)).toEqual([[1]]);
    expect(shown()).toEqual([2]);
  });

  test('is remembered after a reload, and acknowledged again', async () => {
    const page = await open([added(1), added(2)], new Map([[DISMISSED, JSON.stringify([guid(2)])]]));
    expect(shown()).toEqual([1]);
    expect(acknowledged(page)).toEqual([[2]]);
  });

  test('in another tab removes it here (Rule 13.6)', async () => {
    const page = await open([added(1), added(2)]);
    page.device.set(DISMISSED, JSON.stringify([guid(1)]));
    page.happen('storage');
    expect(shown()).toEqual([2]);
    expect(JSON.parse(page.device.get(DISMISSED) ?? '')).toEqual([guid(1)]);
  });

  test('keeps the newest 5,000 ids on the device', async () => {
    const many = Array.from({ length: 5_100 }, (_, index) => guid(index));
    const page = await open([added(9000)], new Map([[DISMISSED, JSON.stringify(many)]]));
    modules.dismissNotification(guid(9000));
    const stored: string[] = JSON.parse(page.device.get(DISMISSED) ?? '');
    expect([stored.length, stored[0], stored.at(-1)]).toEqual([5_000, guid(101), guid(9000)]);
    expect(shown()).toEqual([]);
  });
});

describe('a ban', () => {
  const ban = { ...added(7, 7, 7), until: null, reason: 'Insults in chat.' };
  const banned = () => remoteValue(modules.$profileFlags.get())?.postsBanned;

  test('that begins or is reverted reloads the flags (Rule 13.10)', async () => {
    const page = await open();
    page.answer(modules.FLAGS, makeFlags({ postsBanned: true }));
    page.server('notifications').emit('NewNotification', 7, ban);
    await modules.settle();
    expect(banned()).toBe(true);
    page.answer(modules.FLAGS, makeFlags({ postsBanned: false }));
    page.server('notifications').emit('DeletedNotification', ban.id);
    await modules.settle();
    expect(banned()).toBe(false);
  });

  test.each([
    { type: 11, kind: 'warned', reason: 'Insults.' },
    { type: 6, modActionId: guid(8), modAction: null, warned: true },
  ])('or a warning reloads the flags: %o', async (sent) => {
    const page = await open();
    page.answer(modules.FLAGS, { ...makeFlags(), unreadWarning: guid(9) });
    const warning = { ...added(1), ...sent, decisionId: guid(9) };
    page.server('notifications').emit('NewNotification', 7, warning);
    await modules.settle();
    expect(remoteValue(modules.$profileFlags.get())?.unreadWarning).toBe(guid(9));
  });

  test('missed or reverted while disconnected reloads the flags after the reconnect (Rule 13.10)', async () => {
    const page = await open();
    for (const [postsBanned, pending] of [[true, [ban]] as const, [false, []] as const]) {
      page.answer(modules.FLAGS, makeFlags({ postsBanned }));
      await reconnect(page, ...pending);
      modules.resumeNotifications();
      await modules.settle();
      expect(banned()).toBe(postsBanned);
    }
  });

  test('reverted before the list arrived reloads the flags (Rule 13.10)', async () => {
    const page = await open();
    page.answer(modules.FLAGS, makeFlags({ postsBanned: true }));
    await modules.retryProfileFlags();
    page.answer(modules.FLAGS, makeFlags({ postsBanned: false }));
    page.server('notifications').emit('DeletedNotification', ban.id);
    await modules.settle();
    expect(banned()).toBe(false);
  });

  test('is the only notification that reloads the flags', async () => {
    const page = await open();
    const before = page.requests.filter((request) => request === modules.FLAGS).length;
    page.server('notifications').emit('NewNotification', 2, added(1));
    page.server('notifications').emit('DeletedNotification', guid(1));
    await modules.settle();
    expect(page.requests.filter((request) => request === modules.FLAGS)).toHaveLength(before);
  });
});

test('signing out closes the connection', async () => {
  const page = await open([added(1)]);
  const server = page.server('notifications');
  modules.endSession();
  await modules.settle();
  expect(server.stops).toBe(1);
});
