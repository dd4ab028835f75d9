import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadCode, ReloadNeededError } from '#lib/load-code.ts';
import { setRuntime } from '#lib/runtime.ts';

/** Other files for each test, because each is fetched once. */
let files: string[];
let parts = 0;
let requests: string[];
let answer: (url: string) => Response | Promise<Response>;
let restore: () => void;

beforeEach(() => {
  parts += 1;
  files = [`/hashed/Part${parts}.js`, `/hashed/dependency${parts}.js`];
  requests = [];
  answer = () => new Response('code');
  restore = setRuntime({
    fetch: async (url) => {
      requests.push(url);
      return answer(url);
    },
    isPageScript: (url) => url === '/hashed/framework.js',
  });
});

afterEach(() => restore());

describe('loading code', () => {
  it('fetches each file once, except scripts of the page, and then imports', async () => {
    const load = vi.fn(async () => 'part');
    await expect(loadCode(load, [...files, '/hashed/framework.js'])).resolves.toBe('part');
    await expect(loadCode(load, files)).resolves.toBe('part');
    expect(requests).toEqual(files);
  });

  it.each([
    ['without an answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['with status 404', () => new Response('', { status: 404 })],
  ])('does not import while a dependency is %s, and fetches it again later', async (_, failure) => {
    const load = vi.fn(async () => 'part');
    answer = (url) => (url === files[1] ? failure() : new Response('code'));
    await expect(loadCode(load, files)).rejects.toThrow();
    expect(load).not.toHaveBeenCalled();
    answer = () => new Response('code');
    await expect(loadCode(load, files)).resolves.toBe('part');
    expect(requests).toEqual([...files, files[1]]);
  });

  it('fails after 30 seconds without an answer, and fetches again later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const load = vi.fn(async () => 'part');
    answer = () => new Promise(() => {});
    const loading = expect(loadCode(load, files)).rejects.toThrow('no answer');
    while (requests.length < files.length) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(30_000);
    await loading;
    answer = () => new Response('code');
    await expect(loadCode(load, files)).resolves.toBe('part');
  });

  it('asks for a reload when the import fails after a fetch', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(loadCode(load, files)).rejects.toThrow(ReloadNeededError);
    await expect(loadCode(load, files)).rejects.toThrow(ReloadNeededError);
    expect(requests).toEqual([...files, ...files]);
  });

  it('does not ask for a reload while fetching fails', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(loadCode(load, files)).rejects.toThrow(ReloadNeededError);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(loadCode(load, files)).rejects.not.toThrow(ReloadNeededError);
  });
});
