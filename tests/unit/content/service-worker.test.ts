import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerServiceWorker } from '#lib/content/service-worker.ts';

const register = vi.fn(async () => ({}));
const page = new EventTarget();

/** Opens a page in this state of loading, in a browser with service workers. */
function open(readyState: DocumentReadyState): void {
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('window', page);
}

beforeEach(() => {
  vi.useFakeTimers();
  register.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the service worker', () => {
  test('is registered 30 s after the load event, not before (Rule 2.15)', () => {
    open('interactive');
    registerServiceWorker();
    vi.advanceTimersByTime(60_000);
    page.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(29_999);
    expect(register).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(register.mock.calls).toEqual([['/sw.js']]);
  });

  test('is registered 30 s after a late start when the page is already loaded', () => {
    open('complete');
    registerServiceWorker();
    vi.advanceTimersByTime(29_999);
    expect(register).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(register).toHaveBeenCalledOnce();
  });

  test('is registered with an address of the one policy for workers of the page', () => {
    open('complete');
    const createPolicy = vi.fn(() => ({ createScriptURL: (url: string) => `trusted ${url}` }));
    vi.stubGlobal('trustedTypes', { createPolicy });
    registerServiceWorker();
    vi.advanceTimersByTime(30_000);
    expect(register).toHaveBeenCalledWith('trusted /sw.js');
    expect(window.__workerUrl('/hashed/worker.js')).toBe('trusted /hashed/worker.js');
    expect(createPolicy).toHaveBeenCalledOnce();
  });

  test('does nothing where the browser has none', () => {
    open('complete');
    vi.stubGlobal('navigator', {});
    registerServiceWorker();
    expect(vi.getTimerCount()).toBe(0);
  });
});
