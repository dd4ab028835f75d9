import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $session, resetSession } from '#lib/stores/session/session.ts';
import { SESSION_CHECKED_KEY, SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';
import {
  $sessionEnd,
  dismissSessionEnd,
  handleOwnRotation,
  watchSession,
} from '#lib/stores/session/session-watch.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { CHECK, openSignedIn } from '#tests/support/signed-in-page.ts';
import { makeToken } from '#tests/support/token.ts';

let stop = (): void => {};

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-02-01T12:00:00Z') }));
afterEach(() => {
  stop();
  dismissSessionEnd();
  resetSession();
  vi.useRealTimers();
});

type Page = Awaited<ReturnType<typeof openSignedIn>>;

/** Another tab signs out. */
function leave(page: Page): void {
  page.setCookie(null);
  page.device.set(SESSION_LEFT_KEY, String(Date.now()));
}

async function open(options: Parameters<typeof openSignedIn>[0] = {}) {
  const page = await openSignedIn(options);
  stop = watchSession();
  await settle();
  return page;
}

describe('a session ends while the page is open', () => {
  test('because the seed was renewed: signed out, cookie cleared, reason shown (Rule 3.11)', async () => {
    const page = await open();
    page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
    expect([$session.get().status, $sessionEnd.get(), page.cookie()]).toEqual([
      'signed-out',
      'rotated',
      null,
    ]);
    await settle();
    expect(page.server('auth').stops).toBe(1);
  });

  test('not because the seed of another account was renewed', async () => {
    const page = await open();
    page.server('auth').emit('SeedTokenInvalidated', 500_000_002);
    expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-in', null]);
  });

  test('keeps a cookie that holds another token by now', async () => {
    const page = await open();
    const newer = makeToken({ exp: 2_000_000_000 });
    page.setCookie(newer);
    page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
    expect(page.cookie()).toBe(newer);
  });

  test('because the token expired and the server refused it', async () => {
    const page = await open({ exp: Date.now() / 1000 + 600 });
    page.answer(CHECK, undefined, { status: 401 });
    await vi.advanceTimersByTimeAsync(600_000);
    await settle();
    expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-out', 'expired']);
  });

  test('because the cookie expired, a day before the token', async () => {
    const DAY_MS = 86_400_000;
    const page = await open({ exp: (Date.now() + 8 * DAY_MS) / 1000 });
    await vi.advanceTimersByTimeAsync(7 * DAY_MS);
    await settle();
    expect($session.get().status).toBe('signed-in');
    page.setCookie(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-out', 'expired']);
  });

  test('because the cookie is gone, although no other tab signed out since', async () => {
    const device = new Map([[SESSION_LEFT_KEY, String(Date.now() - 1)]]);
    const page = await open({ exp: Date.now() / 1000 + 8 * 86_400, device });
    page.setCookie(null);
    page.happen('visible');
    expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-out', 'refused']);
  });

  test('because another tab signed out', async () => {
    const page = await open();
    leave(page);
    page.happen('storage');
    expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-out', 'left']);
  });

  test('because another tab signed out, whose cookie disappears a moment later', async () => {
    const page = await open();
    page.device.set(SESSION_LEFT_KEY, String(Date.now()));
    page.happen('storage');
    page.setCookie(null);
    await vi.advanceTimersByTimeAsync(1000);
    expect($sessionEnd.get()).toBe('left');
  });

  test('because another tab signed in with another account; that cookie stays', async () => {
    const page = await open();
    const other = makeToken({ id: 500_000_002, username: 'Borodino_Gunner' });
    page.setCookie(other);
    page.happen('visible');
    expect([$session.get().status, $sessionEnd.get(), page.cookie()]).toEqual([
      'signed-out',
      'switched',
      other,
    ]);
  });

  test('because the server refuses it when the tab comes to the front', async () => {
    const page = await open();
    page.answer(CHECK, undefined, { status: 401 });
    page.happen('visible');
    await settle();
    expect($session.get().status).toBe('signed-in');
    page.tab.set(SESSION_CHECKED_KEY, String(Date.now() - 61_000));
    page.happen('visible');
    await settle();
    expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-out', 'refused']);
  });
});

test.each([
  ['with the message open', () => {}],
  ['with the message closed', dismissSessionEnd],
])('signing in again in another tab restores the session, %s (Rule 3.11)', async (_, meanwhile) => {
  const page = await open();
  leave(page);
  page.happen('storage');
  meanwhile();
  page.setCookie(makeToken({ exp: 1_900_000_000 }));
  page.happen('visible');
  await settle();
  expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-in', null]);
});

test('signing in with another account does not restore an ended session (Rule 3.11)', async () => {
  const page = await open();
  leave(page);
  page.happen('storage');
  page.setCookie(makeToken({ id: 500_000_002, username: 'Borodino_Gunner' }));
  page.happen('visible');
  expect([$session.get().status, $sessionEnd.get()]).toEqual(['signed-out', 'switched']);
  dismissSessionEnd();
  page.happen('visible');
  expect($sessionEnd.get()).toBeNull();
  page.setCookie(page.token);
  page.happen('visible');
  await settle();
  expect($session.get().status).toBe('signed-in');
});

test('adopts a newer token of the same account without a message', async () => {
  const page = await open();
  const newer = makeToken({ exp: 1_900_000_000 });
  page.setCookie(newer);
  page.happen('visible');
  await settle();
  expect($session.get()).toMatchObject({ status: 'signed-in', token: newer });
  expect($sessionEnd.get()).toBe(null);
});

test('shows no message when the page itself renews the seed', async () => {
  const page = await open();
  const handled = vi.fn();
  const release = handleOwnRotation(handled);
  page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
  expect([handled.mock.calls.length, $sessionEnd.get()]).toEqual([1, null]);
  release();
});

test('the message can be closed', async () => {
  const page = await open();
  page.setCookie(null);
  page.happen('visible');
  dismissSessionEnd();
  expect($sessionEnd.get()).toBe(null);
});
