/** Remote data as one union, and the store that loads it. */
import { atom, type ReadableAtom } from 'nanostores';
import { HttpError, isAbort, NetworkError } from '#lib/client/errors.ts';
import { countSavedAnswers } from '#lib/client/saved-answers.ts';
import { LEAVING_MS, runtime } from '#lib/runtime.ts';

/**
 * Data from the API: loading, ready (`changing` while it is reloaded), not found (`removed` when a moderator removed it),
 * or failed.
 */
export type Remote<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T; changing: boolean }
  | { status: 'not-found'; removed: boolean }
  | { status: 'failed'; error: unknown };

/** No data yet. */
export const LOADING = { status: 'loading' } as const satisfies Remote<never>;

/** Data that has arrived. */
export function ready<T>(value: T, changing = false): Remote<T> {
  return { status: 'ready', value, changing };
}

/** The state during a load: the present value marked as changing, or loading if there is none. */
function changing<T>(remote: Remote<T>): Remote<T> {
  return remote.status === 'ready' ? ready(remote.value, true) : LOADING;
}

/** The state after a load failed with `error`. */
export function failed(error: unknown): Remote<never> {
  if (error instanceof HttpError && (error.isNotFound || error.isGone))
    return { status: 'not-found', removed: error.isGone };
  return { status: 'failed', error };
}

/** The value, or undefined if there is none. */
export function remoteValue<T>(remote: Remote<T>): T | undefined {
  return remote.status === 'ready' ? remote.value : undefined;
}

/** Whether the API refused the request's own values (400), so that a retry would not help. */
export const isRefused = (remote: Remote<unknown>): boolean =>
  remote.status === 'failed' && remote.error instanceof HttpError && remote.error.status === 400;

/** Wait before the next attempt while the device is online but the server can't be reached, in milliseconds. */
const UNREACHABLE_MS = 15_000;

/** How a load treats the value that is shown now. */
export interface LoadOptions {
  /**
   * `replace` shows loading. `keep` (default) keeps the value, marked as changing. `quiet` keeps it unmarked, and does
   * not notify when the load returns the same value; a failure is only logged. While the value is marked as changing,
   * `quiet` is `keep` without `merge`: the load takes the place of one that the user waits for.
   */
  mode?: 'replace' | 'keep' | 'quiet';
}

/** The same for one kind of value. */
export interface TypedLoadOptions<T> extends LoadOptions {
  /** Returns the value to store instead of `loaded`, if there is a present one. */
  merge?: ((loaded: T, present: T) => T) | undefined;
}

/**
 * A store of remote data with its loader. A new load aborts the one before it. A load without a response is repeated when
 * the device is back online (Rule 16.5).
 */
export interface RemoteStore<T> {
  $remote: ReadableAtom<Remote<T>>;
  /** Loads the value; never throws. Resolves when the store has the outcome: false for a failure. */
  load(fetch: (signal: AbortSignal) => Promise<T>, options?: TypedLoadOptions<T>): Promise<boolean>;
  /** Repeats the latest load; does nothing when there was none. */
  reload(options?: TypedLoadOptions<T>): Promise<boolean>;
  /** Repeats the latest load after a failure. */
  retry(): void;
  /**
   * Changes the value, and also the result of a load that is running, which may be older than the change. So `change` must
   * be idempotent.
   */
  update(change: (value: T) => T): void;
  /** Aborts a load and shows loading again. */
  reset(): void;
}

/**
 * Repeats a load without a response when the device is back online, or soon, if the page is being left: Firefox cancels
 * requests then, but the page may stay or be returned to. Returns a function that cancels the repetition.
 */
const repeatLater = (repeat: () => void, isLeaving: boolean): (() => void) =>
  isLeaving ? runtime.setTimer(repeat, LEAVING_MS) : runtime.on('online', repeat);

/** Repeats a load that got a saved answer: when the device is online, or later if it already is. */
const onceConnected = (repeat: () => void): (() => void) =>
  runtime.isOnline() ? runtime.setTimer(repeat, UNREACHABLE_MS) : runtime.on('online', repeat);

