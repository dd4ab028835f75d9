/** Who is signed in. See `loadSession` for how that is found out. */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { checkSession } from '#lib/client/auth.ts';
import { HttpError } from '#lib/client/errors.ts';
import { getProfile } from '#lib/client/profile.ts';
import { combineStops } from '#lib/combine-stops.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import { runtime } from '#lib/runtime.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatusOnNextPage } from '#lib/stores/core/status.ts';
import { clearToken, decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import { isRecentCheck, SESSION_CHECKED_KEY, SESSION_LEFT_KEY } from '#lib/stores/session/session-hold.ts';

/** The session: being found out, signed out, or signed in as somebody. */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | ({ status: 'signed-in'; token: string } & SessionUser);

const session = atom<Session>({ status: 'loading' });
const initialised = atom(false);
const flags = createRemote<ProfileFlags>();

/** Who is signed in. */
export const $session: ReadableAtom<Session> = session;

const postsBanned = computed(flags.$remote, (remote) => remoteValue(remote)?.postsBanned ?? false);

/** The signed-in user as permissions see them, a ban included; null when signed out or not known yet. */
export const $viewer = computed(
  [session, postsBanned],
  (state, banned): Viewer => (state.status === 'signed-in' ? { ...state, postsBanned: banned } : null),
);

/** Flags of the signed-in user. Meaningful only when signed in; when they failed, posting is disabled. */
export const $profileFlags: ReadableAtom<Remote<ProfileFlags>> = flags.$remote;

/** False until the session has been found out, then true for the life of the page. */
export const $initialised: ReadableAtom<boolean> = initialised;

/** Marks the page as initialised; called once, when loading the session ends. */
export function markInitialised(): void {
  initialised.set(true);
}

/** Loads the profile flags again after they failed, or after they changed; what is known of the user stays meanwhile. */
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

function finish(state: Session): void {
  session.set(state);
  runtime.releaseHold();
  if (!initialised.get()) markInitialised();
}

function signOut(): void {
  runtime.sessionStorage.remove(SESSION_CHECKED_KEY);
  finish({ status: 'signed-out' });
  flags.reset();
}

async function signIn(user: SessionUser, token: string): Promise<void> {
  finish({ status: 'signed-in', ...user, token });
  await retryProfileFlags();
}

/** What the server says of the cookie's token; a failure that is no refusal is only logged. */
async function ask(): Promise<'valid' | 401 | 403 | undefined> {
  try {
    await checkSession();
    return 'valid';
  } catch (error) {
    const { status } = error instanceof HttpError ? error : {};
    if (status === 401 || status === 403) return status;
    runtime.warn('The session could not be checked.', error);
    return undefined;
  }
}

/** Acts on what the server says of the token, which is nothing once the cookie holds another. */
async function check(user: SessionUser, token: string): Promise<void> {
  const answer = await ask();
  if (readToken() !== token) return findOut();
  const state = session.get();
  if (answer === 'valid') {
    runtime.sessionStorage.set(SESSION_CHECKED_KEY, String(runtime.now()));
    if (state.status !== 'signed-in' || state.token !== token) await signIn(user, token);
  } else if (answer === undefined) {
    retryLater();
    if (state.status !== 'signed-in') signOut();
  } else {
    signOut();
    if (answer === 401) clearToken();
  }
}

/** Tries again, once, when the device is online again or the tab comes to the front. */
function retryLater(): void {
  const stop = combineStops(
    (['online', 'visible'] as const).map((event) =>
      runtime.on(event, () => {
        stop();
        void findOut();
      }),
    ),
  );
}

async function findOut(): Promise<void> {
  const token = readToken();
  const user = token === null ? null : decodeToken(token);
  if (token === null || user === null) return signOut();
  const recent = isRecentCheck(runtime.sessionStorage.get(SESSION_CHECKED_KEY), runtime.now());
  if (recent && user.expiration > runtime.now()) {
    await Promise.all([signIn(user, token), check(user, token)]);
  } else {
    await check(user, token);
  }
}

let loading: Promise<void> | undefined;

/**
 * Finds out who is signed in; every call after the first gets the same promise. No cookie: signed out, and no
 * request. With one, the token is decoded and the server asked: valid means signed in, then the profile flags are
 * fetched; 401 and 403 mean signed out; anything else is logged, counts as signed out, keeps the cookie and is tried
 * again when online. The styles hide the page meanwhile, for 3 s at most, and not at all when a check succeeded moments ago in
 * this tab. Never rejects. Does nothing while pages are built.
 */
export function loadSession(): Promise<void> {
  if (!runtime.isBrowser) return Promise.resolve();
  loading ??= findOut();
  return loading;
}

/**
 * Finds out anew who is signed in, while the page is open: the cookie may have gone, changed or become invalid, here
 * or in another tab. Never rejects.
 */
export function reloadSession(): Promise<void> {
  loading = findOut();
  return loading;
}

/** Ends the session on this page; the cookie goes too, unless somebody signed in anew meanwhile. */
export function endSession(): void {
  const state = session.get();
  if (state.status === 'signed-in' && readToken() === state.token) clearToken();
  signOut();
}

/** Signs out in this browser, tells its other tabs, and goes to the site's front page, which says so in `sentence`. */
export function logout(sentence = 'You are signed out.'): void {
  clearToken();
  showStatusOnNextPage(sentence);
  runtime.sessionStorage.remove(SESSION_CHECKED_KEY);
  runtime.localStorage.set(SESSION_LEFT_KEY, String(runtime.now()));
  runtime.replace(`${runtime.location().origin}/`);
}

/** Forgets everything, for tests. */
export function resetSession(): void {
  loading = undefined;
  initialised.set(false);
  flags.reset();
  session.set({ status: 'loading' });
}
