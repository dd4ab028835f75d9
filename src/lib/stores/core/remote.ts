/** Remote data as one union, and the store that loads it. */
import { atom, type ReadableAtom } from 'nanostores';
import { HttpError, isAbort, NetworkError } from '#lib/client/errors.ts';
import { LEAVING_MS, runtime } from '#lib/runtime.ts';

/**
 * Data from the API: not there yet, there (`changing` while it is loaded anew), known not to exist, or failed.
 * `removed` tells a thing that a moderator took away from one that never was.
 */
export type Remote<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T; changing: boolean }
  | { status: 'not-found'; removed: boolean }
  | { status: 'failed'; error: unknown };

/** Nothing has arrived yet. */
export const LOADING = { status: 'loading' } as const satisfies Remote<never>;

/** The value is there. */
export function ready<T>(value: T, changing = false): Remote<T> {
  return { status: 'ready', value, changing };
}

/** What is shown while it is loaded (again): the present value marked as changing, else loading. */
export function changing<T>(remote: Remote<T>): Remote<T> {
  return remote.status === 'ready' ? ready(remote.value, true) : LOADING;
}

/** What an error of a load means. */
export function failed(error: unknown): Remote<never> {
  if (error instanceof HttpError && (error.isNotFound || error.isGone))
    return { status: 'not-found', removed: error.isGone };
  return { status: 'failed', error };
}

/** The value, or undefined while there is none. */
export function remoteValue<T>(remote: Remote<T>): T | undefined {
  return remote.status === 'ready' ? remote.value : undefined;
}

/** How a load treats what is already shown. */
export interface LoadOptions {
  /**
   * `replace` shows loading; `keep` (default) keeps the present value, marked as changing; `quiet` keeps it unmarked
   * and, when the load fails, keeps it still and only warns.
   */
  mode?: 'replace' | 'keep' | 'quiet';
}

/**
 * A store of remote data with its loader. Only the latest load counts; an earlier one is aborted. One that got no answer
 * is repeated once the device is back online (Rule 16.5).
 */
export interface RemoteStore<T> {
  $remote: ReadableAtom<Remote<T>>;
  /** Loads the value; never throws. Resolves once the store shows the outcome: false for a failure. */
  load(fetch: (signal: AbortSignal) => Promise<T>, options?: LoadOptions): Promise<boolean>;
  /** Repeats the latest load; nothing when there was none. */
  reload(options?: LoadOptions): Promise<boolean>;
  /**
   * Changes the value in place, and once more what a load under way brings: its answer may be older than the change.
   * So `change` must bear being applied to a value that has it already.
   */
  update(change: (value: T) => T): void;
  /** Aborts a load and shows loading again. */
  reset(): void;
}

/**
 * Repeats a load that got no answer. Firefox cancels requests as soon as another page is requested; this one may stay or
 * be returned to. Returns the function that cancels the repetition.
 */
const repeatLater = (again: () => void, isLeaving: boolean): (() => void) =>
  isLeaving ? runtime.setTimer(again, LEAVING_MS) : runtime.on('online', again);

/** Makes a store of remote data that starts as loading. */
export function createRemote<T>(): RemoteStore<T> {
  const $remote = atom<Remote<T>>(LOADING);
  let current: AbortController | undefined;
  let latest: ((signal: AbortSignal) => Promise<T>) | undefined;
  let changesMeanwhile: ((value: T) => T)[] = [];
  let stopWaiting = (): void => {};

  const start = (mode: LoadOptions['mode']): AbortController => {
    current?.abort();
    stopWaiting();
    current = new AbortController();
    changesMeanwhile = [];
    const shown = $remote.get();
    if (mode === 'replace') $remote.set(LOADING);
    else if (mode !== 'quiet' || shown.status !== 'ready') $remote.set(changing(shown));
    return current;
  };

  const fail = (error: unknown, mode: LoadOptions['mode']): boolean => {
    const shown = $remote.get();
    const outcome = failed(error);
    if (mode === 'quiet' && shown.status === 'ready' && outcome.status === 'failed') {
      runtime.warn('Loading anew failed; what is shown may be out of date.', error);
      $remote.set(ready(shown.value));
    } else $remote.set(outcome);
    return outcome.status !== 'failed';
  };

  const load: RemoteStore<T>['load'] = async (fetch, { mode = 'keep' } = {}) => {
    latest = fetch;
    const own = start(mode);
    try {
      const value = await fetch(own.signal);
      if (current !== own) return true;
      $remote.set(ready(changesMeanwhile.reduce<T>((before, change) => change(before), value)));
      return true;
    } catch (error) {
      if (current !== own || isAbort(error)) return true;
      if (!(error instanceof NetworkError)) return fail(error, mode);
      const isLeaving = runtime.isLeaving();
      stopWaiting = repeatLater(() => void load(fetch, { mode }), isLeaving);
      return isLeaving || fail(error, mode);
    } finally {
      if (current === own) current = undefined;
    }
  };

  return {
    $remote,
    load,
    reload: async (options) => latest === undefined || load(latest, options),
    update: (change) => {
      if (current !== undefined) changesMeanwhile.push(change);
      const shown = $remote.get();
      if (shown.status === 'ready') $remote.set(ready(change(shown.value), shown.changing));
    },
    reset: () => {
      current?.abort();
      stopWaiting();
      current = undefined;
      $remote.set(LOADING);
    },
  };
}
