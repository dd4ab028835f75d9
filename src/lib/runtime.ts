/**
 * The browser as the site uses it, in one object that tests replace: requests, cookies, storage, time, the address and
 * the page's events. It can be imported in Node, where pages are built.
 */
import { noteReadOnly } from '#lib/domain/read-only.ts';
import type { RegionId } from '#lib/regions.ts';
import { STATUS_NAME, type StatusMessage } from '#lib/status.ts';
import { workerUrl } from '#lib/worker-url.ts';

/**
 * Events of the page. `visible`: the tab comes to the front. `storage`: another tab wrote to the storage. `theme`: a theme was
 * chosen on this page.
 */
export type PageEvent = 'online' | 'visible' | 'pagehide' | 'pageshow' | 'popstate' | 'storage' | 'theme';

/** Wait in browsers without `requestIdleCallback`, and longest wait in busy ones, in milliseconds. */
const IDLE_FALLBACK_MS = 200;
const IDLE_LATEST_MS = 2000;
/** Usual time from the idle main thread to its last frame on the screen, in milliseconds. */
const TO_SCREEN_MS = 100;

const AFTER_LOAD_MS = 1500;

/** How long a page may stay open after the browser started to leave it, in milliseconds. */
export const LEAVING_MS = 3000;

const hasWindow = typeof window !== 'undefined';

let leftAt = Number.NEGATIVE_INFINITY;
if (hasWindow)
  window.addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
const isLeaving = (): boolean => Date.now() - leftAt < LEAVING_MS;

/** Storage that never throws. Blocked storage is empty; writing to full storage does nothing. */
function safeStorage(area: 'sessionStorage' | 'localStorage') {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return hasWindow ? use(window[area]) : null;
    } catch {
      return null;
    }
  };
  return {
    get: (key: string): string | null => attempt((storage) => storage.getItem(key)),
    set: (key: string, value: string): void => void attempt((storage) => storage.setItem(key, value)),
    remove: (key: string): void => void attempt((storage) => storage.removeItem(key)),
    /** All keys, in any order. */
    keys: (): string[] => attempt((storage) => Object.keys(storage)) ?? [],
  };
}

const rootData = (name: string): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset[name];

function listen(event: PageEvent, listener: () => void): () => void {
  if (!hasWindow) return () => {};
  const target = event === 'visible' ? document : window;
  const name = event === 'visible' ? 'visibilitychange' : event;
  const handler = () => {
    if (event !== 'visible' || document.visibilityState === 'visible') listener();
  };
  target.addEventListener(name, handler);
  return () => target.removeEventListener(name, handler);
}

/** Runs the callback when the browser is idle, at the latest after about two seconds. */
function whenIdle(callback: () => void): () => void {
  if (!hasWindow || !('requestIdleCallback' in window)) return runtime.setTimer(callback, IDLE_FALLBACK_MS);
  let cancelTimer = (): void => {};
  const wait = (): void => {
    cancelTimer = runtime.setTimer(callback, TO_SCREEN_MS);
  };
  const request = window.requestIdleCallback(wait, { timeout: IDLE_LATEST_MS });
  return () => {
    window.cancelIdleCallback(request);
    cancelTimer();
  };
}

/** Runs the callback 1.5 s after the page's load event, or soon if that has passed: what is shown first loads before. */
function afterLoad(callback: () => void): void {
  const wait = (): void => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    runtime.setTimer(callback, Math.max(0, (page?.loadEventStart ?? 0) + AFTER_LOAD_MS - performance.now()));
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}

