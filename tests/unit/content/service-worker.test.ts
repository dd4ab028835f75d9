import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerServiceWorker } from '#lib/content/service-worker.ts';

const update = vi.fn(async () => {});
const register = vi.fn(async () => ({ update }));
const page = new EventTarget();
const workers = Object.assign(new EventTarget(), { register });
const deleteCache = vi.fn(async () => true);
const said = vi.fn();

interface PageState {
  readyState?: DocumentReadyState;
  cookie?: string;
  build?: string | undefined;
}

/** Opens a page of build `b1` in a browser with service workers. */
function open({ readyState = 'complete', cookie = '', build = 'b1' }: PageState = {}): EventTarget {
  const document = Object.assign(new EventTarget(), {
    readyState,
    cookie,
    hidden: false,
    documentElement: { dataset: { build, cookie: 'Auth_EU', saved: 'saved-answers' } },
    querySelector: () => ({ dataset: { status: 'site-status' } }),
  });
  document.addEventListener('site-status', (event) => said((event as CustomEvent).detail));
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', Object.assign(page, { caches: {} }));
  vi.stubGlobal('caches', { delete: deleteCache });
  return document;
}
const announce = (build: string) => workers.dispatchEvent(new MessageEvent('message', { data: { build } }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the service worker', () => {
  test('is registered 30 s after the load event, not before (Rule 2.15)', () => {
    open({ readyState: 'interactive' });
    registerServiceWorker();
    vi.advanceTimersByTime(60_000);
    page.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(29_999);
    expect(register).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(register.mock.calls).toEqual([['/sw.js']]);
  });

  test('is registered 30 s after a late start when the page is already loaded', () => {
    open();
    registerServiceWorker();
    vi.advanceTimersByTime(29_999);
    expect(register).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(register).toHaveBeenCalledOnce();
  });

  test('is registered with an address of the one policy for workers of the page', () => {
    open();
    const createPolicy = vi.fn(() => ({ createScriptURL: (url: string) => `trusted ${url}` }));
    vi.stubGlobal('trustedTypes', { createPolicy });
    registerServiceWorker();
    vi.advanceTimersByTime(30_000);
    expect(register).toHaveBeenCalledWith('trusted /sw.js');
    expect(window.__workerUrl('/hashed/worker.js')).toBe('trusted /hashed/worker.js');
    expect(createPolicy).toHaveBeenCalledOnce();
  });

  test('is not registered by pages of the dev server, or when the operator turned it off (Rule 2.22)', () => {
    open({ build: '' });
    registerServiceWorker();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('offers to reload pages of another version, not those of its own (Rule 2.21)', () => {
    open();
    registerServiceWorker();
    announce('b1');
    expect(said).not.toHaveBeenCalled();
    announce('b2');
    expect(said.mock.calls[0]?.[0]).toMatchObject({ text: 'A new version is available.', reload: true });
  });

  test('is updated when the user returns to a page after an hour', async () => {
    const document = open();
    registerServiceWorker();
    await vi.advanceTimersByTimeAsync(30_000);
    const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
    comeBack();
    expect(update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_600_000);
    comeBack();
    comeBack();
    expect(update).toHaveBeenCalledOnce();
  });

  test('loses what was saved for visitors as soon as someone is signed in (Rule 2.18)', () => {
    open({ cookie: 'theme=dark; Auth_NA=x' });
    registerServiceWorker();
    expect(deleteCache).not.toHaveBeenCalled();
    open({ cookie: 'theme=dark; Auth_EU=x' });
    registerServiceWorker();
    expect(deleteCache.mock.calls).toEqual([['saved-answers']]);
  });

  test('does nothing where the browser has none', () => {
    open();
    vi.stubGlobal('navigator', {});
    registerServiceWorker();
    expect(vi.getTimerCount()).toBe(0);
  });
});
