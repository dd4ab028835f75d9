/**
 * A platform for store and island tests: scripted answers, a scripted address bar and a hub that tests speak
 * through. A request that no answer was scripted for fails the test.
 */
import { onTestFinished, vi } from 'vitest';
import type { Hub } from '#lib/hubs/signalr.ts';
import { type PageEvent, type Runtime, runtime, setRuntime } from '#lib/runtime.ts';
import type { Paging } from '#lib/schemas/common.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

export const API_ORIGIN = 'http://localhost:5999';
export const SITE_ORIGIN = 'http://localhost:4999';

/** How an answer differs from 200 with a JSON body. */
export interface AnswerOptions {
  status?: number;
  paging?: Paging;
  contentType?: string;
}

type Answer = () => Promise<Response>;

/** A connection that a store opened; tests speak as the server. */
export interface FakeHub {
  url: string;
  /** Sends an event to the page. */
  emit(event: string, ...args: unknown[]): void;
  /** Loses the connection. */
  drop(): void;
}

function response(body: unknown, { status = 200, paging, contentType = 'application/json' }: AnswerOptions) {
  const headers = new Headers({ 'Content-Type': contentType });
  if (paging) {
    headers.set(PAGING_HEADERS.current, String(paging.currentPage - 1));
    headers.set(PAGING_HEADERS.size, String(paging.pageSize));
    headers.set(PAGING_HEADERS.total, String(paging.totalPages));
    headers.set(PAGING_HEADERS.items, String(paging.totalItems));
  }
  const isEmpty = body === undefined || [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers,
  });
}

function createHubs() {
  const hubs: FakeHub[] = [];
  const createHub = async (url: string): Promise<Hub> => {
    const handlers = new Map<string, (...args: unknown[]) => void>();
    let onClose = (): void => {};
    hubs.push({
      url,
      emit: (event, ...args) => handlers.get(event.toLowerCase())?.(...args),
      drop: () => onClose(),
    });
    return {
      start: async () => {},
      stop: async () => {},
      on: (event, handler) => void handlers.set(event.toLowerCase(), handler),
      onClose: (handler) => {
        onClose = handler;
      },
      send: async () => {},
      stream: async () => {},
    };
  };
  return { hubs, createHub };
}

/** What tests script and read. */
export interface FakePlatform {
  /** Requests so far, as `GET /api/Player/1?includeClanInfo=true`. */
  requests: string[];
  hubs: FakeHub[];
  /** What the status region was asked to say; `kept` for what the page before left. */
  said: string[];
  /** Answers a request, every time it is sent, until it is answered otherwise. */
  answer(request: string, body?: unknown, options?: AnswerOptions): void;
  /** Leaves a request unanswered; the function answers it. */
  hold(request: string): (body?: unknown, options?: AnswerOptions) => void;
  /** Lets a request fail without an answer. */
  cut(request: string): void;
  /** Path and query of the address bar. */
  address(): string;
  /** Entries of the history, the first one included. */
  history: string[];
  /** Goes to an address as the back button does. */
  goBack(href: string): void;
  /** Lets an event of the page happen. */
  happen(event: PageEvent): void;
}

/** Replaces the platform until the test is finished; the browser is at `href`. */
export function fakePlatform(href = '/', parts: Partial<Runtime> = {}): FakePlatform {
  const answers = new Map<string, Answer>();
  const listeners = new Map<PageEvent, Set<() => void>>();
  const { hubs, createHub } = createHubs();
  let url = new URL(href, SITE_ORIGIN);
  const states: (object | null)[] = [null];
  const platform: FakePlatform = {
    requests: [],
    hubs,
    said: [],
    answer: (request, body, options = {}) => void answers.set(request, async () => response(body, options)),
    hold: (request) => {
      let release = (_: Response): void => {};
      const held = new Promise<Response>((resolve) => {
        release = resolve;
      });
      answers.set(request, () => held);
      return (body, options = {}) => release(response(body, options));
    },
    cut: (request) => void answers.set(request, () => Promise.reject(new TypeError('Failed to fetch'))),
    address: () => url.pathname + url.search,
    history: [href],
    goBack: (to) => {
      url = new URL(to, SITE_ORIGIN);
      platform.happen('popstate');
    },
    happen: (event) => {
      for (const listener of listeners.get(event) ?? []) listener();
    },
  };
  const fetch: Runtime['fetch'] = (target, { method = 'GET' }) => {
    const request = `${method} ${target.replace(API_ORIGIN, '')}`;
    platform.requests.push(request);
    const answer = answers.get(request);
    if (answer) return answer();
    console.error(`unexpected request: ${request}`);
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const restore = setRuntime({
    isBrowser: true,
    fetch,
    createHub,
    early: () => undefined,
    region: () => 'eu',
    cookieName: () => 'Auth_EU',
    apiOrigin: () => API_ORIGIN,
    location: () => url,
    pushState: (to, state) => {
      url = new URL(to, SITE_ORIGIN);
      platform.history.push(to);
      states.push(state ?? null);
    },
    replaceState: (to) => {
      url = new URL(to, SITE_ORIGIN);
      platform.history[platform.history.length - 1] = to;
    },
    historyState: () => states.at(-1),
    back: () => {
      states.pop();
      platform.history.pop();
      platform.goBack(platform.history.at(-1) ?? href);
    },
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    isOnline: () => true,
    readCookies: () => '',
    releaseHold: () => {},
    showStatus: (message) => void platform.said.push(message?.text ?? 'kept'),
    whenIdle: (callback) => {
      callback();
      return () => {};
    },
    ...parts,
  });
  onTestFinished(restore);
  return platform;
}

/** Lets everything that waits for nothing but promises happen; with fake timers, time stands still meanwhile. */
export async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  if (!vi.isFakeTimers()) await new Promise((resolve) => setTimeout(resolve));
}

/** Warnings that the site's code gives, caught instead of failing the test. */
export function catchWarnings(): string[] {
  const warnings: string[] = [];
  const former = runtime.warn;
  runtime.warn = (message) => void warnings.push(message);
  onTestFinished(() => {
    runtime.warn = former;
  });
  return warnings;
}
