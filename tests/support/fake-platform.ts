/**
 * A platform for store and island tests: scripted answers, a fake address bar and fake hubs. A request without a scripted
 * answer fails the test, except for the API's features, which it has all of, and the guidelines, which are empty.
 */
import { onTestFinished, vi } from 'vitest';
import { resetFeatures } from '#lib/client/features.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import { hubFactory } from '#lib/hubs/connection.ts';
import type { HubFactory } from '#lib/hubs/signalr.ts';
import type { PageEvent, Runtime } from '#lib/runtime.ts';
import { runtime, setRuntime } from '#lib/runtime.ts';
import { FEATURES } from '#lib/schemas/calls/features.ts';
import type { Paging } from '#lib/schemas/common.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import { makeFlags } from '#tests/support/builders.ts';
import { type FakeHub, fakeHubs } from '#tests/support/fake-hub.ts';
import { makeToken } from '#tests/support/token.ts';

export const API_ORIGIN = 'http://localhost:5999';
export const SITE_ORIGIN = 'http://localhost:4999';

/** How an answer differs from 200 with a JSON body. */
export interface AnswerOptions {
  status?: number;
  paging?: Paging;
  contentType?: string;
  /** Whether the API says that it is read-only. */
  readOnly?: boolean;
  etag?: string;
}

type Answer = () => Promise<Response>;

function response(
  body: unknown,
  { status = 200, paging, contentType = 'application/json', readOnly = false, etag }: AnswerOptions,
) {
  const headers = new Headers({ 'Content-Type': contentType });
  if (readOnly) headers.set(READ_ONLY_HEADER, 'true');
  if (etag !== undefined) headers.set('ETag', etag);
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

/** The part that tests script and read. */
export interface FakePlatform {
  /** Requests so far, as `GET /api/Player/1?includeClanInfo=true`, without the version of the data. */
  requests: string[];
  /** That version in each of them; empty when there is none. */
  versions: string[];
  /** `If-None-Match` of each of them; null when there is none. */
  tags: (string | null)[];
  hubs: FakeHub[];
  /** Messages of the status region; `kept` for one that the page before left. */
  said: string[];
  /** Sets the answer to every later request of this kind. */
  answer(request: string, body?: unknown, options?: AnswerOptions): void;
  /** Leaves a request unanswered; the function answers it. */
  hold(request: string): (body?: unknown, options?: AnswerOptions) => void;
  /** Makes a request fail without an answer. */
  cut(request: string): void;
  /** Path and query of the address bar. */
  address(): string;
  /** Entries of the history, the first one included. */
  history: string[];
  /** Goes to an address as the back button does. */
  goBack(href: string): void;
  /** Fires an event of the page. */
  happen(event: PageEvent): void;
}

/** Parts of the platform in place of those of a visitor, and who is signed in, with a session that the API confirms. */
type Parts = Partial<Runtime> & {
  createHub?: HubFactory;
  user?: NonNullable<Parameters<typeof makeToken>[0]> | undefined;
};

/** Replaces the platform until the test is finished; the browser is at `href`. */
export function fakePlatform(href = '/', { createHub, user, ...parts }: Parts = {}): FakePlatform {
  resetFeatures();
  const answers = new Map<string, Answer>([
    ['GET /api/features', async () => response({ features: FEATURES }, {})],
    ['GET /assets/guidelines.html', async () => response('', { contentType: 'text/html' })],
  ]);
  const cookies = user ? `Auth_EU=${makeToken(user)}` : '';
  if (user) {
    const flags = makeFlags(user.id === undefined ? {} : { id: user.id });
    answers.set('HEAD /api/Auth', async () => response(undefined, {}));
    answers.set(`GET /api/Profile/${flags.id}`, async () => response(flags, {}));
  }
  const listeners = new Map<PageEvent, Set<() => void>>();
  const fake = fakeHubs();
  const { create } = hubFactory;
  hubFactory.create = createHub ?? fake.createHub;
  let url = new URL(href, SITE_ORIGIN);
  const states: (object | null)[] = [null];
  const platform: FakePlatform = {
    requests: [],
    versions: [],
    tags: [],
    hubs: fake.hubs,
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
  const fetch: Runtime['fetch'] = (target, { method = 'GET', headers }) => {
    const [, address = '', version = ''] = /^(.*?)(?:[?&]v=([^&]*))?$/.exec(target) ?? [];
    const request = `${method} ${address.replace(API_ORIGIN, '')}`;
    platform.requests.push(request);
    platform.versions.push(version);
    platform.tags.push(new Headers(headers).get('If-None-Match'));
    const answer = answers.get(request);
    if (answer) return answer();
    console.error(`unexpected request: ${request}`);
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const { setTimer } = runtime;
  const timers: (() => void)[] = [];
  const restore = setRuntime({
    isBrowser: true,
    fetch,
    early: () => undefined,
    region: () => 'eu',
    cookieName: () => 'Auth_EU',
    apiOrigin: () => API_ORIGIN,
    noteAnswer: () => undefined,
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
    readCookies: () => cookies,
    releaseHold: () => {},
    showStatus: (message) => void platform.said.push(message?.text ?? 'kept'),
    whenIdle: (callback) => {
      callback();
      return () => {};
    },
    afterLoad: (callback) => callback(),
    setTimer: (callback, milliseconds) => {
      const cancel = setTimer(callback, milliseconds);
      timers.push(cancel);
      return cancel;
    },
    ...parts,
  });
  onTestFinished(() => {
    for (const cancel of timers) cancel();
    restore();
    hubFactory.create = create;
    // A screen may go on loading after its test.
    setRuntime({ fetch: () => new Promise(() => {}) });
  });
  return platform;
}

/** Runs everything that waits only for promises; fake timers do not advance. */
export async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  if (!vi.isFakeTimers()) await new Promise((resolve) => setTimeout(resolve));
}

/** Collects warnings of the site's code instead of failing the test. */
export function catchWarnings(): string[] {
  const warnings: string[] = [];
  const former = runtime.warn;
  runtime.warn = (message) => void warnings.push(message);
  onTestFinished(() => {
    runtime.warn = former;
  });
  return warnings;
}
