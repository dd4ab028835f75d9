/** A page of a signed-in user, with a cookie, storage and hubs that tests can inspect. */
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import { loadSession, resetSession } from '#lib/stores/session/session.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { type FakeHub, fakeHubs } from '#tests/support/fake-hub.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { makeToken } from '#tests/support/token.ts';

export const CHECK = 'HEAD /api/Auth';
export const FLAGS = 'GET /api/Profile/500000001';

/** The page, with its storage, its cookie and the addresses it went to. */
export interface SignedInPage extends FakePlatform {
  token: string;
  /** localStorage and sessionStorage. */
  device: Map<string, string>;
  tab: Map<string, string>;
  went: string[];
  servers: FakeHub[];
  /** The newest connection to a hub. */
  server: (name: 'notifications' | 'auth') => FakeHub;
  failStarts: (count: number) => void;
  failStreams: (count: number) => void;
  setCookie: (token: string | null) => void;
  cookie: () => string | null;
}

/** Opens a page as Aurora_Captain, with a valid session and these flags. */
export async function openSignedIn({
  exp,
  flags = {},
  device = new Map<string, string>(),
  tab = new Map<string, string>(),
  pending = [],
}: {
  exp?: number;
  flags?: Partial<ProfileFlags>;
  device?: Map<string, string>;
  /** Values that an earlier page of the tab left in sessionStorage. */
  tab?: Map<string, string>;
  /** Pending notifications, as the hub streams them. */
  pending?: unknown[];
} = {}): Promise<SignedInPage> {
  resetSession();
  const token = makeToken(exp === undefined ? {} : { exp });
  let cookie: string | null = token;
  const { createHub, hubs: servers, failStarts, failStreams } = fakeHubs(pending);
  const went: string[] = [];
  const platform = fakePlatform('/settings', {
    createHub,
    readCookies: () => (cookie === null ? '' : `Auth_EU=${cookie}`),
    writeCookie: (text) => {
      if (text.startsWith('Auth_EU=;')) cookie = null;
    },
    localStorage: storageOf(device),
    sessionStorage: storageOf(tab),
    replace: (url) => went.push(url),
  });
  platform.answer(CHECK);
  platform.answer(FLAGS, makeFlags(flags));
  await loadSession();
  await settle();
  return {
    ...platform,
    token,
    device,
    tab,
    went,
    servers,
    failStarts,
    failStreams,
    server: (name) => {
      const found = servers.findLast(({ url }) => url.endsWith(`/${name}`));
      if (found === undefined) throw new Error(`The page opened no connection to ${name}.`);
      return found;
    },
    setCookie: (next) => {
      cookie = next;
    },
    cookie: () => cookie,
  };
}
