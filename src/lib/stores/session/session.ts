/** Who is signed in. `loadSession` describes how that is determined. */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { checkSession } from '#lib/client/auth.ts';
import { HttpError } from '#lib/client/errors.ts';
import { getProfile } from '#lib/client/profile.ts';
import { combineStops } from '#lib/combine-stops.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import { SAVED_CACHE } from '#lib/domain/saved.ts';
import { runtime } from '#lib/runtime.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import { createRemote, type Remote, remoteValue, sessionHooks } from '#lib/stores/core/remote.ts';
import { showStatusOnNextPage } from '#lib/stores/core/status.ts';
import { clearToken, decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import {
  hasLeftKey,
  isRecentCheck,
  LOGOUT_CHOSEN_KEY,
  RECENTS_KEY,
  SESSION_CHECKED_KEY,
  SESSION_LEFT_KEY,
} from '#lib/stores/session/session-hold.ts';

/** The session of a signed-in user, with the token that the cookie holds. */
export type SignedIn = { status: 'signed-in'; token: string } & SessionUser;

/**
 * The session: not known yet, signed out or signed in. `unchecked`: why a cookie could not be
 * checked, which may be valid (Rule 3.3).
 */
export type Session = { status: 'loading' } | { status: 'signed-out'; unchecked?: unknown } | SignedIn;

const session = atom<Session>({ status: 'loading' });
const flags = createRemote<ProfileFlags>();

/** The session; `loading` until it is known. */
export const $session: ReadableAtom<Session> = session;

const postsBanned = computed(flags.$remote, (remote) => remoteValue(remote)?.postsBanned ?? false);

/** The signed-in user with their ban, for permission checks; null when signed out or not known yet. */
export const $viewer = computed(
  [session, postsBanned],
  (state, banned): Viewer => (state.status === 'signed-in' ? { ...state, postsBanned: banned } : null),
);

/** Flags of the signed-in user; they stay `loading` when signed out. While they are not ready, posting is disabled. */
export const $profileFlags: ReadableAtom<Remote<ProfileFlags>> = flags.$remote;

/** Loads the profile flags (again). Known flags of the same user stay until the answer arrives. */
export async function retryProfileFlags(): Promise<void> {
  const { id } = $viewer.get() ?? {};
  if (id === undefined) return;
  const isKnown = remoteValue(flags.$remote.get())?.id === id;
  await flags.load((signal) => getProfile(id, signal), { mode: isKnown ? 'quiet' : 'replace' });
}

/** Changes the flags in place, after the user changed them. */
export function updateProfileFlags(change: Partial<ProfileFlags>): void {
  flags.update((value) => ({ ...value, ...change }));
}

/** Loads the flags after a warning was confirmed, and removes the warning from them should that fail. */
export async function passWarning(id: string): Promise<void> {
  await retryProfileFlags();
  flags.update((value) => (value.unreadWarning === id ? { ...value, unreadWarning: null } : value));
}

function finishLoading(state: Session): void {
  session.set(state);
  runtime.releaseHold();
}

function signOut(unchecked?: unknown): void {
  runtime.sessionStorage.remove(SESSION_CHECKED_KEY);
  finishLoading({ status: 'signed-out', unchecked });
  flags.reset();
}

async function signIn(user: SessionUser, token: string): Promise<void> {
  runtime.localStorage.remove(hasLeftKey(user.id));
  finishLoading({ status: 'signed-in', ...user, token });
  await retryProfileFlags();
}

/** Checks the token and applies the answer. If the cookie has changed meanwhile, starts over with the new token. */
async function check(user: SessionUser, token: string): Promise<void> {
  const error: unknown = await checkSession().then(
    () => null,
    (reason) => reason,
  );
  if (readToken() !== token) return determineSession();
  const state = session.get();
  const status = error instanceof HttpError && error.status;
  if (error === null) {
    runtime.sessionStorage.set(SESSION_CHECKED_KEY, String(runtime.now()));
    if (state.status !== 'signed-in' || state.token !== token) await signIn(user, token);
  } else if (status === 401 || status === 403) {
    signOut();
    // 403 bans the address. The token may still be valid, so the cookie stays.
    if (status === 401) clearToken();
  } else {
    runtime.warn('The session could not be checked.', error);
    retryLater();
    if (state.status !== 'signed-in') signOut(error);
  }
}

let stopRetry = (): void => {};

/** Tries again once, when the device is back online or the tab comes to the front. */
function retryLater(): void {
  stopRetry();
  const again = () => void determineSession();
  stopRetry = combineStops([runtime.on('online', again), runtime.on('visible', again)]);
}

async function determineSession(): Promise<void> {
  stopRetry();
  const token = readToken();
  // Nothing that was saved for visitors is shown to a user (Rule 2.41).
  if (token !== null) void runtime.deleteCache(SAVED_CACHE);
  const user = token === null ? null : decodeToken(token);
  if (token === null || user === null) return signOut();
  const now = runtime.now();
  const isRecent = isRecentCheck(runtime.sessionStorage.get(SESSION_CHECKED_KEY), now);
  if (isRecent && user.expiration > now) await Promise.all([signIn(user, token), check(user, token)]);
  else await check(user, token);
}

let loading: Promise<void> | undefined;

/**
 * Determines the session when the page opens; every call returns the same promise, which never rejects.
 *
 * Without a cookie, or with one that is no token, the visitor is signed out and nothing is requested. Otherwise the
 * server checks the token: valid means signed in, and the profile flags are loaded; 401 and 403 mean signed out. Any
 * other failure is logged, keeps the cookie, counts as signed out, `unchecked`, and is retried when the device is online or the
 * tab visible again. Meanwhile styles hide the page, for 3 s at most. After a recent check in this tab the page shows at once,
 * and the check runs in the background.
 *
 * Does nothing while pages are built.
 */
export function loadSession(): Promise<void> {
  if (!runtime.isBrowser) return Promise.resolve();
  loading ??= determineSession();
  return loading;
}

/** Determines the session again, after the cookie may have changed or become invalid. Never rejects. */
export function reloadSession(): Promise<void> {
  loading = determineSession();
  return loading;
}

Object.assign(sessionHooks, { load: loadSession, reload: reloadSession });

/** Ends the session on this page. The cookie is cleared too, unless it holds another token by now. */
export function endSession(): void {
  const state = session.get();
  if (state.status === 'signed-in' && readToken() === state.token) clearToken();
  signOut();
}

/** Signs out in this browser, notifies its other tabs, and goes to the front page, which shows `sentence`. */
export function logout(sentence = 'You are signed out.'): void {
  // First, so that other tabs know the reason when they notice that the cookie is gone.
  runtime.localStorage.set(SESSION_LEFT_KEY, String(runtime.now()));
  clearToken();
  runtime.localStorage.remove(RECENTS_KEY);
  showStatusOnNextPage(sentence);
  runtime.sessionStorage.remove(SESSION_CHECKED_KEY);
  runtime.replace(`${runtime.location().origin}/`);
}

/** Notes that the next page may sign out, because the user chose Logout in the menu (Rule 3.16). */
export function chooseLogout(): void {
  runtime.sessionStorage.set(LOGOUT_CHOSEN_KEY, String(runtime.now()));
}

/** Forgets everything, for tests. */
export function resetSession(): void {
  loading = undefined;
  stopRetry();
  flags.reset();
  session.set({ status: 'loading' });
}
