/** The signed-in user's settings: opting out, the personal token and renewing the seed (Rules 12.1 to 12.6). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { refreshToken, renewSeed } from '#lib/api/auth.ts';
import { errorToMessage, HttpError } from '#lib/api/errors.ts';
import { updateProfile } from '#lib/api/profile.ts';
import { optOutCooldownEnd } from '#lib/domain/moderation.ts';
import { SETTINGS_SENTENCES, settingsRefusal } from '#lib/domain/settings.ts';
import { runtime } from '#lib/runtime.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import { type Remote, remoteValue } from '#lib/stores/remote.ts';
import {
  $profileFlags,
  $session,
  logout,
  reloadSession,
  retryProfileFlags,
  updateProfileFlags,
} from '#lib/stores/session.ts';
import { decodeToken, readToken } from '#lib/stores/session-cookie.ts';
import { handleOwnRotation, lookAtCookie } from '#lib/stores/session-watch.ts';

/** What becomes of something the user asked for. */
export type Task = { state: 'idle' | 'busy' | 'done' } | { state: 'refused'; message: string };

/** The personal token, and when it expires, in milliseconds since 1970. */
export interface PersonalToken {
  token: string;
  expiration: number;
}

type Account = SessionUser & PersonalToken;

const IDLE: Task = { state: 'idle' };
const saving = atom<Task>(IDLE);
const renewing = atom<Task>(IDLE);
const refreshing = atom<Task>(IDLE);
const fresh = atom<PersonalToken | null>(null);
const choice = atom<boolean | null>(null);
/** When it was last looked whether the opt-out may be changed. */
const looked = atom(0);

/** The latest value that is one: a session that ends takes nothing off the screen. */
function lasting<T, V>($source: ReadableAtom<T>, pick: (value: T) => V | null): ReadableAtom<V | null> {
  let last: V | null = null;
  return computed($source, (value) => {
    last = pick(value) ?? last;
    return last;
  });
}

/** Whose settings these are; stays when the session ends meanwhile. */
export const $account = lasting($session, (session): Account | null =>
  session.status === 'signed-in' ? session : null,
);

/** The user's flags, null until they are there; what was had stays when the session ends, and while they are asked for anew. */
export const $flags: ReadableAtom<Remote<ProfileFlags> | null> = lasting(
  computed([$profileFlags, $session], (flags, session) =>
    flags.status === 'ready' || session.status === 'signed-in' ? flags : null,
  ),
  (flags) => (flags?.status === 'loading' ? null : flags),
);

/** Outcome of saving, of renewing the seed and of asking for a new token. */
export const $saving: ReadableAtom<Task> = saving;
export const $renewing: ReadableAtom<Task> = renewing;
export const $refreshing: ReadableAtom<Task> = refreshing;

/** The token that is shown: the session's own, or a newer one that was asked for. */
export const $personalToken = computed(
  [$account, fresh],
  (account, newer): PersonalToken | null => newer ?? account,
);

const lockedUntil = (remote: Remote<ProfileFlags> | null): number | null => {
  const changed = remote && remoteValue(remote)?.optOutChanged;
  return optOutCooldownEnd(changed ?? null, runtime.now());
};

/** When the opt-out may be changed again, in milliseconds; null when it may be changed now. */
export const $optOutLockedUntil = computed([$flags, looked], lockedUntil);

onMount($optOutLockedUntil, () => {
  let cancel = (): void => {};
  const stop = $flags.subscribe((flags) => {
    cancel();
    const until = lockedUntil(flags);
    if (until !== null) cancel = runtime.setTimer(() => looked.set(runtime.now()), until - runtime.now());
  });
  return () => {
    stop();
    cancel();
  };
});

/** The opt-out as the form shows it: as it is chosen, or as it is stored while it may not be changed; null when not known. */
export const $optOut = computed([choice, $flags, $optOutLockedUntil], (chosen, remote, until) => {
  const flags = remote ? remoteValue(remote) : undefined;
  const isLocked = until !== null || flags?.postsBanned;
  return (isLocked ? null : chosen) ?? flags?.optedOut ?? null;
});

