import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { SITE_ORIGIN } from '#tests/support/fake-platform.ts';
import { CHECK, FLAGS } from '#tests/support/signed-in-page.ts';
import { makeToken } from '#tests/support/token.ts';

const SAVE = 'PUT /api/Profile';
const RENEW = 'POST /api/Auth/renew-seed';
const REFRESH = 'GET /api/Auth/refresh-token';
const NOW = Date.parse('2026-02-01T12:00:00Z');

let stops: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

const loadModules = async () => ({
  ...(await import('#lib/stores/session/session.ts')),
  ...(await import('#lib/stores/session/session-watch.ts')),
  ...(await import('#lib/stores/settings/account.ts')),
  ...(await import('#lib/stores/settings/opt-out.ts')),
  ...(await import('#lib/stores/settings/personal-token.ts')),
  ...(await import('#tests/support/fake-platform.ts')),
  ...(await import('#tests/support/signed-in-page.ts')),
});
let store: Awaited<ReturnType<typeof loadModules>>;

type Options = Parameters<typeof store.openSignedIn>[0];

/** Opens a new page for every test: stores keep their state as long as the page is open. */
async function open(options: Options = {}) {
  vi.resetModules();
  store = await loadModules();
  const page = await store.openSignedIn(options);
  const { $account, $flags, $optOut, $optOutLockedUntil, $personalToken } = store;
  stops = [
    store.watchSession(),
    ...[$account, $flags, $optOut, $optOutLockedUntil, $personalToken].map((one) => one.subscribe(() => {})),
  ];
  store.restoreChoice();
  await store.settle();
  return page;
}

const flagsNow = () => {
  const remote = store.$flags.get();
  return remote === null ? undefined : remoteValue(remote);
};

