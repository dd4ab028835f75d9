import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadCode, ReloadNeededError, resetLoadedCode } from '#lib/load-code.ts';
import { setRuntime } from '#lib/runtime.ts';

const FILES = ['/hashed/Part.js', '/hashed/dependency.js'];

let requests: string[];
let answer: (url: string) => Response | Promise<Response>;
let restore: () => void;

beforeEach(() => {
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

afterEach(() => {
  restore();
  resetLoadedCode();
});

describe('loading code', () => {
  it('fetches each file once, except scripts of the page, and then imports', async () => {
    const load = vi.fn(async () => 'part');
    await expect(loadCode(load, [...FILES, '/hashed/framework.js'])).resolves.toBe('part');
    await expect(loadCode(load, FILES)).resolves.toBe('part');
    expect(requests).toEqual(FILES);
  });

  it.each([
    ['without an answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['with status 404', () => new Response('', { status: 404 })],
  ])('does not import while a dependency is %s, and fetches it again later', async (_, failure) => {
    const load = vi.fn(async () => 'part');
    answer = (url) => (url === FILES[1] ? failure() : new Response('code'));
    await expect(loadCode(load, FILES)).rejects.toThrow();
    expect(load).not.toHaveBeenCalled();
    answer = () => new Response('code');
    await expect(loadCode(load, FILES)).resolves.toBe('part');
    expect(requests).toEqual([...FILES, FILES[1]]);
  });

  it('fails after 30 seconds without an answer, and fetches again later (Rule 16.7)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const load = vi.fn(async () => 'part');
    answer = () => new Promise(() => {});
    const loading = expect(loadCode(load, FILES)).rejects.toThrow('no answer');
    while (requests.length < FILES.length) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(30_000);
    await loading;
    answer = () => new Response('code');
    await expect(loadCode(load, FILES)).resolves.toBe('part');
  });

  it('asks for a reload when the import fails after a fetch', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(loadCode(load, FILES)).rejects.toThrow(ReloadNeededError);
    await expect(loadCode(load, FILES)).rejects.toThrow(ReloadNeededError);
    expect(requests).toEqual([...FILES, ...FILES]);
  });

  it('does not ask for a reload while fetching fails', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(loadCode(load, FILES)).rejects.toThrow(ReloadNeededError);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(loadCode(load, FILES)).rejects.not.toThrow(ReloadNeededError);
  });
});
