/** Follows the session while the page is open, and says what happened when it ends. */
import { atom, type ReadableAtom } from 'nanostores';
import { combineStops } from '#lib/combine-stops.ts';
import type { Connection } from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';
import { COOKIE_LIFETIME_DAYS, TOKEN_LIFETIME_DAYS } from '#lib/schemas/session.ts';
import { $session, endSession, reloadSession, type Session } from '#lib/stores/session/session.ts';
import { decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import { isRecentCheck, SESSION_CHECKED_KEY, SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';

/**
 * Why a session ended while the page was open: it ran out, the seed was renewed elsewhere, another tab logged out,
 * another tab signed in as somebody else, or the server does not accept it any more.
 */
export type SessionEnd = 'expired' | 'rotated' | 'left' | 'switched' | 'refused';

/** Longest time that browsers count down correctly, in milliseconds. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** How long before its token the cookie ends, in milliseconds. */
const COOKIE_AHEAD_MS = (TOKEN_LIFETIME_DAYS - COOKIE_LIFETIME_DAYS) * 86_400_000;

/** How much later than reckoned the browser may drop the cookie, in milliseconds. */
const COOKIE_SLACK_MS = 60_000;

/** How much later than a change of storage a change of the cookie may reach another tab, in milliseconds. */
const COOKIE_DELAY_MS = 500;

type SignedIn = Extract<Session, { status: 'signed-in' }>;

const end = atom<SessionEnd | null>(null);
/** Whose session has ended here, whether or not that is still shown. */
let ended: { id: number; why: SessionEnd } | undefined;
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
export function lookAtCookie(): void {
  const session = $session.get();
  const token = readToken();
  const id = token === null ? undefined : decodeToken(token)?.id;
  if (session.status === 'signed-in') {
    if (token === null) endSession();
    else if (id !== session.id) finish('switched');
    else if (token !== session.token || !isSure(session)) void reloadSession();
  } else if (ended !== undefined && id !== undefined) {
    if (id === ended.id) void reloadSession();
    else if (ended.why !== 'switched') say({ id: ended.id, why: 'switched' });
  }
}

function say(what: typeof ended): void {
  ended = what;
  end.set(what?.why ?? null);
}

/** What ended a session that nobody here ended, whose page knew it since `since`. */
function likelyReason({ expiration }: SignedIn, since: number): SessionEnd {
  const now = runtime.now();
  if (Number(runtime.localStorage.get(SESSION_LEFT_KEY)) >= since) return 'left';
  const endedWithCookie = readToken() === null && expiration - COOKIE_AHEAD_MS <= now;
  return endedWithCookie || expiration <= now ? 'expired' : 'refused';
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
  const lookIn = (remaining: number) =>
    runtime.setTimer(lookAtCookie, Math.min(Math.max(remaining, 0), TIMER_MAX_MS));
  const remaining = session.expiration - runtime.now();
  const stops = [lookIn(remaining), listen(session)];
  if (remaining > COOKIE_AHEAD_MS) stops.push(lookIn(remaining - COOKIE_AHEAD_MS + COOKIE_SLACK_MS));
  return combineStops(stops);
}

/** Watches until the returned function is called. Does nothing while pages are built. */
export function watchSession(): () => void {
  if (!runtime.isBrowser) return () => {};
  let unfollow = (): void => {};
  let cancelSecondLook = (): void => {};
  let before: SignedIn | undefined;
  let since = 0;
  return combineStops([
    $session.subscribe((session) => {
      if (session.status === 'signed-in') {
        say(undefined);
        if (session.token === before?.token) return;
        unfollow();
        unfollow = follow(session);
        before = session;
        since = runtime.now();
      } else if (before !== undefined) {
        unfollow();
        say({ id: before.id, why: reason ?? likelyReason(before, since) });
        before = undefined;
      }
    }),
    runtime.on('visible', lookAtCookie),
    runtime.on('storage', () => {
      lookAtCookie();
      cancelSecondLook();
      cancelSecondLook = runtime.setTimer(lookAtCookie, COOKIE_DELAY_MS);
    }),
    () => unfollow(),
    () => cancelSecondLook(),
  ]);
}
