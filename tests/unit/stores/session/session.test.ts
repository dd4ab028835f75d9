import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Runtime } from '#lib/runtime.ts';
import {
  $profileFlags,
  $session,
  $viewer,
  loadSession,
  logout,
  reloadSession,
  resetSession,
  retryProfileFlags,
  updateProfileFlags,
} from '#lib/stores/session/session.ts';
import { RECENTS_KEY, SESSION_CHECKED_KEY, SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';
import { makeFlags } from '#tests/support/builders.ts';
import {
  catchWarnings,
  type FakePlatform,
  fakePlatform,
  SITE_ORIGIN,
  settle,
} from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { makeToken } from '#tests/support/token.ts';

const CHECK = 'HEAD /api/Auth';
const FLAGS = 'GET /api/Profile/500000001';
const NOW = Date.parse('2026-02-01T12:00:00Z');
const token = makeToken({ roles: ['mod'], exp: NOW / 1000 + 3600 });
const signedIn = { status: 'signed-in', id: 500000001, username: 'Aurora_Captain', roles: ['mod'], token };

interface Page extends FakePlatform {
  stored: Map<string, string>;
  written: string[];
  releases: () => number;
  went: string[];
}

/** Opens a page with this cookie and this sessionStorage. */
function openPage(
  cookie: string | null,
  stored = new Map<string, string>(),
  parts: Partial<Runtime> = {},
): Page {
  const written: string[] = [];
  const went: string[] = [];
  let releases = 0;
  const platform = fakePlatform('/posts', {
    readCookies: () => (cookie === null ? '' : `Auth_EU=${cookie}`),
    writeCookie: (text) => written.push(text),
    now: () => NOW,
    replace: (url) => went.push(url),
    releaseHold: () => {
      releases += 1;
    },
    sessionStorage: storageOf(stored),
    ...parts,
  });
  return { ...platform, stored, written, went, releases: () => releases };
}

beforeEach(() => resetSession());

const isKnown = (): boolean => $session.get().status !== 'loading';

describe('without a cookie', () => {
  test('the visitor is signed out at once, without a request (Rule 3.5)', () => {
    const page = openPage(null);
    void loadSession();
    expect($session.get()).toEqual({ status: 'signed-out' });
    expect(page.releases()).toBe(1);
    expect(page.requests).toEqual([]);
  });

  test('does nothing while pages are built', async () => {
    const page = openPage(null, new Map(), { isBrowser: false });
    await loadSession();
    expect([$session.get().status, page.releases()]).toEqual(['loading', 0]);
  });

  test('a cookie that is not a token counts as none, and stays', async () => {
    const page = openPage('rubbish');
    await loadSession();
    expect($session.get().status).toBe('signed-out');
    expect([page.requests, page.written]).toEqual([[], []]);
  });
});

describe('with a cookie', () => {
  test('the server confirms it, then the profile flags are loaded (Rules 3.1 and 3.9)', async () => {
    const page = openPage(token);
    const confirm = page.hold(CHECK);
    page.answer(FLAGS, makeFlags({ postsBanned: true }));
    const loaded = loadSession();
    await settle();
    expect([$session.get().status, page.releases()]).toEqual(['loading', 0]);
    expect(page.requests).toEqual([CHECK]);
    confirm();
    await loaded;
    expect($session.get()).toMatchObject(signedIn);
    expect($viewer.get()).toMatchObject({ id: 500000001, roles: ['mod'] });
    expect(isKnown()).toBe(true);
    expect(page.requests).toEqual([CHECK, FLAGS]);
    expect($profileFlags.get()).toMatchObject({ status: 'ready', value: { postsBanned: true } });
    expect($viewer.get()).toMatchObject({ postsBanned: true });
    expect(page.stored.get(SESSION_CHECKED_KEY)).toBe(String(NOW));
  });

  test('every call returns the same promise', async () => {
    const page = openPage(token);
    page.answer(CHECK);
    page.answer(FLAGS, makeFlags());
    expect(loadSession()).toBe(loadSession());
    await loadSession();
    expect(page.requests).toEqual([CHECK, FLAGS]);
  });

  test.each([
    [401, 5],
    [403, 0],
  ])('%i means signed out (Rule 3.2)', async (status, cleared) => {
    const stored = new Map([[SESSION_CHECKED_KEY, '1']]);
    const page = openPage(token, stored, { location: () => new URL('https://a.b.c.example/') });
    page.answer(CHECK, undefined, { status });
    await loadSession();
    expect($session.get()).toEqual({ status: 'signed-out' });
    expect([isKnown(), page.releases(), stored.size]).toEqual([true, 1, 0]);
    expect(page.requests).toEqual([CHECK]);
    // 401 refuses the token; 403 bans the address and says nothing about the token.
    expect(page.written).toHaveLength(cleared);
  });

  test.each([
    ['an unexpected error', (page: Page) => page.answer(CHECK, undefined, { status: 500 })],
    ['no connection', (page: Page) => page.cut(CHECK)],
  ])(
    '%s is only logged; the cookie stays, and the check is retried when online (Rule 3.3)',
    async (_, fail) => {
      const warnings = catchWarnings();
      const page = openPage(token);
      fail(page);
      await loadSession();
      expect($session.get()).toEqual({ status: 'signed-out', unchecked: expect.any(Error) });
      expect([isKnown(), page.releases(), page.written]).toEqual([true, 1, []]);
      expect(warnings).toEqual(['The session could not be checked.']);
      page.answer(CHECK);
      page.answer(FLAGS, makeFlags());
      page.happen('online');
      page.happen('visible');
      await settle();
      expect($session.get()).toMatchObject(signedIn);
      expect(page.requests).toEqual([CHECK, CHECK, FLAGS]);
    },
  );

  test('a check that fails again is retried once, however often it failed (Rule 3.3)', async () => {
    catchWarnings();
    const page = openPage(token);
    page.cut(CHECK);
    await loadSession();
    await Promise.all([reloadSession(), reloadSession(), reloadSession()]);
    page.requests.length = 0;
    page.happen('visible');
    await settle();
    expect(page.requests).toEqual([CHECK]);
  });

  test('a check that succeeds meanwhile is not retried (Rule 3.3)', async () => {
    catchWarnings();
    const page = openPage(token);
    page.cut(CHECK);
    await loadSession();
    page.answer(CHECK);
    page.answer(FLAGS, makeFlags());
    await reloadSession();
    page.requests.length = 0;
    page.happen('online');
    await settle();
    expect(page.requests).toEqual([]);
  });

  test('is loading until an answer, or for 10 seconds (Rule 3.4)', async () => {
    vi.useFakeTimers();
    const warnings = catchWarnings();
    const page = openPage(token);
    page.hold(CHECK);
    void loadSession();
    await vi.advanceTimersByTimeAsync(9999);
    expect($session.get().status).toBe('loading');
    expect(page.releases()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect($session.get().status).toBe('signed-out');
    expect(page.releases()).toBe(1);
    expect(warnings).toHaveLength(1);
    vi.useRealTimers();
  });

  test.each([401, 403, 200])('ignores a %i about a token that was replaced meanwhile', async (status) => {
    let cookie = token;
    const newer = makeToken({ exp: NOW / 1000 + 7200 });
    const page = openPage(token, new Map(), { readCookies: () => `Auth_EU=${cookie}` });
    const answer = page.hold(CHECK);
    const loaded = loadSession();
    cookie = newer;
    page.answer(FLAGS, makeFlags());
    page.answer(CHECK);
    answer(undefined, { status });
    await loaded;
    expect(page.written).toEqual([]);
    expect($session.get()).toMatchObject({ status: 'signed-in', token: newer });
  });

  test('never logs the token', async () => {
    const warnings: unknown[] = [];
    const page = openPage(token, new Map(), { warn: (...said) => warnings.push(...said) });
    page.answer(CHECK, undefined, { status: 500 });
    await loadSession();
    expect(warnings.map((said) => `${said} ${JSON.stringify(said)}`).join()).not.toContain(
      token.slice(0, 20),
    );
  });
});

describe('after a recent check in this tab', () => {
  const recent = () => new Map([[SESSION_CHECKED_KEY, String(NOW - 59_000)]]);

  test('shows the page at once and checks in the background', async () => {
    const page = openPage(token, recent());
    page.hold(CHECK);
    page.answer(FLAGS, makeFlags());
    void loadSession();
    expect($session.get()).toMatchObject(signedIn);
    expect(page.releases()).toBe(1);
    await settle();
    expect(page.requests.toSorted()).toEqual([FLAGS, CHECK]);
  });

  test('signs out when the server refuses now', async () => {
    const page = openPage(token, recent());
    page.answer(CHECK, undefined, { status: 401 });
    page.answer(FLAGS, makeFlags());
    await loadSession();
    expect($session.get()).toEqual({ status: 'signed-out' });
    expect(page.stored.size).toBe(0);
  });

  test('stays signed in when the server cannot be reached now', async () => {
    const warnings = catchWarnings();
    const page = openPage(token, recent());
    page.cut(CHECK);
    page.answer(FLAGS, makeFlags());
    await loadSession();
    expect($session.get()).toMatchObject(signedIn);
    expect(warnings).toHaveLength(1);
  });

  test.each([
    ['a minute ago', String(NOW - 60_000), token],
    ['in the future', String(NOW + 1), token],
    ['at an invalid time', 'x', token],
    ['whose token has expired since', String(NOW - 59_000), makeToken({ exp: NOW / 1000 - 1 })],
  ])('a check %s does not count as recent', (_, checked, cookie) => {
    const page = openPage(cookie, new Map([[SESSION_CHECKED_KEY, checked]]));
    page.hold(CHECK);
    void loadSession();
    expect($session.get().status).toBe('loading');
  });
});

describe('profile flags', () => {
  test('that fail leave the user signed in, and can be loaded again', async () => {
    const page = openPage(token);
    page.answer(CHECK);
    page.answer(FLAGS, undefined, { status: 500 });
    await loadSession();
    expect($session.get().status).toBe('signed-in');
    expect($profileFlags.get().status).toBe('failed');
    page.answer(FLAGS, makeFlags());
    await retryProfileFlags();
    expect($profileFlags.get()).toMatchObject({ status: 'ready' });
    updateProfileFlags({ optedOut: true });
    expect($profileFlags.get()).toMatchObject({ value: { optedOut: true } });
  });

  test('stay as they are when loading them again fails', async () => {
    const warnings = catchWarnings();
    const page = openPage(token);
    page.answer(CHECK);
    page.answer(FLAGS, makeFlags({ postsBanned: true }));
    await loadSession();
    page.cut(FLAGS);
    await retryProfileFlags();
    expect($viewer.get()).toMatchObject({ postsBanned: true });
    expect(warnings).toHaveLength(1);
    page.answer(FLAGS, makeFlags());
    page.happen('online');
    await settle();
    expect($viewer.get()).toMatchObject({ postsBanned: false });
  });

  test('are not loaded when signed out', async () => {
    const page = openPage(null);
    await loadSession();
    await retryProfileFlags();
    expect(page.requests).toEqual([]);
    expect($profileFlags.get().status).toBe('loading');
  });
});

test('signing out clears the cookie and goes to the site’s origin (Rule 3.7)', () => {
  const page = openPage(token, new Map([[SESSION_CHECKED_KEY, '1']]));
  logout();
  expect(page.written[0]).toBe('Auth_EU=; Path=/; Max-Age=0');
  expect(page.went).toEqual([`${SITE_ORIGIN}/`]);
  expect([...page.stored]).toEqual([['site-status', 'You are signed out.']]);
});

test('signing out tells other tabs why before their session is gone', () => {
  const changes: string[] = [];
  const page = openPage(token, new Map(), {
    writeCookie: () => changes.push('cookie'),
    localStorage: {
      get: () => null,
      set: (key) => changes.push(key),
      remove: (key) => changes.push(key),
      keys: () => [],
    },
  });
  logout();
  expect(changes[0]).toBe(SESSION_LEFT_KEY);
  expect(new Set(changes)).toEqual(new Set(['cookie', RECENTS_KEY, SESSION_LEFT_KEY]));
  expect(page.went).toEqual([`${SITE_ORIGIN}/`]);
});
