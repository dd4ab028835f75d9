/**
 * The browser as the site uses it, in one object that tests replace: requests, cookies, storage, time, the address and
 * the page's events. It can be imported in Node, where pages are built.
 */
import { noteReadOnly } from '#lib/domain/read-only.ts';
import type { RegionId } from '#lib/regions.ts';
import { STATUS_NAME, type StatusMessage } from '#lib/status.ts';
import { workerUrl } from '#lib/worker-url.ts';

/** Storage that never throws. Blocked storage is empty; writing to full storage does nothing. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** All keys, in any order. */
  keys(): string[];
}

/**
 * Events of the page. `visible`: the tab comes to the front. `storage`: another tab wrote to the storage. `theme`: a theme was
 * chosen on this page.
 */
export type PageEvent = 'online' | 'visible' | 'pagehide' | 'pageshow' | 'popstate' | 'storage' | 'theme';

/** The platform. Functions that subscribe or schedule return a function that cancels it. */
export interface Runtime {
  /** False while pages are built, which happens in Node: stores then load nothing and open no hub. */
  isBrowser: boolean;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** A request that reports upload progress. */
  createUpload(): XMLHttpRequest;
  /** Whether a service worker handles the page's requests. */
  hasServiceWorker(): boolean;
  /** A cache that the page shares with the service worker; undefined where there is none. */
  openCache(name: string): Promise<Cache | undefined>;
  /** Deletes that cache. Never rejects. */
  deleteCache(name: string): Promise<void>;
  /** Starts a worker from the URL of its script. */
  createWorker(url: string): Worker;
  /** Requests that the head script sent, by URL; see `takeEarly` in `client/client.ts`. */
  early(): Record<string, Promise<Response>> | undefined;
  /** The region this build serves. */
  region(): RegionId;
  /** Name of the region's sign-in cookie. It is in every page's HTML, so that the region table is not loaded. */
  cookieName(): string;
  /** Origin of the regional API, without a trailing slash, or the page's origin if the API has none. */
  apiOrigin(): string;
  /** The chosen theme; empty for the system's. */
  theme(): string;
  /** Applies and stores a theme, as the head script does. */
  chooseTheme(theme: string): void;
  location(): {
    href: string;
    origin: string;
    hostname: string;
    pathname: string;
    search: string;
    hash: string;
  };
  /** Goes to another page without leaving this one in the history. */
  replace(url: string): void;
  reload(): void;
  /** Adds a history entry with `state`. Only `history.ts` writes the history. */
  pushState(url: string, state?: object): void;
  /** Changes the address of the current history entry, which keeps its state. */
  replaceState(url: string): void;
  /** State of the current history entry. */
  historyState(): unknown;
  back(): void;
  on(event: PageEvent, listener: () => void): () => void;
  isOnline(): boolean;
  /** Whether another page was just requested: Firefox then cancels this page's requests. */
  isLeaving(): boolean;
  /** All cookies of the page, as `name=value; name=value`. */
  readCookies(): string;
  /** Sets one cookie, in the form of a Set-Cookie header. */
  writeCookie(cookie: string): void;
  /** Storage of this tab. */
  sessionStorage: SafeStorage;
  /** Storage of this device. */
  localStorage: SafeStorage;
  /** Milliseconds since 1970. */
  now(): number;
  setTimer(callback: () => void, milliseconds: number): () => void;
  /** Runs the callback when the browser is idle, at the latest after about two seconds. */
  whenIdle(callback: () => void): () => void;
  /** Shows or hides the notice of read-only mode, as an answer of the API says. */
  noteAnswer(answer: Response): void;
  /** Shows the page, which styles hide while the session is checked. */
  releaseHold(): void;
  /** Shows a message in the frame's status region; null shows the one that the previous page left. */
  showStatus(message: StatusMessage | null): void;
  warn(message: string, cause?: unknown): void;
}

/** Wait in browsers without `requestIdleCallback`, and longest wait in busy ones, in milliseconds. */
const IDLE_FALLBACK_MS = 200;
const IDLE_LATEST_MS = 2000;
/** Usual time from the idle main thread to its last frame on the screen, in milliseconds. */
const TO_SCREEN_MS = 100;

/** How long a page may stay open after the browser started to leave it, in milliseconds. */
export const LEAVING_MS = 3000;

const hasWindow = typeof window !== 'undefined';

let leftAt = Number.NEGATIVE_INFINITY;
if (hasWindow)
  window.addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
const isLeaving = (): boolean => Date.now() - leftAt < LEAVING_MS;

function safeStorage(area: 'sessionStorage' | 'localStorage'): SafeStorage {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return hasWindow ? use(window[area]) : null;
    } catch {
      return null;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key)),
    set: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key) => void attempt((storage) => storage.removeItem(key)),
    keys: () => attempt((storage) => Object.keys(storage)) ?? [],
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

/** The platform that all code in `lib` uses. */
export const runtime: Runtime = {
  isBrowser: hasWindow,
  fetch: (url, init) => fetch(url, init),
  createUpload: () => new XMLHttpRequest(),
  // The types promise both, but insecure pages have neither.
  hasServiceWorker: () => hasWindow && Boolean(navigator.serviceWorker?.controller),
  openCache: async (name) => (hasWindow && 'caches' in window ? window.caches.open(name) : undefined),
  deleteCache: async (name) => {
    if (hasWindow && 'caches' in window) await window.caches.delete(name).catch(() => false);
  },
  createWorker: (url) => new Worker(workerUrl(url), { type: 'module' }),
  early: () => (hasWindow ? window.__early : undefined),
  region: () => (rootData('region') as RegionId | undefined) ?? 'eu',
  cookieName: () => rootData('cookie') ?? '',
  apiOrigin: () => (rootData('api') || (hasWindow ? window.location.origin : '')).replace(/\/+$/, ''),
  theme: () => rootData('theme') ?? '',
  chooseTheme: (detail) => void window.dispatchEvent(new CustomEvent('theme', { detail })),
  location: () => window.location,
  replace: (url) => window.location.replace(url),
  reload: () => window.location.reload(),
  pushState: (url, state) => window.history.pushState(state ?? null, '', url),
  replaceState: (url) => window.history.replaceState(window.history.state, '', url),
  historyState: () => window.history.state,
  back: () => window.history.back(),
  on: listen,
  isOnline: () => !hasWindow || navigator.onLine,
  isLeaving,
  readCookies: () => (typeof document === 'undefined' ? '' : document.cookie),
  writeCookie: (cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = cookie;
  },
  sessionStorage: safeStorage('sessionStorage'),
  localStorage: safeStorage('localStorage'),
  now: () => Date.now(),
  setTimer: (callback, milliseconds) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  whenIdle,
  noteAnswer: (answer) => {
    if (hasWindow) noteReadOnly(answer, document.documentElement, runtime.sessionStorage, runtime.now());
  },
  releaseHold: () => {
    if (hasWindow) document.documentElement.removeAttribute('data-session');
  },
  showStatus: (detail) => {
    if (hasWindow) document.dispatchEvent(new CustomEvent(STATUS_NAME, { detail }));
  },
  warn: (message, cause) => {
    if (isLeaving()) return;
    // biome-ignore lint/suspicious/noConsole: the one place that writes to the console.
    console.warn(message, ...(cause === undefined ? [] : [cause]));
  },
};

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
