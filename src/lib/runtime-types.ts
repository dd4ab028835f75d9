/** What `runtime.ts` provides. */
import type { HubFactory } from '#lib/hubs/signalr.ts';
import type { RegionId } from '#lib/regions.ts';
import type { StatusMessage } from '#lib/status.ts';

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
  /** Whether a service worker answers the page's requests. */
  hasServiceWorker(): boolean;
  /** A cache that the page shares with the service worker; undefined where there is none. */
  openCache(name: string): Promise<Cache | undefined>;
  /** Deletes that cache. Never rejects. */
  deleteCache(name: string): Promise<void>;
  /** Starts a worker from the URL of its script. */
  createWorker(url: string): Worker;
  createHub: HubFactory;
  /** Requests that the head script sent, by URL; see `takeEarly` in `client/client.ts`. */
  early(): Record<string, Promise<Response>> | undefined;
  /** The region this build serves. */
  region(): RegionId;
  /** Name of the region's sign-in cookie. It is in every page's HTML, so that the region table is not loaded. */
  cookieName(): string;
  /** Origin of the regional API, without a trailing slash. */
  apiOrigin(): string;
  /** The chosen theme; empty for the system's. */
  theme(): string;
  /** Applies and stores a theme, as the head script does. */
  chooseTheme(theme: string): void;
  location(): { href: string; origin: string; hostname: string; pathname: string; search: string };
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
  /** Whether the page's HTML has this script, so that the browser loads it anyway. */
  isPageScript(url: string): boolean;
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
  /** Ends the styles that hide the page while the session is checked. */
  releaseHold(): void;
  /** Shows a message in the frame's status region; null shows the one that the previous page left. */
  showStatus(message: StatusMessage | null): void;
  warn(message: string, cause?: unknown): void;
}