/** The platform that all code in `lib` uses. Functions that subscribe or schedule return a function that cancels it. */
export const runtime = {
  /** False while pages are built, which happens in Node: stores then load nothing and open no hub. */
  isBrowser: hasWindow,
  fetch: (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
  /** A request that reports upload progress. */
  createUpload: (): XMLHttpRequest => new XMLHttpRequest(),
  /** Whether a service worker handles the page's requests. The types promise one, but insecure pages have none. */
  hasServiceWorker: (): boolean => hasWindow && Boolean(navigator.serviceWorker?.controller),
  /** A cache that the page shares with the service worker; undefined where there is none, as on insecure pages. */
  openCache: async (name: string): Promise<Cache | undefined> =>
    hasWindow && 'caches' in window ? window.caches.open(name) : undefined,
  /** Deletes that cache. Never rejects. */
  deleteCache: async (name: string): Promise<void> => {
    if (hasWindow && 'caches' in window) await window.caches.delete(name).catch(() => false);
  },
  /** Starts a worker from the URL of its script. */
  createWorker: (url: string): Worker => new Worker(workerUrl(url), { type: 'module' }),
  /** Requests that the head script sent, by URL; see `takeEarly` in `client/client.ts`. */
  early: (): Record<string, Promise<Response>> | undefined => (hasWindow ? window.__early : undefined),
  /** The region this build serves. */
  region: (): RegionId => (rootData('region') as RegionId | undefined) ?? 'eu',
  /** Name of the region's sign-in cookie. It is in every page's HTML, so that the region table is not loaded. */
  cookieName: (): string => rootData('cookie') ?? '',
  /** Origin of the regional API, without a trailing slash, or the page's origin if the API has none. */
  apiOrigin: (): string => (rootData('api') || (hasWindow ? window.location.origin : '')).replace(/\/+$/, ''),
  /** The chosen theme; empty for the system's. */
  theme: (): string => rootData('theme') ?? '',
  /** Applies and stores a theme, as the head script does. */
  chooseTheme: (detail: string): void => void window.dispatchEvent(new CustomEvent('theme', { detail })),
  location: (): Pick<Location, 'href' | 'origin' | 'hostname' | 'pathname' | 'search' | 'hash'> =>
    window.location,
  /** Goes to another page without leaving this one in the history. */
  replace: (url: string): void => window.location.replace(url),
  reload: (): void => window.location.reload(),
  /** Adds a history entry with `state`. Only `history.ts` writes the history. */
  pushState: (url: string, state?: object): void => window.history.pushState(state ?? null, '', url),
  /** Changes the address of the current history entry, which keeps its state. */
  replaceState: (url: string): void => window.history.replaceState(window.history.state, '', url),
  /** State of the current history entry. */
  historyState: (): unknown => window.history.state,
  back: (): void => window.history.back(),
  on: listen,
  isOnline: (): boolean => !hasWindow || navigator.onLine,
  /** Whether another page was just requested: Firefox then cancels this page's requests. */
  isLeaving,
  /** All cookies of the page, as `name=value; name=value`. */
  readCookies: (): string => (typeof document === 'undefined' ? '' : document.cookie),
  /** Sets one cookie, in the form of a Set-Cookie header. */
  writeCookie: (cookie: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = cookie;
  },
  /** Storage of this tab. */
  sessionStorage: safeStorage('sessionStorage'),
  /** Storage of this device. */
  localStorage: safeStorage('localStorage'),
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
  setTimer: (callback: () => void, milliseconds: number): (() => void) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  whenIdle,
  afterLoad,
  /** Shows or hides the notice of read-only mode, as an answer of the API says. */
  noteAnswer: (answer: Response): void => {
    if (hasWindow) noteReadOnly(answer, document.documentElement, runtime.sessionStorage, runtime.now());
  },
  /** Shows the page, which styles hide while the session is checked. */
  releaseHold: (): void => {
    if (hasWindow) document.documentElement.removeAttribute('data-session');
  },
  /** Shows a message in the frame's status region; null shows the message that the previous page left. */
  showStatus: (detail: StatusMessage | null): void => {
    if (hasWindow) document.dispatchEvent(new CustomEvent(STATUS_NAME, { detail }));
  },
  warn: (message: string, cause?: unknown): void => {
    if (isLeaving()) return;
    // biome-ignore lint/suspicious/noConsole: the one place that writes to the console.
    console.warn(message, ...(cause === undefined ? [] : [cause]));
  },
};

/** The platform, as tests replace it. */
export type Runtime = typeof runtime;

/** Replaces parts of the platform, for tests; returns a function that restores them. */
export function setRuntime(parts: Partial<Runtime>): () => void {
  const former = { ...runtime };
  Object.assign(runtime, parts);
  return () => void Object.assign(runtime, former);
}

declare global {
  interface Window {
    /** Requests that the head script sent, by absolute URL. */
    __early?: Record<string, Promise<Response>>;
    /** Their answers, by path; undefined after a failure. */
    __earlyAnswers?: Record<string, Promise<unknown>>;
  }
}
