/**
 * The browser as the site uses it, in one object that tests replace: requests, hubs, cookies, storage, time, the address and
 * the page's events. It can be imported in Node, where pages are built.
 */
import type { RegionId } from '#lib/regions.ts';
import type { PageEvent, Runtime, SafeStorage } from '#lib/runtime-types.ts';
import { STATUS_NAME } from '#lib/status.ts';
import { workerUrl } from '#lib/worker-url.ts';

/** Wait in browsers without `requestIdleCallback`, and longest wait in busy ones, in milliseconds. */
const IDLE_FALLBACK_MS = 200;
const IDLE_LATEST_MS = 2000;
/** The main thread is idle before its last frame is on the screen; this is how much longer that usually takes. */
const TO_SCREEN_MS = 100;

/** How long a page may remain after another one was requested, in milliseconds. */
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
  createHub: async (url, options) => (await import('#lib/hubs/signalr.ts')).createSignalrHub(url, options),
  early: () => (hasWindow ? window.__early : undefined),
  region: () => (rootData('region') as RegionId | undefined) ?? 'eu',
  cookieName: () => rootData('cookie') ?? '',
  apiOrigin: () => (rootData('api') ?? '').replace(/\/+$/, ''),
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
  isPageScript: (url) =>
    hasWindow && document.querySelector(`script[src="${url}"], link[href="${url}"]`) !== null,
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
