import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteValue } from '#lib/stores/core/remote.ts';
import {
  $profileFlags,
  $session,
  loadSession,
  resetSession,
  retryProfileFlags,
} from '#lib/stores/session/session.ts';
import { $sessionEnd, watchSession } from '#lib/stores/session/session-watch.ts';
import { $account, $flags } from '#lib/stores/settings/account.ts';
import {
  $optOut,
  $optOutLockedUntil,
  $saving,
  chooseOptOut,
  resetOptOut,
  restoreChoice,
  saveSettings,
} from '#lib/stores/settings/opt-out.ts';
import {
  $personalToken,
  $refreshing,
  $renewing,
  newToken,
  resetPersonalToken,
  rotateSeed,
} from '#lib/stores/settings/personal-token.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { catchWarnings, SITE_ORIGIN, settle } from '#tests/support/fake-platform.ts';
import { CHECK, FLAGS, openSignedIn } from '#tests/support/signed-in-page.ts';
import { makeToken } from '#tests/support/token.ts';

const SAVE = 'PUT /api/Profile';
const RENEW = 'POST /api/Auth/renew-seed';
const REFRESH = 'GET /api/Auth/refresh-token';
const NOW = Date.parse('2026-02-01T12:00:00Z');

let stops: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  for (const stop of stops) stop();
  resetOptOut();
  resetPersonalToken();
  resetSession();
  vi.useRealTimers();
});

async function open(options: Parameters<typeof openSignedIn>[0] = {}) {
  const page = await openSignedIn(options);
  stops = [
    watchSession(),
    ...[$account, $flags, $optOut, $optOutLockedUntil, $personalToken].map((store) =>
      store.subscribe(() => {}),
    ),
  ];
  restoreChoice();
  await settle();
  return page;
}

const flagsNow = () => {
  const remote = $flags.get();
  return remote === null ? undefined : remoteValue(remote);
};

describe('opting out', () => {
  test('starts as it is saved, and stays chosen over a reload', async () => {
    const page = await open({ flags: { optedOut: true } });
    expect($optOut.get()).toBe(true);
    chooseOptOut(false);
    expect($optOut.get()).toBe(false);
    resetOptOut();
    resetPersonalToken();
    restoreChoice();
    expect($optOut.get()).toBe(false);
    expect(page.requests).not.toContain(SAVE);
  });

  test('saves, says so and starts the cooldown of 7 days (Rules 12.3, 12.6)', async () => {
    const page = await open();
    page.answer(SAVE, undefined, { status: 204 });
    chooseOptOut(true);
    await saveSettings();
    expect($saving.get()).toEqual({ state: 'done' });
    expect(flagsNow()).toMatchObject({ optedOut: true, optOutChanged: '2026-02-01T12:00:00.000Z' });
    expect($optOutLockedUntil.get()).toBe(Date.parse('2026-02-08T12:00:00Z'));
    expect([...page.tab.keys()]).not.toContain('settings-opt-out:500000001');
  });

  test('saving what is saved starts none', async () => {
    const page = await open();
    page.answer(SAVE, undefined, { status: 204 });
    await saveSettings();
    expect([$saving.get().state, flagsNow()?.optOutChanged]).toEqual(['done', null]);
  });

  test('may be changed again as soon as the 7 days are over, on a page that stays open (Rule 12.3)', async () => {
    await open({ flags: { optOutChanged: '2026-01-26T12:00:00.000Z' } });
    expect($optOutLockedUntil.get()).toBe(Date.parse('2026-02-02T12:00:00Z'));
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect($optOutLockedUntil.get()).toBeNull();
  });

  test.each([
    ['on cooldown', { optOutChanged: '2026-01-30T12:00:00.000Z' }],
    ['banned', { postsBanned: true }],
  ])('%s shows and means what is stored, whatever was chosen before (Rules 12.2, 12.3)', async (_, flags) => {
    await open({ flags });
    chooseOptOut(true);
    expect($optOut.get()).toBe(false);
  });

  test('keeps what is being saved: a choice made meanwhile would not be what is said to be saved', async () => {
    const page = await open();
    const answer = page.hold(SAVE);
    chooseOptOut(true);
    const saved = saveSettings();
    chooseOptOut(false);
    expect([$optOut.get(), $saving.get().state]).toEqual([true, 'busy']);
    answer(undefined, { status: 204 });
    await saved;
    expect($saving.get()).toEqual({ state: 'done' });
  });

  test('a second click while it is saved is ignored', async () => {
    const page = await open();
    const answer = page.hold(SAVE);
    const first = saveSettings();
    await saveSettings();
    answer(undefined, { status: 204 });
    await first;
    expect(page.requests.filter((request) => request === SAVE)).toHaveLength(1);
  });

  test.each<[number, string]>([
    [423, 'Opt-Out change is currently on Cooldown. It was changed less than 7 days ago.'],
    [403, 'You have been banned from the platform. Account settings cannot be changed.'],
    [429, 'You are changing settings too quickly. Wait a moment and try again.'],
    [500, 'The server failed. Try again in a moment.'],
  ])('refused with %i keeps the choice and says: %s (Rule 12.7)', async (status, message) => {
    const page = await open();
    page.answer(SAVE, '', { status, contentType: 'text/plain' });
    chooseOptOut(true);
    await saveSettings();
    expect($saving.get()).toEqual({ state: 'refused', message });
    expect($optOut.get()).toBe(true);
  });

  test('refused by the cooldown shows since when', async () => {
    const page = await open();
    page.answer(SAVE, '', { status: 423, contentType: 'text/plain' });
    page.answer(FLAGS, makeFlags({ optOutChanged: '2026-01-30T12:00:00.000Z' }));
    await saveSettings();
    expect(flagsNow()?.optOutChanged).toBe('2026-01-30T12:00:00.000Z');
  });

  test('offline keeps everything', async () => {
    const page = await open();
    page.cut(SAVE);
    chooseOptOut(true);
    await saveSettings();
    expect($saving.get()).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/could not be reached/),
    });
    expect([$optOut.get(), flagsNow()?.optedOut]).toEqual([true, false]);
  });

  test('with a session that has ended: said, and the form stays as it is', async () => {
    const page = await open();
    page.answer(SAVE, '', { status: 401 });
    page.answer(CHECK, '', { status: 401 });
    chooseOptOut(true);
    await saveSettings();
    expect($saving.get()).toMatchObject({ message: expect.stringMatching(/^You are no longer signed in/) });
    expect($session.get().status).toBe('signed-out');
    expect([$account.get()?.username, $optOut.get(), flagsNow()?.id]).toEqual([
      'Aurora_Captain',
      true,
      500_000_001,
    ]);
  });
});

