import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { guid, makePost } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';

const loadModules = async () => ({
  ...(await newPage(() => [
    import('#islands/frame/NotificationBell.tsx'),
    import('#tests/support/signed-in-page.ts'),
  ])),
  ...(await import('@testing-library/react')),
});
let modules: Awaited<ReturnType<typeof loadModules>>;

beforeEach(async () => {
  modules = await loadModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  modules.cleanup();
  document.body.replaceChildren();
});

const EMITTED = '2026-01-11T09:30:00+00:00';

/** Shows the bell of a user with these pending. */
async function open(...items: unknown[]) {
  const pending = items.map((item) => ({ item1: 2, item2: item }));
  const page = await modules.openSignedIn({ pending });
  modules.render(<modules.NotificationBell />);
  await modules.act(modules.settle);
  return page;
}
const ban = (number: number) => ({ id: guid(number), type: 7, emittedAt: EMITTED });
/** An added post, so many minutes past noon. */
const added = (minute: number) => ({
  id: guid(minute),
  type: 2,
  emittedAt: new Date(Date.UTC(2026, 0, 11, 12, minute)).toISOString(),
  postId: guid(1000 + minute),
  post: makePost({ title: `Post ${minute}` }),
});
const bell = (name = 'Notifications') => modules.screen.getByRole('button', { name });
async function openPanel(name: string) {
  modules.fireEvent.click(bell(name));
  await modules.screen.findByRole('dialog', { name: 'Notifications' });
  await modules.act(modules.settle);
}
const click = (name: string | RegExp, at = 0) =>
  modules.act(async () => modules.screen.getAllByRole('button', { name })[at]?.click());
const toasts = () => modules.screen.queryAllByRole('article').map(({ textContent }) => textContent);
const expectToasts = (...titles: string[]) =>
  expect(toasts()).toEqual(titles.map((title) => expect.stringContaining(title)));

it.each([
  [0, 'Notifications', ''],
  [1, 'Notifications, 1 new', '1'],
  [999, 'Notifications, 999 new', '999'],
  [1_000, 'Notifications, 999+ new', '999+'],
])('with %i notifications is named "%s" and shows "%s" (Rule 2.5)', async (count, name, badge) => {
  await open(...Array.from({ length: count }, (_, index) => ban(index)));
  expect(modules.screen.getByRole('button', { name }).textContent).toBe(badge);
});

it('announces an arriving notification once, inside the open dialog (Rule 13.7)', async () => {
  const page = await open();
  const dialog = document.createElement('dialog');
  await modules.act(async () => {
    document.body.append(dialog);
    dialog.setAttribute('open', '');
  });
  // Screen readers announce text only if it is added to an existing region.
  const [region, ...others] = modules.screen.getAllByRole('status', { hidden: true });
  expect([region?.parentElement, region?.textContent, others]).toEqual([dialog, '', []]);
  await modules.act(async () => page.server('notifications').emit('NewNotification', 7, ban(1)));
  expect(region?.textContent).toBe('New notification: Platform ban. 1 in all.');
  await modules.act(async () => dialog.removeAttribute('open'));
  expect(dialog.contains(modules.screen.getByRole('status'))).toBe(false);
});

it('opens the panel at its end, where the newest is, with the number of unread ones (Rule 30.45)', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  await open(ban(1), ban(2), ban(3));
  await openPanel('Notifications, 3 new');
  expect(modules.screen.getByText('3 unread')).toBeTruthy();
  expect(modules.screen.getByRole('dialog', { name: 'Notifications' }).scrollTop).toBe(900);
});

it('the panel lists notifications oldest first, each once, without invalid ones (Rule 13.1)', async () => {
  const warnings = modules.catchWarnings();
  await open(added(3), null, added(1), { id: 'x' }, added(2), 7, added(3), { ...added(4), post: 5 });
  await openPanel('Notifications, 4 new');
  expectToasts('Post 1', 'Post 2', 'Post 3', 'This post is no longer available.');
  expect(warnings.length).toBeGreaterThan(0);
  await click('Dismiss: Post added', 1);
  expectToasts('Post 1', 'Post 3', 'This post is no longer available.');
  const buttons = modules.screen.getAllByRole('button', { name: 'Dismiss: Post added' });
  expect(document.activeElement).toBe(buttons[1]);
  await click('Clear all');
  expect(toasts()).toEqual([]);
  expect(modules.screen.getByText('No notifications.')).toBeTruthy();
  await click('Close');
  expect(modules.screen.queryByRole('dialog')).toBeNull();
  expect(bell()).toBeTruthy();
});

