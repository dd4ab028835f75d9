// @vitest-environment happy-dom
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RouteId } from '#lib/routes.ts';
import { compileScript } from '../../../src/build/page-scripts.ts';

const API = 'http://localhost:5010';
let code = '';
beforeAll(async () => {
  for (const name of ['head.ts', 'early-requests.ts'])
    code += (await compileScript(join('src/scripts', name))).code;
});

const request = vi.fn(async () => new Response());
const root = document.documentElement;

function run(route: RouteId, address: string, state: object | null = null): string[] {
  history.replaceState(state, '', `http://localhost:4321${address}`);
  root.dataset.screen = route;
  new Function(code)();
  return Object.keys(window.__early ?? {});
}

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    'http://localhost:4321/',
  );
  vi.stubGlobal('fetch', request.mockClear());
  Object.assign(root.dataset, { api: API, cookie: 'Auth_EU' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the test clears its cookie
  document.cookie = 'Auth_EU=; Max-Age=-1';
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
});

const signIn = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the API's Set-Cookie does
  document.cookie = 'Auth_EU=token';
};

describe('Early requests', () => {
  // `early-requests.test.ts` compares those of ordinary addresses with what the screens request.
  it.each<[RouteId, string, string[]]>([
    ['player', '/player/12x,Name', []],
    // Browsers resolve dots alone as steps of a path.
    ['clans', '/clan?search=..', []],
    ['player', '/player/%E0%A4%A', []],
    [
      'posts',
      '/posts?page=-1&count=7&sign=good&hasReplay=no',
      ['/api/Post/latest?page=1&pageSize=10', '/api/features'],
    ],
    ['posts', '/posts?count=500', ['/api/Post/latest?page=1&pageSize=100', '/api/features']],
    ['post', '/posts/latest', []],
    ['players', '/player?search=Aurora', ['/api/Player/search/Aurora', '/api/features']],
    ['players', '/player?search=Bo', []],
    ['players', '/player?search=a%20b%2F', []],
    ['home', '/', []],
  ])('of %s at %s are those of the screen', (route, address, paths) => {
    expect(run(route, address)).toEqual(paths.map((path) => API + path));
  });

  it('load 500 posts for a signed-in user', () => {
    signIn();
    expect(run('posts', '/posts?count=500')).toContain(`${API}/api/Post/latest?page=1&pageSize=500`);
  });

  describe('for the features of the API', () => {
    const features = `${API}/api/features`;

    it('is sent last with a profile of a signed-in user, which needs the cooldown', () => {
      signIn();
      expect(run('player', '/player/500000001').at(-1)).toBe(features);
    });

    it('is not sent when the tab knows them, nor waited for by what is drawn', () => {
      run('clan', '/clan/501');
      expect(Object.keys(window.__earlyAnswers ?? {})).toEqual(['/api/Clan/501?includeMembers=true']);
      sessionStorage.setItem('features', '');
      expect(run('clan', '/clan/501')).not.toContain(features);
    });
  });

  it.each([
    ['ribbons', '/api/Post/latest?page=1&pageSize=10'],
    ['ribbons sign-filter', '/api/Post/latest?page=1&pageSize=10&sign=positive'],
  ])('have no sign for an API that is known to lack the filter: %s (Rule 7.9)', (features, path) => {
    sessionStorage.setItem('features', features);
    expect(run('posts', '/posts?sign=positive')).toEqual([API + path]);
  });

  it('send the cookie, and a failure causes no unhandled rejection', async () => {
    request.mockRejectedValueOnce(new TypeError('offline'));
    const [url = ''] = run('posts', '/posts');
    expect(request).toHaveBeenCalledWith(url, {
      credentials: 'include',
      headers: { accept: 'application/json' },
    });
    await expect(window.__early?.[url]).rejects.toThrow('offline');
  });
});

