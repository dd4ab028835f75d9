/**
 * What touches the platform, in one object that tests replace: requests, hubs, cookies, storage, time, the
 * address and the page's events. Nothing here runs on import, so that pages can be built in Node.
 */
import type { HubFactory } from '#lib/hubs/signalr.ts';
import type { RegionId } from '#lib/regions.ts';
import { STATUS_NAME, type StatusMessage } from '#lib/status.ts';

/** Storage that never throws: blocked or full storage reads as empty. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Events of the page that stores react to: `visible` is the tab coming to the front, `storage` another tab writing. */
export type PageEvent = 'online' | 'visible' | 'pagehide' | 'pageshow' | 'popstate' | 'storage';

/** The platform as the site uses it. Functions that subscribe or schedule return their own undoing. */
export interface Runtime {
  /** False while pages are built, which happens in Node: stores then load nothing and open no hub. */
  isBrowser: boolean;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** A request that reports upload progress. */
  createUpload(): XMLHttpRequest;
  createHub: HubFactory;
  /** Requests that the page's head started, by address; see `takeEarly` in `client/client.ts`. */
  early(): Record<string, Promise<Response>> | undefined;
  /** The region this build serves. */
  region(): RegionId;
  /** Name of the region's sign-in cookie; with the region it is written into every page, so that no table is needed. */
  cookieName(): string;
  /** Origin of the regional API, without a trailing slash. */
  apiOrigin(): string;
  location(): { href: string; origin: string; hostname: string; pathname: string; search: string };
  /** Goes to another page in place of this one: back does not lead here again. */
  replace(url: string): void;
  reload(): void;
  /** Adds an entry to the history; `state` is kept with it. */
  pushState(url: string, state?: object): void;
  /** Changes the address of the present entry, which keeps its state. */
  replaceState(url: string): void;
  /** What is kept with the present entry of the history. */
  historyState(): unknown;
  back(): void;
  on(event: PageEvent, listener: () => void): () => void;
  isOnline(): boolean;
  /** Whether the page itself lists this script, so that the browser loads it anyway. */
  isPageScript(url: string): boolean;
  /** Another page was just requested: Firefox cancels this page's requests then. */
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
  /** Runs what can wait once the browser has nothing better to do, or after two seconds. */
  whenIdle(callback: () => void): () => void;
  /** Ends the styles for a session that is being checked: the hidden page and “Checking sign-in…”. */
  releaseHold(): void;
  /** Lets the frame's status region speak; null for what the page before left to say. */
  showStatus(message: StatusMessage | null): void;
  warn(message: string, cause?: unknown): void;
}

/** Where a browser does not tell when it is idle, and when even a busy one has to, in milliseconds. */
const IDLE_FALLBACK_MS = 200;
const IDLE_LATEST_MS = 2000;
/** The main thread is idle before its last frame has reached the screen: how long that takes at most, as a rule. */
const TO_SCREEN_MS = 100;

/** How long a page may still be shown after another one was requested, in milliseconds. */
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

/** The platform that everything in `lib` uses. */
export const runtime: Runtime = {
  isBrowser: hasWindow,
  fetch: (url, init) => fetch(url, init),
  createUpload: () => new XMLHttpRequest(),
  createHub: async (url, options) => (await import('#lib/hubs/signalr.ts')).createSignalrHub(url, options),
  early: () => (hasWindow ? window.__early : undefined),
  region: () => (rootData('region') as RegionId | undefined) ?? 'eu',
  cookieName: () => rootData('cookie') ?? '',
  apiOrigin: () => (rootData('api') ?? '').replace(/\/+$/, ''),
  location: () => window.location,
  replace: (url) => window.location.replace(url),
  reload: () => window.location.reload(),
  pushState: (url, state = undefined) => window.history.pushState(state ?? null, '', url),
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

/** Replaces parts of the platform, for tests; returns a function that brings the former parts back. */
export function setRuntime(parts: Partial<Runtime>): () => void {
  const former = { ...runtime };
  Object.assign(runtime, parts);
  return () => void Object.assign(runtime, former);
}

declare global {
  interface Window {
    /** Requests that the head script started, by absolute address. */
    __early?: Record<string, Promise<Response>>;
  }
}
