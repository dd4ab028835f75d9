/** The pages of the service worker (Rules 2.42 and 2.43). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRECACHED_PAGES, storedPage } from '#lib/domain/stored-pages.ts';
import type { LifeEvent, PageRequest } from '../../../src/worker/scope.ts';

const stored = new Map<string, string>();
const put = vi.fn(async (address: string, response: Response) => {
  stored.set(address, await response.text());
});
const cache = {
  put,
  match: async (address: string) => (stored.has(address) ? new Response(stored.get(address)) : undefined),
};
const request = vi.fn(async (_: Request) => new Response('from the network'));
const install = vi.fn(async (_: LifeEvent) => ({}));
const matchPrecache = vi.fn(async (_: string | Request): Promise<Response | undefined> => undefined);

vi.mock('workbox-precaching/PrecacheController.js', () => ({
  PrecacheController: class {
    addToCacheList = () => {};
    install = install;
    matchPrecache = matchPrecache;
  },
}));

vi.mock('workbox-expiration/ExpirationPlugin.js', () => ({ ExpirationPlugin: class {} }));
vi.mock('workbox-strategies/CacheFirst.js', () => ({ CacheFirst: class {} }));

let pages: typeof import('../../../src/worker/pages.ts');
beforeEach(async () => {
  stored.clear();
  vi.resetAllMocks();
  vi.stubGlobal('PRECACHED', []);
  vi.stubGlobal('registration', { scope: 'http://localhost:4321/' });
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', request);
  pages = await import('../../../src/worker/pages.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** A navigation, and what it left to do after the answer. */
async function visit(path: string, preloaded?: Response): Promise<Response> {
  const later: Promise<unknown>[] = [];
  const event = {
    request: new Request(`http://localhost:4321${path}`),
    preloadResponse: Promise.resolve(preloaded),
    waitUntil: (promise: Promise<unknown>) => void later.push(promise),
  } as unknown as PageRequest;
  const response = await pages.answerPage(event);
  await Promise.all(later);
  return response;
}
const goOffline = () => request.mockRejectedValue(new TypeError('Failed to fetch'));

describe('a page', () => {
  it('comes from the network while there is one, whatever is stored', async () => {
    stored.set('/player/_', 'stored');
    matchPrecache.mockResolvedValue(new Response('precached'));
    request.mockResolvedValue(new Response('from the network'));
    expect(await (await visit('/player/7,Name')).text()).toBe('from the network');
  });

  it('is the one that the browser requested while the worker started', async () => {
    expect(await (await visit('/posts', new Response('preloaded'))).text()).toBe('preloaded');
    expect(request).not.toHaveBeenCalled();
  });

  it('is stored when it is visited, once for all of its kind, unless it is already', async () => {
    request.mockImplementation(async () => new Response('from the network'));
    await visit('/guidelines');
    await visit('/player?search=boro');
    await visit('/clan/1,A-B');
    expect([...stored.keys()]).toEqual(['/guidelines', '/player', '/clan/_']);
    matchPrecache.mockResolvedValue(new Response('precached'));
    await visit('/posts');
    expect(stored.has('/posts')).toBe(false);
  });

  it('is not stored when it needs the server, failed, or was redirected', async () => {
    request.mockImplementation(async () => new Response('', { status: 500 }));
    await visit('/guidelines');
    request.mockImplementation(async () => Response.redirect('http://localhost:4321/posts'));
    await visit('/posts/view/7');
    request.mockImplementation(async () => new Response('settings'));
    await visit('/settings');
    expect(put).not.toHaveBeenCalled();
  });

  it('stays readable when the device is full', async () => {
    request.mockImplementation(async () => new Response('from the network'));
    put.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    expect(await (await visit('/guidelines')).text()).toBe('from the network');
  });

  it('that is not stored is the one with the frame, where that is stored (Rule 2.42)', async () => {
    goOffline();
    matchPrecache.mockImplementation(async (address) =>
      address === '/offline' ? new Response('framed') : undefined,
    );
    const missing = await visit('/settings');
    expect([missing.status, await missing.text()]).toEqual([503, 'framed']);
  });

  it('is the stored one without a connection, or says that there is none', async () => {
    goOffline();
    stored.set('/clan/_', 'visited');
    expect(await (await visit('/clan/7,A-B')).text()).toBe('visited');
    const missing = await visit('/guidelines');
    expect([missing.status, await missing.text()]).toEqual([
      503,
      expect.stringContaining('You are offline.'),
    ]);
    expect((await visit('/settings')).status).toBe(503);
    expect((await visit('/nothing/here')).status).toBe(503);
  });
});

describe('storing pages in advance', () => {
  const event = {} as LifeEvent;

  it('is left out when the user saves data (Rule 2.43)', async () => {
    vi.stubGlobal('location', { search: '?save-data' });
    await pages.storePages(event);
    expect(install).not.toHaveBeenCalled();
    vi.stubGlobal('location', { search: '' });
    await pages.storePages(event);
    expect(install).toHaveBeenCalledOnce();
  });

  it('fails with a missing file, but not on a full device', async () => {
    vi.stubGlobal('location', { search: '' });
    install.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    await expect(pages.storePages(event)).resolves.toBeUndefined();
    install.mockRejectedValueOnce(new Error('bad-precaching-response'));
    await expect(pages.storePages(event)).rejects.toThrow('bad-precaching-response');
  });
});

it('a file comes from the network when the device cannot read what it stored', async () => {
  matchPrecache.mockRejectedValue(new DOMException('The disk is busy.', 'UnknownError'));
  request.mockResolvedValue(new Response('from the network'));
  const asked = { request: new Request('http://localhost:4321/hashed/a.js') } as unknown as PageRequest;
  expect(await (await pages.answerFile(asked)).text()).toBe('from the network');
});

describe('the stored page of a path', () => {
  it.each([
    ['/', '/'],
    ['/posts', '/posts'],
    ['/posts/', '/posts'],
    ['/posts/1254e2b7-f830-4764-bb05-9f2755ca057e', '/posts/_'],
    ['/posts/view/7', '/posts/_'],
    ['/player/1,Name', '/player/_'],
    ['/player', '/player'],
    ['/clan/501,A-B-Waves', '/clan/_'],
    ['/guidelines', '/guidelines'],
  ])('%s is %s', (path, address) => {
    expect(storedPage(path)).toBe(address);
  });

  it.each(['/login', '/logout', '/settings', '/unauthorized', '/forbidden', '/nothing/here'])(
    '%s has none',
    (path) => {
      expect(storedPage(path)).toBeNull();
    },
  );

  it('is in advance that of profiles, posts and the feed, and the one for all others', () => {
    expect(PRECACHED_PAGES).toEqual([
      { address: '/player/_', shell: 'player/_/index.html' },
      { address: '/posts', shell: 'posts/index.html' },
      { address: '/posts/_', shell: 'posts/_/index.html' },
      { address: '/offline', shell: 'offline/index.html' },
    ]);
  });
});