describe('opting out', () => {
  test('shows the saved value, and keeps an unsaved choice over a reload', async () => {
    const page = await open({ flags: { optedOut: true } });
    expect(store.$optOut.get()).toBe(true);
    store.chooseOptOut(false);
    expect(store.$optOut.get()).toBe(false);
    const { requests } = await open({ flags: { optedOut: true }, tab: page.tab });
    expect(store.$optOut.get()).toBe(false);
    expect([...page.requests, ...requests]).not.toContain(SAVE);
  });

  test('shows that it was saved and starts the cooldown of 7 days (Rule 12.6)', async () => {
    const page = await open();
    page.answer(SAVE, undefined, { status: 204 });
    store.chooseOptOut(true);
    await store.saveSettings();
    expect(store.$saving.get()).toEqual({ state: 'idle' });
    expect(page.said).toEqual(['Your changes have been saved.']);
    expect(flagsNow()).toMatchObject({ optedOut: true, optOutChanged: '2026-02-01T12:00:00.000Z' });
    expect(store.$optOutLockedUntil.get()).toBe(Date.parse('2026-02-08T12:00:00Z'));
    expect([...page.tab.keys()]).not.toContain('settings-opt-out:500000001');
  });

  test('saving an unchanged value starts no cooldown', async () => {
    const page = await open();
    page.answer(SAVE, undefined, { status: 204 });
    await store.saveSettings();
    expect([page.said.length, flagsNow()?.optOutChanged]).toEqual([1, null]);
  });

  test('can be changed again when the 7 days end while the page is open (Rule 12.3)', async () => {
    await open({ flags: { optOutChanged: '2026-01-26T12:00:00.000Z' } });
    expect(store.$optOutLockedUntil.get()).toBe(Date.parse('2026-02-02T12:00:00Z'));
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(store.$optOutLockedUntil.get()).toBeNull();
  });

  test.each([
    ['on cooldown', { optOutChanged: '2026-01-30T12:00:00.000Z' }],
    ['banned', { postsBanned: true }],
  ])('%s: shows the saved value, not an earlier choice (Rule 12.3)', async (_, flags) => {
    await open({ flags });
    store.chooseOptOut(true);
    expect(store.$optOut.get()).toBe(false);
  });

  test('ignores another choice while one is being saved', async () => {
    const page = await open();
    const answer = page.hold(SAVE);
    store.chooseOptOut(true);
    const saved = store.saveSettings();
    store.chooseOptOut(false);
    expect([store.$optOut.get(), store.$saving.get().state]).toEqual([true, 'sending']);
    answer(undefined, { status: 204 });
    await saved;
    expect(page.said).toEqual(['Your changes have been saved.']);
  });

  test('ignores a second click while it is being saved', async () => {
    const page = await open();
    const answer = page.hold(SAVE);
    const first = store.saveSettings();
    await store.saveSettings();
    answer(undefined, { status: 204 });
    await first;
    expect(page.requests.filter((request) => request === SAVE)).toHaveLength(1);
  });

  test.each<[number, string]>([
    [423, 'Opt-Out change is currently on Cooldown. It was changed less than 7 days ago.'],
    [403, 'You have been banned from the platform. Account settings cannot be changed.'],
    [429, 'You are changing settings too quickly. Wait a moment and try again.'],
    [500, 'Something went wrong on our side. Try again in a moment.'],
  ])('a refusal with %i keeps the choice and shows: %s (Rule 12.7)', async (status, message) => {
    const page = await open();
    page.answer(SAVE, '', { status, contentType: 'text/plain' });
    store.chooseOptOut(true);
    await store.saveSettings();
    expect(store.$saving.get()).toEqual({ state: 'refused', message });
    expect(store.$optOut.get()).toBe(true);
  });

  test('reloads the flags after a refusal by the cooldown', async () => {
    const page = await open();
    page.answer(SAVE, '', { status: 423, contentType: 'text/plain' });
    page.answer(FLAGS, makeFlags({ optOutChanged: '2026-01-30T12:00:00.000Z' }));
    await store.saveSettings();
    expect(flagsNow()?.optOutChanged).toBe('2026-01-30T12:00:00.000Z');
  });

  test('names the cooldown when the original API answers 500 within the 7 days (Rule 12.3)', async () => {
    const page = await open({ flags: { optedOut: true } });
    page.answer(SAVE, '{"title":"Serialization is not supported."}', { status: 500 });
    page.answer(FLAGS, makeFlags({ optedOut: true, optOutChanged: '2026-01-30T12:00:00.000Z' }));
    store.chooseOptOut(false);
    await store.saveSettings();
    expect(store.$saving.get()).toMatchObject({ message: expect.stringMatching(/currently on Cooldown/) });
    expect([store.$optOut.get(), store.$optOutLockedUntil.get()]).toEqual([
      true,
      Date.parse('2026-02-06T12:00:00Z'),
    ]);
  });

  test('shows that it was saved when the answer was a 500 although it was done (Rule 12.6)', async () => {
    const page = await open();
    page.answer(SAVE, '', { status: 500, contentType: 'text/plain' });
    page.answer(FLAGS, makeFlags({ optedOut: true, optOutChanged: '2026-02-01T12:00:00.000Z' }));
    store.chooseOptOut(true);
    await store.saveSettings();
    expect(store.$saving.get()).toEqual({ state: 'idle' });
    expect(page.said).toEqual(['Your changes have been saved.']);
  });

  test('keeps the choice when the server cannot be reached (Rule 12.7)', async () => {
    const page = await open();
    page.cut(SAVE);
    store.chooseOptOut(true);
    await store.saveSettings();
    expect(store.$saving.get()).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/could not be reached/),
    });
    expect([store.$optOut.get(), flagsNow()?.optedOut]).toEqual([true, false]);
  });

  test('a refusal with 401 ends the session and leaves the form as it is', async () => {
    const page = await open();
    page.answer(SAVE, '', { status: 401 });
    page.answer(CHECK, '', { status: 401 });
    store.chooseOptOut(true);
    await store.saveSettings();
    expect(store.$saving.get()).toMatchObject({
      message: expect.stringMatching(/^You are no longer signed in/),
    });
    expect(store.$session.get().status).toBe('signed-out');
    expect([store.$account.get()?.username, store.$optOut.get(), flagsNow()?.id]).toEqual([
      'Aurora_Captain',
      true,
      500_000_001,
    ]);
  });
});