it('a click on a notification follows its link and closes the panel (Rule 13.5)', async () => {
  await open(added(1));
  await openPanel('Notifications, 1 new');
  const link = modules.screen.getByRole('link');
  expect(link.getAttribute('href')).toBe(`/posts/${guid(1001)}`);
  link.addEventListener('click', (event) => event.preventDefault());
  await modules.act(async () => link.click());
  expect(modules.screen.queryByRole('dialog')).toBeNull();
});

it.each<[string, (page: Awaited<ReturnType<typeof open>>, failures: number) => void, string]>([
  ['the hub cannot be reached', (page, failures) => page.failStarts(failures), '/api/hubs/notifications'],
  [
    'they fail to stream',
    (page, failures) => page.failStreams(failures),
    'Notifications could not be loaded.',
  ],
])('the panel shows an error with a retry when %s, which is logged (Rule 13.9)', async (_, fail, logged) => {
  const warnings = modules.catchWarnings();
  vi.useFakeTimers();
  const page = await modules.openSignedIn({ pending: [{ item1: 2, item2: added(1) }] });
  fail(page, 99);
  modules.render(<modules.NotificationBell />);
  await modules.act(() => vi.advanceTimersByTimeAsync(60_000));
  await modules.act(modules.settle);
  vi.useRealTimers();
  await openPanel('Notifications');
  expect(modules.screen.getByText('Couldn’t load notifications.')).toBeTruthy();
  expect(warnings.join()).toContain(logged);
  fail(page, 0);
  await click('Try again');
  await modules.act(modules.settle);
  expectToasts('Post 1');
});

const bans = (count: number) => Array.from({ length: count }, (_, index) => ban(index));

it.each([
  [
    'the next come when the newest 1,000 are dismissed in another tab',
    [ban(5_000)],
    'Notifications, 1 new',
    2,
  ],
  ['those that a server keeps are loaded twice more at most', bans(1_000), 'Notifications', 3],
])('%s (Rule 24.4)', async (_, next, name, streams) => {
  const page = await open(...bans(1_000));
  const server = page.server('notifications');
  server.items = next.map((item) => ({ item1: 7, item2: item }));
  const dismissed = JSON.stringify(bans(1_000).map(({ id }) => id));
  page.device.set('notifications-dismissed:500000001', dismissed);
  await modules.act(async () => page.happen('storage'));
  await modules.act(modules.settle);
  const sent = server.sent.filter(([method]) => method === 'getPendingNotifications');
  expect([bell(name).textContent, sent.length]).toEqual([name.replace(/\D/g, ''), streams]);
});

it('thousands are counted and cleared, and the newest 200 are drawn (Rule 24.4)', async () => {
  const page = await open(...bans(1_200));
  await openPanel('Notifications, 999+ new');
  expect(toasts()).toHaveLength(200);
  expect(modules.screen.getByText('The newest 200 of 999+ are shown.')).toBeTruthy();
  page.server('notifications').items = [{ item1: 7, item2: ban(5_000) }];
  await click('Clear all');
  await modules.act(modules.settle);
  expect(bell('Notifications, 1 new')).toBeTruthy();
  const acknowledged = page
    .server('notifications')
    .sent.flatMap(([method, ids]) => (method === 'acknowledgeNotifications' ? [ids as string[]] : []));
  expect(acknowledged.map((ids) => ids.length)).toEqual([500, 500, 200]);
  expect(new Set(acknowledged.flat()).size).toBe(1_200);
});

it.each(['Try again', 'Close'])(
  'the bell has the focus after "%s" when the panel could not be loaded',
  async (name) => {
    const page = await modules.openSignedIn();
    page.cut('HEAD http://localhost:4999/settings');
    vi.doMock('#islands/frame/NotificationPanel.tsx', () => {
      throw new Error('no code');
    });
    onTestFinished(() => vi.doUnmock('#islands/frame/NotificationPanel.tsx'));
    modules.render(<modules.NotificationBell />);
    await modules.act(modules.settle);
    const bell = modules.screen.getByRole('button', { name: 'Notifications' });
    modules.fireEvent.click(bell);
    const button = await modules.screen.findByRole('button', { name });
    button.focus();
    await modules.act(async () => button.click());
    expect([button.isConnected, document.activeElement]).toEqual([false, bell]);
  },
);
