import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { guid } from '#tests/support/builders.ts';
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

it.each([
  [0, 'Notifications', ''],
  [1, 'Notifications, 1 new', '1'],
  [99, 'Notifications, 99 new', '99'],
  [100, 'Notifications, 100 new', '99+'],
])('with %i notifications is named "%s" and shows "%s" (Rule 2.5)', async (count, name, badge) => {
  const emittedAt = '2026-01-11T09:30:00+00:00';
  const pending = Array.from({ length: count }, (_, index) => ({ id: guid(index), type: 7, emittedAt }));
  await modules.openSignedIn({ pending: pending.map((item) => ({ item1: 7, item2: item })) });
  modules.render(<modules.NotificationBell />);
  await modules.act(modules.settle);
  expect(modules.screen.getByRole('button', { name }).textContent).toBe(badge);
});

it('announces an arriving notification once, inside the open dialog (Rule 13.7)', async () => {
  const page = await modules.openSignedIn();
  modules.render(<modules.NotificationBell />);
  await modules.act(modules.settle);
  const dialog = document.createElement('dialog');
  await modules.act(async () => {
    document.body.append(dialog);
    dialog.setAttribute('open', '');
  });
  // Screen readers announce text only if it is added to an existing region.
  const [region, ...others] = modules.screen.getAllByRole('status', { hidden: true });
  expect([region?.parentElement, region?.textContent, others]).toEqual([dialog, '', []]);
  const emittedAt = '2026-01-11T09:30:00+00:00';
  await modules.act(async () =>
    page.server('notifications').emit('NewNotification', 7, { id: guid(1), type: 7, emittedAt }),
  );
  expect(region?.textContent).toBe('New notification: Platform ban. 1 in all.');
  await modules.act(async () => dialog.removeAttribute('open'));
  expect(dialog.contains(modules.screen.getByRole('status'))).toBe(false);
});

it('opens the panel at its end, where the newest is, with the number of unread ones (Rule 30.45)', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  const emittedAt = '2026-01-11T09:30:00+00:00';
  const pending = [1, 2, 3].map((index) => ({ item1: 7, item2: { id: guid(index), type: 7, emittedAt } }));
  await modules.openSignedIn({ pending });
  modules.render(<modules.NotificationBell />);
  await modules.act(modules.settle);
  modules.fireEvent.click(modules.screen.getByRole('button', { name: 'Notifications, 3 new' }));
  expect(await modules.screen.findByText('3 unread')).toBeTruthy();
  expect(modules.screen.getByRole('dialog', { name: 'Notifications' }).scrollTop).toBe(900);
});

it.each(['Try again', 'Close'])(
  'the bell has the focus after "%s" when the panel could not be loaded',
  async (name) => {
    await modules.openSignedIn();
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
