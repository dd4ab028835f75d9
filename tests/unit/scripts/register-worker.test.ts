import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { workerUrl } from '#lib/worker-url.ts';

const update = vi.fn(async () => {});
const register = vi.fn(async () => ({ update }));
const workers = Object.assign(new EventTarget(), { register });
const said = vi.fn();
const document = Object.assign(new EventTarget(), {
  hidden: false,
  documentElement: { dataset: { build: 'b1' } },
  querySelector: () => ({ dataset: { status: 'site-status' } }),
});
document.addEventListener('site-status', (event) => said((event as CustomEvent).detail));
const announce = (build: string) => workers.dispatchEvent(new MessageEvent('message', { data: { build } }));

/** Runs the script as on another page. */
async function registerServiceWorker(): Promise<void> {
  vi.resetModules();
  await import('../../../src/scripts/register-worker.ts');
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('document', Object.assign(document, { hidden: false }));
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the service worker', () => {
  test('is registered with an address of the one policy for workers of the page', async () => {
    const createPolicy = vi.fn(() => ({ createScriptURL: (url: string) => `trusted ${url}` }));
    vi.stubGlobal('trustedTypes', { createPolicy });
    await registerServiceWorker();
    expect(register.mock.calls).toEqual([['trusted /sw.js']]);
    expect(workerUrl('/hashed/worker.js')).toBe('trusted /hashed/worker.js');
    expect(createPolicy).toHaveBeenCalledOnce();
  });

  test('is registered without a policy where there are no Trusted Types', async () => {
    await registerServiceWorker();
    expect(register.mock.calls).toEqual([['/sw.js']]);
  });

  test.each([
    [true, '/sw.js?save-data'],
    [false, '/sw.js'],
  ])('learns from its address whether the user saves data: %s (Rule 2.43)', async (saveData, address) => {
    vi.stubGlobal('navigator', { serviceWorker: workers, connection: { saveData } });
    await registerServiceWorker();
    expect(register.mock.calls).toEqual([[address]]);
  });

  test('offers to reload pages of another version, not those of its own (Rule 2.44)', async () => {
    await registerServiceWorker();
    announce('b1');
    expect(said).not.toHaveBeenCalled();
    announce('b2');
    expect(said.mock.calls[0]?.[0]).toMatchObject({ text: 'A new version is available.', reload: true });
  });

  test('is updated every hour while the page is open and visible (Rule 2.15)', async () => {
    await registerServiceWorker();
    await vi.advanceTimersByTimeAsync(3_599_999);
    expect(update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(update).toHaveBeenCalledOnce();
    document.hidden = true;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(update).toHaveBeenCalledOnce();
  });

  test('is left out where the browser has none', async () => {
    vi.stubGlobal('navigator', {});
    await registerServiceWorker();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the code that registers it', () => {
  const counted = globalThis as { workerCode?: number };
  const page = new EventTarget();

  /** Opens a page in this state of loading; its code counts how often it ran. */
  async function open(readyState: DocumentReadyState, worker: string | undefined): Promise<void> {
    counted.workerCode = 0;
    vi.stubGlobal('document', { readyState, documentElement: { dataset: { worker } } });
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.resetModules();
    await import('../../../src/scripts/load-worker.ts');
  }
  const CODE = 'data:text/javascript,globalThis.workerCode = 1;';

  test('is loaded 30 s after the load event, not before (Rule 2.15)', async () => {
    await open('interactive', CODE);
    await vi.advanceTimersByTimeAsync(60_000);
    page.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(counted.workerCode).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(() => counted.workerCode).toBe(1);
  });

  test('is not loaded by pages of the dev server, or when the worker is turned off (Rule 2.45)', async () => {
    await open('complete', undefined);
    expect(vi.getTimerCount()).toBe(0);
  });
});