function afterQuietFailure<T>(shown: Remote<T>, outcome: Remote<never>, error: unknown): Remote<T> {
  if (shown.status !== 'ready' || outcome.status !== 'failed') return outcome;
  runtime.warn('A reload failed, so the page may be out of date.', error);
  return ready(shown.value);
}

/** Whether a reload returned the shown value, so that nothing is redrawn. Data from the API is JSON. */
const isSame = (a: Remote<unknown>, b: Remote<unknown>): boolean =>
  a.status === 'ready' && JSON.stringify(a) === JSON.stringify(b);

function merged<T>(shown: Remote<T>, loaded: T, merge: TypedLoadOptions<T>['merge']): T {
  const present = remoteValue(shown);
  return merge && present !== undefined ? merge(loaded, present) : loaded;
}

/** The options of a load that may take the place of one that the user waits for. */
const effectiveOptions = <T>(shown: Remote<T>, options: TypedLoadOptions<T>): TypedLoadOptions<T> =>
  options.mode === 'quiet' && shown.status === 'ready' && shown.changing ? {} : options;

/** Makes a store of remote data that starts as loading. */
export function createRemote<T>(): RemoteStore<T> {
  const $remote = atom<Remote<T>>(LOADING);
  let current: AbortController | undefined;
  let latest: ((signal: AbortSignal) => Promise<T>) | undefined;
  let changesDuringLoad: ((value: T) => T)[] = [];
  let cancelRepeat = (): void => {};

  const start = (mode: LoadOptions['mode']): AbortController => {
    current?.abort();
    cancelRepeat();
    current = new AbortController();
    changesDuringLoad = [];
    const shown = $remote.get();
    if (mode === 'replace') $remote.set(LOADING);
    else if (mode !== 'quiet' || shown.status !== 'ready') $remote.set(changing(shown));
    return current;
  };

  const fail = (error: unknown, mode: LoadOptions['mode']): boolean => {
    const outcome = failed(error);
    $remote.set(mode === 'quiet' ? afterQuietFailure($remote.get(), outcome, error) : outcome);
    return outcome.status !== 'failed';
  };

  /** Saved answers are shown until there may be a connection; then the load is repeated. */
  const succeed = (loaded: T, savedBefore: number, { mode, merge }: TypedLoadOptions<T>): true => {
    if (countSavedAnswers() > savedBefore) cancelRepeat = onceConnected(() => void reload());
    const value = merged($remote.get(), loaded, merge);
    const next = ready(changesDuringLoad.reduce<T>((before, change) => change(before), value));
    if (mode !== 'quiet' || !isSame($remote.get(), next)) $remote.set(next);
    return true;
  };

  const load: RemoteStore<T>['load'] = async (fetch, wanted = {}) => {
    const options = effectiveOptions($remote.get(), wanted);
    latest = fetch;
    const own = start(options.mode);
    const savedBefore = countSavedAnswers();
    try {
      const loaded = await fetch(own.signal);
      return current !== own || succeed(loaded, savedBefore, options);
    } catch (error) {
      if (current !== own || isAbort(error)) return true;
      if (!(error instanceof NetworkError)) return fail(error, options.mode);
      const isLeaving = runtime.isLeaving();
      cancelRepeat = repeatLater(() => void load(fetch, options), isLeaving);
      return isLeaving || fail(error, options.mode);
    } finally {
      if (current === own) current = undefined;
    }
  };

  const reload: RemoteStore<T>['reload'] = async (options) => latest === undefined || load(latest, options);

  return {
    $remote,
    load,
    reload,
    retry: () => void reload({ mode: 'replace' }),
    update: (change) => {
      if (current !== undefined) changesDuringLoad.push(change);
      const shown = $remote.get();
      if (shown.status === 'ready') $remote.set(ready(change(shown.value), shown.changing));
    },
    reset: () => {
      current?.abort();
      cancelRepeat();
      current = undefined;
      $remote.set(LOADING);
    },
  };
}

/** The session is built on this folder, so `session.ts` sets both hooks when it is imported. Until then there is no session. */
const noSession = async (): Promise<void> => {};

/** `load` determines the session, once per page; `reload` determines it again after a 401. Neither rejects. */
export const sessionHooks = { load: noSession, reload: noSession };
