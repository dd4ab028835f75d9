import { beforeEach, describe, expect, test } from 'vitest';
import type { Runtime } from '#lib/runtime.ts';
import { postDraft } from '#lib/stores/posts/post-editor.ts';
import { banDraft, EMPTY_BAN } from '#lib/stores/profile/ban-draft.ts';
import { accountToLeave, countDrafts, isLedHere, leaveAccount } from '#lib/stores/session/leave.ts';
import { keepReason, keepReply, readReasons } from '#lib/stores/session/recent-reasons.ts';
import {
  chooseLogout,
  endSession,
  loadSession,
  logout,
  reloadSession,
  resetSession,
} from '#lib/stores/session/session.ts';
import { RECENTS_KEY, SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { type FakePlatform, fakePlatform, SITE_ORIGIN } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { makeToken } from '#tests/support/token.ts';

const token = makeToken({ id: 500_000_001 });
const dialog = { kind: 'create', player: { id: 7, username: 'Target' } } as const;
const values = { title: 'Half a', content: '' };

let device: Map<string, string>;
let cookie: string | null;
let went: string[];
let platform: FakePlatform;

async function signIn(parts: Partial<Runtime> = {}): Promise<void> {
  resetSession();
  platform = fakePlatform('/posts', {
    readCookies: () => (cookie === null ? '' : `Auth_EU=${cookie}`),
    writeCookie: () => {
      cookie = null;
    },
    replace: (url) => went.push(url),
    localStorage: storageOf(device),
    sessionStorage: storageOf(new Map()),
    ...parts,
  });
  platform.answer('HEAD /api/Auth');
  platform.answer('GET /api/Profile/500000001', makeFlags());
  await loadSession();
}

/** Begins a post and a ban, and gives a reason. */
function write(): void {
  postDraft<typeof values>(dialog).keep(values, { title: '', content: '' });
  banDraft(7).keep({ ...EMPTY_BAN, reason: 'Insults' }, EMPTY_BAN);
  keepReason('Insults');
}

const kept = () => [...device.keys()].filter((key) => /draft|reasons/.test(key)).sort();
const ALL = ['ban-draft:500000001:7', 'post-draft:500000001:create:7', 'recent-reasons:500000001'];

beforeEach(() => {
  device = new Map();
  cookie = token;
  went = [];
});

describe('Logout', () => {
  test('deletes the drafts and recent reasons of the account (Rule 3.15)', async () => {
    await signIn();
    device.set('post-draft:500000002:create:7', '{"title":"Another account"}');
    device.set('recent-reasons:5000000012', '["Another account"]');
    write();
    expect([kept().length, countDrafts(accountToLeave())]).toEqual([5, 2]);
    leaveAccount(accountToLeave());
    expect(kept()).toEqual(['post-draft:500000002:create:7', 'recent-reasons:5000000012']);
    expect(went).toEqual([`${SITE_ORIGIN}/`]);
    expect(cookie).toBeNull();
  });

  test('has nothing to ask about without a draft, and deletes the reasons (Rule 3.15)', async () => {
    await signIn();
    keepReason('Insults');
    keepReply('It is fair.');
    expect(countDrafts(accountToLeave())).toBe(0);
    leaveAccount(accountToLeave());
    expect(kept()).toEqual([]);
  });

  test('stores nothing that is typed in another tab afterwards, until the account signs in again (Rule 3.15)', async () => {
    await signIn();
    write();
    leaveAccount(accountToLeave());
    write();
    expect(kept().filter((key) => key.includes('draft'))).toEqual([]);
    // This tab notices, and then another one signs in.
    endSession();
    cookie = token;
    await reloadSession();
    write();
    expect(kept()).toEqual(ALL);
  });

  test('works where storage is blocked (Rule 3.15)', async () => {
    const blocked = { get: () => null, set: () => {}, remove: () => {}, keys: () => [] };
    await signIn({ localStorage: blocked, sessionStorage: blocked });
    write();
    expect(countDrafts(accountToLeave())).toBe(0);
    leaveAccount(accountToLeave());
    expect(went).toEqual([`${SITE_ORIGIN}/`]);
  });

  test('deletes nothing without an account (Rule 3.15)', async () => {
    await signIn();
    write();
    cookie = null;
    expect(countDrafts(accountToLeave())).toBe(0);
    leaveAccount(accountToLeave());
    expect(kept()).toEqual(ALL);
  });
});

describe('the page that signs out', () => {
  const POST = `${SITE_ORIGIN}/posts/1`;

  test('asks after a link, but not after a typed address or a bookmark (Rule 3.16)', async () => {
    await signIn();
    expect([isLedHere(POST), isLedHere('https://example.org/'), isLedHere('')]).toEqual([true, true, false]);
  });

  test('asks nothing once after Logout in the menu, within a minute (Rule 3.16)', async () => {
    let now = Date.now();
    await signIn({ now: () => now });
    chooseLogout();
    expect([isLedHere(POST), isLedHere(POST)]).toEqual([false, true]);
    chooseLogout();
    now += 60_000;
    expect(isLedHere(POST)).toBe(true);
  });
});

test.each<[string, () => unknown]>([
  ['a renewed seed', () => logout('Your seed was renewed.')],
  ['an expired session', () => endSession()],
  [
    'a 401',
    async () => {
      platform.answer('HEAD /api/Auth', undefined, { status: 401 });
      await reloadSession();
    },
  ],
])('%s keeps the drafts and recent reasons (Rule 3.15)', async (_, end) => {
  await signIn();
  write();
  await end();
  expect(kept()).toEqual(ALL);
  // And what is typed from then on.
  device.delete('ban-draft:500000001:7');
  banDraft(7).keep({ ...EMPTY_BAN, reason: 'Insults' }, EMPTY_BAN);
  expect(kept()).toEqual(ALL);
});

test('the reason of the end is still known to other tabs', async () => {
  await signIn();
  device.set(RECENTS_KEY, '[]');
  leaveAccount(accountToLeave());
  expect([device.has(SESSION_LEFT_KEY), device.has(RECENTS_KEY)]).toEqual([true, false]);
  expect(readReasons()).toEqual([]);
});