test('the failed state stays visible while the flags are loaded again', async () => {
  const page = await open();
  const before = store.$flags.get();
  page.answer(FLAGS, '', { status: 500 });
  store.resetSession();
  await store.loadSession();
  expect(store.$flags.get()?.status).toBe('failed');
  page.hold(FLAGS);
  void store.retryProfileFlags();
  await store.settle();
  expect([store.$profileFlags.get().status, store.$flags.get()?.status]).toEqual(['loading', 'failed']);
  expect(before?.status).toBe('ready');
});

test.each([
  ['a new token', 'newToken', '$refreshing', REFRESH],
  ['a new seed', 'rotateSeed', '$renewing', RENEW],
  ['a changed opt-out', 'saveSettings', '$saving', SAVE],
] as const)(
  '%s is not requested with the cookie of another account',
  async (_, act, task, request) => {
    const page = await open();
    const other = makeToken({ id: 500_000_002, username: 'Borodino_Gunner' });
    page.setCookie(other);
    await store[act]();
    expect(page.requests).not.toContain(request);
    expect(store[task].get()).toMatchObject({
      message: expect.stringMatching(/signed in with another account now/),
    });
    expect([store.$sessionEnd.get(), page.cookie(), store.$personalToken.get()?.token]).toEqual([
      'switched',
      other,
      page.token,
    ]);
  },
);

describe('the personal token (Rule 12.4)', () => {
  test('is the token of the session, with its expiry', async () => {
    const page = await open({ exp: NOW / 1000 + 3600 });
    expect(store.$personalToken.get()).toMatchObject({ token: page.token, expiration: NOW + 3_600_000 });
  });

  test('can be requested again', async () => {
    const page = await open();
    const newer = makeToken({ exp: NOW / 1000 + 7200 });
    page.answer(REFRESH, JSON.stringify(newer));
    await store.newToken();
    expect(store.$personalToken.get()).toMatchObject({ token: newer, expiration: NOW + 7_200_000 });
    expect(store.$refreshing.get()).toEqual({ state: 'idle' });
    expect(page.said).toEqual(['This is a new token. The earlier one stays valid until it expires.']);
  });

  test('is the session’s own again after a new sign-in, because the seed may have changed', async () => {
    const page = await open();
    page.answer(REFRESH, JSON.stringify(makeToken({ exp: NOW / 1000 + 7200 })));
    await store.newToken();
    page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
    const signedInAgain = makeToken({ exp: NOW / 1000 + 3600 });
    page.setCookie(signedInAgain);
    store.checkCookie();
    await store.settle();
    expect(store.$personalToken.get()?.token).toBe(signedInAgain);
  });

  test('ignores a new one that arrives after a new sign-in', async () => {
    const page = await open();
    const answer = page.hold(REFRESH);
    const requested = store.newToken();
    const signedInAgain = makeToken({ exp: NOW / 1000 + 3600 });
    page.setCookie(signedInAgain);
    store.checkCookie();
    await store.settle();
    answer(JSON.stringify(makeToken({ exp: NOW / 1000 + 7200 })));
    await requested;
    expect(store.$personalToken.get()?.token).toBe(signedInAgain);
  });

  test('stays when a new one could not be loaded', async () => {
    const page = await open();
    page.cut(REFRESH);
    await store.newToken();
    expect([store.$refreshing.get().state, store.$personalToken.get()?.token]).toEqual([
      'refused',
      page.token,
    ]);
  });
});

describe('renewing the seed (Rule 12.5)', () => {
  test('clears the cookie and goes to the site’s front page', async () => {
    const page = await open();
    page.answer(RENEW);
    await store.rotateSeed();
    expect([page.cookie(), page.went]).toEqual([null, [`${SITE_ORIGIN}/`]]);
  });

  test('does the same when the hub event comes without an answer', async () => {
    const page = await open();
    page.hold(RENEW);
    void store.rotateSeed();
    page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
    expect([page.cookie(), page.went]).toEqual([null, [`${SITE_ORIGIN}/`]]);
  });

  test('shows why it failed and changes nothing', async () => {
    const page = await open();
    page.cut(RENEW);
    await store.rotateSeed();
    expect(store.$renewing.get()).toMatchObject({ state: 'refused' });
    expect([page.cookie(), page.went]).toEqual([page.token, []]);
  });
});
