import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteValue } from '#lib/stores/remote.ts';
import { $session, resetSession } from '#lib/stores/session.ts';
import { watchSession } from '#lib/stores/session-watch.ts';
import {
  $account,
  $flags,
  $optOut,
  $personalToken,
  $refreshing,
  $renewing,
  $saving,
  chooseOptOut,
  newToken,
  optOutLockedUntil,
  resetSettings,
  restoreChoice,
  rotateSeed,
  saveSettings,
} from '#lib/stores/settings.ts';
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
  resetSettings();
  resetSession();
  vi.useRealTimers();
});

async function open(options: Parameters<typeof openSignedIn>[0] = {}) {
  const page = await openSignedIn(options);
  stops = [
    watchSession(),
    ...[$account, $flags, $optOut, $personalToken].map((store) => store.subscribe(() => {})),
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
    resetSettings();
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
    const flags = flagsNow();
    expect(flags).toMatchObject({ optedOut: true, optOutChanged: '2026-02-01T12:00:00.000Z' });
    expect(flags && optOutLockedUntil(flags)).toBe(Date.parse('2026-02-08T12:00:00Z'));
    expect([...page.tab.keys()]).not.toContain('settings-opt-out:500000001');
  });

  test('saving what is saved starts none', async () => {
    const page = await open();
    page.answer(SAVE, undefined, { status: 204 });
    await saveSettings();
    expect([$saving.get().state, flagsNow()?.optOutChanged]).toEqual(['done', null]);
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
