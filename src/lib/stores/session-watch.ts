/** Follows the session while the page is open, and says what happened when it ends. */
import { atom, type ReadableAtom } from 'nanostores';
import type { Connection } from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';
import { $session, endSession, reloadSession, type Session } from '#lib/stores/session.ts';
import { decodeToken, readToken } from '#lib/stores/session-cookie.ts';
import { isRecentCheck, SESSION_CHECKED_KEY } from '#lib/stores/session-hold.ts';

/**
 * Why a session ended while the page was open: it ran out, the seed was renewed elsewhere, another tab logged out,
 * another tab signed in as somebody else, or the server does not accept it any more.
 */
export type SessionEnd = 'expired' | 'rotated' | 'left' | 'switched' | 'refused';

/** Longest time that browsers count down correctly, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** How much later than a change of storage a change of the cookie may reach another tab, in milliseconds. */
const COOKIE_DELAY_MS = 500;

type SignedIn = Extract<Session, { status: 'signed-in' }>;

const end = atom<SessionEnd | null>(null);
let reason: SessionEnd | undefined;
let ownRotation: (() => void) | undefined;

/** Why the session ended; null while it has not, or once that was read. */
export const $sessionEnd: ReadableAtom<SessionEnd | null> = end;

/** The message was read. */
export function dismissSessionEnd(): void {
  end.set(null);
}

/** Shows the page anew as whoever is signed in now. */
export function reloadAsOther(): void {
  runtime.reload();
}

/**
 * Lets the page that renews the seed itself deal with the news, which may arrive before the answer to the call or
 * without one. Returns its own undoing.
 */
export function handleOwnRotation(handle: () => void): () => void {
  ownRotation = handle;
  return () => {
    ownRotation = undefined;
  };
}

function finish(why: SessionEnd): void {
  reason = why;
  endSession();
  reason = undefined;
}

/** Compares with the cookie, and asks the server when the token has run out or was not checked lately. */
function look(): void {
  const session = $session.get();
  const token = readToken();
  if (session.status === 'signed-in') {
    if (token === null) finish('left');
    else if (token !== session.token && decodeToken(token)?.id !== session.id) finish('switched');
    else if (token !== session.token || !isSure(session)) void reloadSession();
  } else if (end.get() !== null && end.get() !== 'switched' && token !== null) void reloadSession();
}

function isSure({ expiration }: SignedIn): boolean {
  const now = runtime.now();
  return expiration > now && isRecentCheck(runtime.sessionStorage.get(SESSION_CHECKED_KEY), now);
}

function invalidated(): void {
  if (ownRotation) ownRotation();
  else finish('rotated');
}

/** Listens to the auth hub; its code loads when the browser is idle. */
function listen(session: SignedIn): () => void {
  let hub: Pick<Connection, 'close'> | undefined;
  let stopped = false;
  const open = async () => {
    const { connectAuthHub } = await import('#lib/hubs/auth-hub.ts');
    if (stopped) return;
    hub = connectAuthHub({
      accessToken: () => session.token,
      onInvalidated: (accountId) => accountId === session.id && invalidated(),
    });
  };
  const cancel = runtime.whenIdle(() => {
    open().catch((error) => runtime.warn('The auth hub could not be loaded.', error));
  });
  return () => {
    stopped = true;
    cancel();
    hub?.close();
  };
}

function follow(session: SignedIn): () => void {
  const remaining = Math.min(Math.max(session.expiration - runtime.now(), 0), TIMER_MAX_MS);
  const stops = [runtime.setTimer(look, remaining), listen(session)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Watches until the returned function is called. Does nothing where there are no hubs: while pages are built. */
export function watchSession(): () => void {
  if (runtime.createHub === undefined) return () => {};
  let unfollow = (): void => {};
  let cancelSecondLook = (): void => {};
  let before: SignedIn | undefined;
  const stops = [
    $session.subscribe((session) => {
      if (session.status === 'signed-in') {
        end.set(null);
        if (session.token === before?.token) return;
        unfollow();
        unfollow = follow(session);
        before = session;
      } else if (before !== undefined) {
        unfollow();
        end.set(reason ?? (before.expiration <= runtime.now() ? 'expired' : 'refused'));
        before = undefined;
      }
    }),
    runtime.on('visible', look),
    runtime.on('storage', () => {
      look();
      cancelSecondLook();
      cancelSecondLook = runtime.setTimer(look, COOKIE_DELAY_MS);
    }),
    () => unfollow(),
    () => cancelSecondLook(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