const draftKey = (id: number): string => `settings-opt-out:${id}`;

/** Brings back what was chosen before the page was reloaded and not saved. */
export function restoreChoice(): void {
  const id = $account.get()?.id;
  const kept = id === undefined ? null : runtime.sessionStorage.get(draftKey(id));
  if (kept !== null) choice.set(kept === 'true');
}

/** Chooses; kept in this tab until it is saved. What is being saved stands until it is known what became of it. */
export function chooseOptOut(optedOut: boolean): void {
  if (saving.get().state === 'busy') return;
  choice.set(optedOut);
  saving.set(IDLE);
  const id = $account.get()?.id;
  if (id !== undefined) runtime.sessionStorage.set(draftKey(id), String(optedOut));
}

function forgetChoice(id: number): void {
  choice.set(null);
  runtime.sessionStorage.remove(draftKey(id));
}

function refused(error: unknown): Task {
  const message =
    error instanceof HttpError
      ? settingsRefusal({ status: error.status, message: error.message })
      : errorToMessage(error);
  return { state: 'refused', message };
}

/** Whether the cookie, by which the server knows who asks, is that of somebody else. */
function isSomebodyElse(): boolean {
  const token = readToken();
  return token !== null && decodeToken(token)?.id !== $account.get()?.id;
}

/** Runs a task unless it runs already; what it throws becomes its refusal. True when it succeeded. */
async function attempt($task: typeof saving, work: () => Promise<void>): Promise<boolean> {
  if ($task.get().state === 'busy') return false;
  if (isSomebodyElse()) {
    lookAtCookie();
    $task.set({ state: 'refused', message: SETTINGS_SENTENCES.switched });
    return false;
  }
  $task.set({ state: 'busy' });
  try {
    await work();
    $task.set({ state: 'done' });
    return true;
  } catch (error) {
    $task.set(refused(error));
    if (error instanceof HttpError) await follow(error);
    return false;
  }
}

/** What else a refusal says: the session has ended, or the flags are not what this page believes. */
async function follow(error: HttpError): Promise<void> {
  if (error.isSignedOut) await reloadSession();
  else if (error.status === 403 || error.isCooldown) await retryProfileFlags();
}

/** Saves the opt-out. What changed starts the cooldown at once; the server's own date follows. */
export async function saveSettings(): Promise<void> {
  const account = $account.get();
  const flags = remoteValue($profileFlags.get());
  const optedOut = $optOut.get();
  if (account === null || optedOut === null) return;
  const saved = await attempt(saving, () => updateProfile({ id: account.id, optedOut }));
  if (!saved) return;
  if (flags?.optedOut !== optedOut)
    updateProfileFlags({ optedOut, optOutChanged: new Date(runtime.now()).toISOString() });
  forgetChoice(account.id);
}

/** Asks for a token that is valid from now on; the session's own stays valid too. */
export async function newToken(): Promise<void> {
  await attempt(refreshing, async () => {
    const token = await refreshToken();
    fresh.set({ token, expiration: decodeToken(token)?.expiration ?? 0 });
  });
}

/** Forgets the outcome of renewing, when its dialog is closed. */
export function resetRenewing(): void {
  renewing.set(IDLE);
}

/**
 * Renews the seed: every token of the user stops working, so this browser is signed out and goes to the site's front
 * page (Rule 12.5). The news may arrive over the auth hub before the answer, or without one.
 */
export async function rotateSeed(): Promise<void> {
  const release = handleOwnRotation(logout);
  const renewed = await attempt(renewing, renewSeed);
  release();
  if (renewed) logout();
}

/** Forgets everything, for tests. */
export function resetSettings(): void {
  for (const task of [saving, renewing, refreshing]) task.set(IDLE);
  fresh.set(null);
  choice.set(null);
}