describe('Holding the layout for the session (Rule 2.2)', () => {
  it.each([
    ['never happens for a visitor', false, null, undefined],
    ['starts when a user loads a page', true, null, 'loading'],
    ['is skipped when this tab checked the session moments ago', true, 30_000, 'known'],
    ['happens again a minute later', true, 61_000, 'loading'],
  ])('%s', (_, isUser, checkedAgo, state) => {
    if (isUser) signIn();
    if (checkedAgo !== null) sessionStorage.setItem('session-checked', String(Date.now() - checkedAgo));
    run('home', '/');
    expect(root.dataset.session).toBe(state);
  });

  it.each([
    ['skips the fade while the session is checked', 0, true],
    ['keeps the fade when the session is known', 30_000, false],
  ])('%s (Rule 26.7)', (_, checkedAgo, skips) => {
    signIn();
    if (checkedAgo > 0) sessionStorage.setItem('session-checked', String(Date.now() - checkedAgo));
    run('home', '/');
    const skipTransition = vi.fn();
    window.dispatchEvent(Object.assign(new Event('pagereveal'), { viewTransition: { skipTransition } }));
    expect(skipTransition.mock.calls.length > 0).toBe(skips);
  });

  it('preloads the session modules only for a signed-in visitor', () => {
    document.head.innerHTML =
      '<template data-account><link href="/hashed/menu.js"><link href="/hashed/icons.js"></template>';
    run('home', '/');
    expect(document.head.querySelectorAll('link')).toHaveLength(0);
    signIn();
    run('home', '/');
    expect([...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual([
      '/hashed/menu.js',
      '/hashed/icons.js',
    ]);
  });
});

describe('The theme', () => {
  const media = () => [...document.querySelectorAll('meta')].map((meta) => meta.media);
  beforeEach(() => {
    document.head.innerHTML =
      '<meta name="theme-color" data-scheme="light"><meta name="theme-color" data-scheme="dark">';
  });

  it('is applied and stored when it is chosen (Rule 2.20)', () => {
    run('home', '/');
    expect(root.dataset.theme).toBeUndefined();
    expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    window.dispatchEvent(new CustomEvent('theme', { detail: 'dark' }));
    expect(root.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(media(), 'the browser’s own bars follow').toEqual(['not all', 'all']);
    window.dispatchEvent(new CustomEvent('theme', { detail: '' }));
    expect(root.dataset.theme).toBeUndefined();
  });

  it('is the stored one, follows other tabs, and returns from the back/forward cache (Rule 2.20)', () => {
    localStorage.setItem('theme', 'dark');
    run('home', '/');
    expect(root.dataset.theme, 'before anything is drawn').toBe('dark');
    localStorage.setItem('theme', 'light');
    window.dispatchEvent(new Event('storage'));
    expect(root.dataset.theme).toBe('light');
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(root.dataset.theme).toBe('dark');
  });
});

it.each([
  ['nothing', null, ''],
  ['the second text', 'old b', '1'],
  ['both texts', 'b a', '0 1'],
])('hides the notices of which %s was dismissed', (_, dismissed, hidden) => {
  root.dataset.notices = 'a b';
  if (dismissed !== null) localStorage.setItem('dismissed-notices', dismissed);
  run('home', '/');
  expect(root.dataset.dismissed).toBe(hidden);
});

describe('The notice of read-only mode (Rule 2.51)', () => {
  it.each([
    ['is shown from the start after an answer less than a minute ago', 59_000, true],
    ['is not shown by later pages before their first answer', 61_000, false],
  ])('%s', (_, age, isShown) => {
    sessionStorage.setItem('read-only', String(Date.now() - age));
    run('home', '/');
    expect('readOnly' in root.dataset).toBe(isShown);
  });

  it('appears with the first answer to an early request', async () => {
    request.mockResolvedValueOnce(new Response(null, { headers: { 'Fleet-Karma-Read-Only': 'true' } }));
    run('posts', '/posts');
    expect('readOnly' in root.dataset).toBe(false);
    await expect.poll(() => 'readOnly' in root.dataset).toBe(true);
  });
});

it('leaves the history entries of reloaded dialogs once the HTML is parsed', () => {
  const go = vi.spyOn(history, 'go').mockImplementation(() => {});
  run('home', '/', { dialogs: 2 });
  expect(go).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('DOMContentLoaded'));
  expect(go.mock.calls).toEqual([[-2]]);
  history.replaceState(null, '');
  go.mockRestore();
});

describe('A return from the back/forward cache', () => {
  it.each([
    ['sends the port of React’s scheduler, the first, one more message', true, 1],
    ['sends nothing when the page is loaded instead', false, 0],
  ])('%s', (_, persisted, messages) => {
    const postMessage = vi.fn();
    vi.stubGlobal(
      'MessageChannel',
      class {
        port1 = {};
        port2 = { postMessage };
      },
    );
    const { MessageChannel: original } = window;
    run('home', '/');
    new window.MessageChannel();
    expect(window.MessageChannel).toBe(original);
    new window.MessageChannel();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect(postMessage).toHaveBeenCalledTimes(messages);
  });
});
