/** Watches the session while the page is open, and knows why it ended (Rule 3.11). */
import { millisecondsInDay } from 'date-fns/constants';
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { combineStops } from '#lib/combine-stops.ts';
import type { Connection } from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';
import { COOKIE_LIFETIME_DAYS, TOKEN_LIFETIME_DAYS } from '#lib/schemas/session.ts';
import {
  $session,
  endSession,
  reloadSession,
  type Session,
  type SignedIn,
} from '#lib/stores/session/session.ts';
import { decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import { isRecentCheck, SESSION_CHECKED_KEY, SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';

/**
 * Why a session ended: the token expired, the seed was renewed elsewhere, another tab logged out, another account
 * signed in, or the server refused the token.
 */
export type SessionEnd = 'expired' | 'rotated' | 'left' | 'switched' | 'refused';

/** The longest delay that browser timers support, in milliseconds. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** How long before its token the cookie expires, in milliseconds. */
const COOKIE_AHEAD_MS = (TOKEN_LIFETIME_DAYS - COOKIE_LIFETIME_DAYS) * millisecondsInDay;

/** How late a browser may drop an expired cookie, in milliseconds. */
const COOKIE_SLACK_MS = 60_000;

/** A change of the cookie may reach this tab later than the storage event that comes with it, in milliseconds. */
const COOKIE_DELAY_MS = 500;

/** The session that is watched, and when this page first saw it, in milliseconds since 1970. */
let watched: { session: SignedIn; since: number; stop: () => void } | undefined;
/** Whose session ended on this page, and why. Kept after the message is closed, in case they sign in again. */
let ended: { id: number; why: SessionEnd } | undefined;
let onOwnRotation: (() => void) | undefined;
const end = atom<SessionEnd | null>(null);

/** Why the session ended; null while it has not, and once the message is closed. */
export const $sessionEnd: ReadableAtom<SessionEnd | null> = end;

function setEnded(next: typeof ended): void {
  ended = next;
  end.set(next?.why ?? null);
}

const cookieUser = atom<number | undefined>();
/** For whom the API answers: the account of the cookie, or while there is none, the last one. Another tab may change it. */
export const $cookieUser: ReadableAtom<number | undefined> = cookieUser;

/** Notes whose cookie it is now. */
export function noteCookieUser(): void {
  cookieUser.set(decodeToken(readToken() ?? '')?.id ?? cookieUser.get());
}
onMount(cookieUser, () => $session.subscribe(noteCookieUser));

/** Closes the message. */
export function dismissSessionEnd(): void {
  end.set(null);
}

/** Reloads the page for the account that is signed in now. */
export function reloadAsOther(): void {
  runtime.reload();
}

/** Lets the page that renews the seed handle the hub's event itself. Returns the function that undoes this. */
export function handleOwnRotation(handle: () => void): () => void {
  onOwnRotation = handle;
  return () => {
    onOwnRotation = undefined;
  };
}

function unwatch(): void {
  watched?.stop();
  watched = undefined;
}

/** Ends the session for a known reason. It is unwatched first, so that `sessionChanged` does not guess another. */
function endFor(why: SessionEnd, { id }: SignedIn): void {
  unwatch();
  endSession();
  setEnded({ id, why });
}

/** Best guess at why a session ended that this page did not end. `since`: when this page first saw it. */
function guessReason({ expiration }: SignedIn, since: number): SessionEnd {
  if (Number(runtime.localStorage.get(SESSION_LEFT_KEY)) >= since) return 'left';
  const lifetimeEnd = readToken() === null ? expiration - COOKIE_AHEAD_MS : expiration;
  return lifetimeEnd <= runtime.now() ? 'expired' : 'refused';
}

function sessionChanged(session: Session): void {
  if (session.status === 'signed-in') {
    setEnded(undefined);
    if (session.token === watched?.session.token) return;
    unwatch();
    watched = { session, since: runtime.now(), stop: watch(session) };
  } else if (watched !== undefined) {
    const { session: before, since } = watched;
    unwatch();
    setEnded({ id: before.id, why: guessReason(before, since) });
  }
}

function needsCheck({ expiration }: SignedIn): boolean {
  const now = runtime.now();
  return expiration <= now || !isRecentCheck(runtime.sessionStorage.get(SESSION_CHECKED_KEY), now);
}

/** Compares the session with the cookie. The server checks a token that is new, expired or not checked recently. */
export function checkCookie(): void {
  noteCookieUser();
  const session = $session.get();
  const token = readToken();
  const id = token === null ? undefined : decodeToken(token)?.id;
  if (session.status === 'signed-in') {
    if (token === null) endSession();
    else if (id !== session.id) endFor('switched', session);
    else if (token !== session.token || needsCheck(session)) void reloadSession();
  } else if (ended !== undefined && id !== undefined) {
    if (id === ended.id) void reloadSession();
    else if (ended.why !== 'switched') setEnded({ id: ended.id, why: 'switched' });
  }
}

/** Opens the auth hub, whose code loads when the browser is idle. */
function openHub(session: SignedIn): () => void {
  let hub: Pick<Connection, 'close'> | undefined;
  let stopped = false;
  const onInvalidated = (accountId: number): void => {
    if (accountId !== session.id) return;
    if (onOwnRotation) onOwnRotation();
    else endFor('rotated', session);
  };
  const open = async (): Promise<void> => {
    const { connectAuthHub } = await import('#lib/hubs/auth-hub.ts');
    if (!stopped) hub = connectAuthHub({ accessToken: () => session.token, onInvalidated });
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

/** Listens to the hub, and checks the cookie when it and its token expire. */
function watch(session: SignedIn): () => void {
  const checkIn = (delay: number) =>
    runtime.setTimer(checkCookie, Math.min(Math.max(delay, 0), TIMER_MAX_MS));
  const remaining = session.expiration - runtime.now();
  const stops = [checkIn(remaining), openHub(session)];
  if (remaining > COOKIE_AHEAD_MS) stops.push(checkIn(remaining - COOKIE_AHEAD_MS + COOKIE_SLACK_MS));
  return combineStops(stops);
}

/** Watches the session until the returned function is called. Does nothing while pages are built. */
export function watchSession(): () => void {
  if (!runtime.isBrowser) return () => {};
  let cancelSecondCheck = (): void => {};
  return combineStops([
    $session.subscribe(sessionChanged),
    runtime.on('visible', checkCookie),
    runtime.on('storage', () => {
      checkCookie();
      cancelSecondCheck();
      cancelSecondCheck = runtime.setTimer(checkCookie, COOKIE_DELAY_MS);
    }),
    () => cancelSecondCheck(),
    unwatch,
  ]);
}