test('What is known stays while flags that failed are asked for again (Rule 12.7)', async () => {
  const page = await open();
  const before = $flags.get();
  page.answer(FLAGS, '', { status: 500 });
  resetSession();
  await loadSession();
  expect($flags.get()?.status).toBe('failed');
  page.hold(FLAGS);
  void retryProfileFlags();
  await settle();
  expect([$profileFlags.get().status, $flags.get()?.status]).toEqual(['loading', 'failed']);
  expect(before?.status).toBe('ready');
});

test.each([
  ['a new token', newToken, $refreshing, REFRESH],
  ['a new seed', rotateSeed, $renewing, RENEW],
  ['saving', saveSettings, $saving, SAVE],
])(
  '%s is not asked for with the cookie of somebody else who signed in meanwhile (Rules 3.11, 12.7)',
  async (_, act, $task, request) => {
    const page = await open();
    const other = makeToken({ id: 500_000_002, username: 'Borodino_Gunner' });
    page.setCookie(other);
    await act();
    expect(page.requests).not.toContain(request);
    expect($task.get()).toMatchObject({
      message: expect.stringMatching(/signed in with another account now/),
    });
    expect([$sessionEnd.get(), page.cookie(), $personalToken.get()?.token]).toEqual([
      'switched',
      other,
      page.token,
    ]);
  },
);

describe('the personal token (Rule 12.4)', () => {
  test('is the session’s own, with its expiry', async () => {
    const page = await open({ exp: NOW / 1000 + 3600 });
    expect($personalToken.get()).toMatchObject({ token: page.token, expiration: NOW + 3_600_000 });
  });

  test('can be had anew', async () => {
    const page = await open();
    const newer = makeToken({ exp: NOW / 1000 + 7200 });
    page.answer(REFRESH, JSON.stringify(newer));
    await newToken();
    expect($personalToken.get()).toEqual({ token: newer, expiration: NOW + 7_200_000 });
    expect($refreshing.get()).toEqual({ state: 'done' });
  });

  test('that cannot be had anew stays', async () => {
    const page = await open();
    page.cut(REFRESH);
    await newToken();
    expect([$refreshing.get().state, $personalToken.get()?.token]).toEqual(['refused', page.token]);
  });
});

describe('renewing the seed (Rule 12.5)', () => {
  test('clears the cookie and goes to the site’s front page', async () => {
    const page = await open();
    page.answer(RENEW);
    await rotateSeed();
    expect([page.cookie(), page.went]).toEqual([null, [`${SITE_ORIGIN}/`]]);
  });

  test('does so too when the news comes but no answer', async () => {
    const page = await open();
    page.hold(RENEW);
    void rotateSeed();
    page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
    expect([page.cookie(), page.went]).toEqual([null, [`${SITE_ORIGIN}/`]]);
  });

  test('that fails says why and changes nothing', async () => {
    const page = await open();
    page.cut(RENEW);
    await rotateSeed();
    expect($renewing.get()).toMatchObject({ state: 'refused' });
    expect([page.cookie(), page.went]).toEqual([page.token, []]);
    catchWarnings();
  });
});
