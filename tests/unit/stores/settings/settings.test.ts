import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { SITE_ORIGIN } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';
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

const loadModules = () =>
  newPage(() => [
    import('#lib/stores/session/session.ts'),
    import('#lib/stores/session/session-watch.ts'),
    import('#lib/stores/settings/account.ts'),
    import('#lib/stores/settings/opt-out.ts'),
    import('#lib/stores/settings/personal-token.ts'),
    import('#tests/support/signed-in-page.ts'),
  ]);
let store: Awaited<ReturnType<typeof loadModules>>;

type Options = Parameters<typeof store.openSignedIn>[0];

/** Opens a new page for every test: stores keep their state as long as the page is open. */
async function open(options: Options = {}) {
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
  test('saving an unchanged value starts no cooldown', async () => {
    const page = await open();
    page.answer(SAVE, undefined, { status: 204 });
    await store.saveSettings();
    expect([page.said.length, flagsNow()?.optOutChanged]).toEqual([1, null]);
  });

  test('ignores another choice and a second click while it is being saved', async () => {
    const page = await open();
    const answer = page.hold(SAVE);
    store.chooseOptOut(true);
    const saved = store.saveSettings();
    store.chooseOptOut(false);
    await store.saveSettings();
    expect([store.$optOut.get(), store.$saving.get().state]).toEqual([true, 'sending']);
    answer(undefined, { status: 204 });
    await saved;
    expect(page.said).toEqual(['Your changes have been saved.']);
    expect(page.requests.filter((request) => request === SAVE)).toHaveLength(1);
  });

  test('reloads the flags after a refusal by the cooldown', async () => {
    const page = await open();
    page.answer(SAVE, '', { status: 423, contentType: 'text/plain' });
    page.answer(FLAGS, makeFlags({ optOutChanged: '2026-01-30T12:00:00.000Z' }));
    await store.saveSettings();
    expect(flagsNow()?.optOutChanged).toBe('2026-01-30T12:00:00.000Z');
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

test.each([
  ['a new token', 'newToken', '$refreshing', REFRESH],
  ['a new seed', 'rotateSeed', '$renewing', RENEW],
  ['a changed opt-out', 'saveSettings', '$saving', SAVE],
] as const)('%s is not requested with the cookie of another account', async (_, act, task, request) => {
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
});

describe('the personal token', () => {
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
});

test('a renewed seed ends the session when the hub event comes without an answer', async () => {
  const page = await open();
  page.hold(RENEW);
  void store.rotateSeed();
  page.server('auth').emit('SeedTokenInvalidated', 500_000_001);
  expect([page.cookie(), page.went]).toEqual([null, [`${SITE_ORIGIN}/`]]);
});
