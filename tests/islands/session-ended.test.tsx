import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { WritableAtom } from 'nanostores';
import { afterEach, expect, it } from 'vitest';
import { SessionEnded } from '#islands/frame/SessionEnded.tsx';
import { endSession, resetSession } from '#lib/stores/session/session.ts';
import { $sessionEnd, dismissSessionEnd, type SessionEnd } from '#lib/stores/session/session-watch.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

afterEach(() => {
  cleanup();
  dismissSessionEnd();
  resetSession();
  document.body.replaceChildren();
});

/** Shows the message that the session has ended. */
async function show(): Promise<void> {
  await openSignedIn();
  render(<SessionEnded />);
  await act(async () => endSession());
}

it.each<[SessionEnd, string, string]>([
  ['expired', 'Your sign-in has expired.', 'Sign in again'],
  ['rotated', 'You were signed out on all devices because', 'Sign in again'],
  ['left', 'You signed out in another tab.', 'Sign in again'],
  ['switched', 'You signed in with another account in another tab.', 'Reload the page'],
  ['refused', 'Your sign-in is no longer valid.', 'Sign in again'],
])('names the reason "%s" and a way on', async (end, sentence, action) => {
  await show();
  await act(async () => ($sessionEnd as WritableAtom<SessionEnd | null>).set(end));
  expect(message()?.textContent).toContain(sentence);
  expect(message()?.textContent).toContain(`What you typed is kept. ${action}`);
  const link = message()?.querySelector('a')?.getAttribute('href') ?? '/login?redirectUri=%2Fsettings';
  expect(link).toBe('/login?redirectUri=%2Fsettings');
});

const message = () => screen.queryByRole('alert', { hidden: true });
/** One click; `detail` is its number within a double click. */
const press = (detail: number) => act(async () => void fireEvent.click(close(), { detail }));
const close = () => screen.getByRole('button', { name: 'Close this message', hidden: true });

it('closes on a click, but not on the second click of a double click', async () => {
  await show();
  await press(2);
  expect(message()).not.toBeNull();
  await press(1);
  expect(message()).toBeNull();
});

it('moves into a dialog that opens, and back when it is removed', async () => {
  await show();
  const dialog = document.createElement('dialog');
  await act(async () => {
    document.body.append(dialog);
    dialog.setAttribute('open', '');
  });
  expect(message()?.parentElement).toBe(dialog);
  await act(async () => dialog.remove());
  expect(message()?.isConnected).toBe(true);
  expect(message()?.parentElement).not.toBe(dialog);
});
