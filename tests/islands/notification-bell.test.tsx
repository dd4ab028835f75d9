import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NotificationBell } from '#islands/frame/NotificationBell.tsx';
import { resetNotifications } from '#lib/stores/notifications/notifications.ts';
import { resetSession } from '#lib/stores/session/session.ts';
import { guid } from '#tests/support/builders.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

afterEach(() => {
  cleanup();
  resetNotifications();
  resetSession();
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
  await openSignedIn({ pending: pending.map((item) => ({ item1: 7, item2: item })) });
  render(<NotificationBell />);
  await act(settle);
  expect(screen.getByRole('button', { name }).textContent).toBe(badge);
});

it('announces an arriving notification once, inside the open dialog (Rule 13.7)', async () => {
  const page = await openSignedIn();
  render(<NotificationBell />);
  await act(settle);
  const dialog = document.createElement('dialog');
  await act(async () => {
    document.body.append(dialog);
    dialog.setAttribute('open', '');
  });
  // Screen readers announce text only if it is added to an existing region.
  const [region, ...others] = screen.getAllByRole('status', { hidden: true });
  expect([region?.parentElement, region?.textContent, others]).toEqual([dialog, '', []]);
  const emittedAt = '2026-01-11T09:30:00+00:00';
  await act(async () =>
    page.server('notifications').emit('NewNotification', 7, { id: guid(1), type: 7, emittedAt }),
  );
  expect(region?.textContent).toBe('New notification: Platform ban. 1 in all.');
  await act(async () => dialog.removeAttribute('open'));
  expect(dialog.contains(screen.getByRole('status'))).toBe(false);
});
