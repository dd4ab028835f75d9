// @vitest-environment happy-dom

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { profileTabs } from '#lib/domain/profile.ts';
import type { RouteId } from '#lib/routes.ts';
import { FEED_PAGE_SIZES, SIGNS } from '#lib/schemas/list-options.ts';
import { guid, makeClan, makeFlags, makePlayer, makePost } from '#tests/support/builders.ts';
import { API, json, pagingHeaders } from '#tests/support/fake-fetch.ts';
import { newPage } from '#tests/support/new-page.ts';
import { makeToken } from '#tests/support/token.ts';
import { compileScript } from '../../../src/build/page-scripts.ts';

let headScript = '';
beforeAll(async () => {
  ({ code: headScript } = await compileScript('src/scripts/early-requests.ts'));
});

const earlyFetch = vi.fn((_url: string) => new Promise<Response>(() => {}));
beforeEach(() => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL('http://localhost:4321/');
  vi.stubGlobal('fetch', earlyFetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.__early = {};
});

const post = makePost({ id: guid(1) });

/** Runs the head script at an address; returns its requests by URL. */
function sendEarly(route: RouteId, address: string): Record<string, Promise<Response>> {
  history.replaceState(null, '', `http://localhost:4321${address}`);
  Object.assign(document.documentElement.dataset, { api: API, screen: route, cookie: 'Auth_EU' });
  // As the head script does.
  document.documentElement.toggleAttribute('data-session', document.cookie.startsWith('Auth_EU='));
  new Function(headScript)();
  return window.__early ?? {};
}

/** Each screen's path and the stores that load its data. */
const STORES: [
  route: RouteId,
  path: string,
  load: () => Promise<{ listen(listener: () => void): unknown }[]>,
][] = [
  [
    'players',
    '/player',
    async () => [(await import('#lib/stores/search/player-search.ts')).playerSearch.$search],
  ],
  [
    'player',
    '/player/7,Aurora',
    async () => [(await import('#lib/stores/profile/profile-posts.ts')).$profilePosts],
  ],
  ['clans', '/clan', async () => [(await import('#lib/stores/search/clan-search.ts')).clanSearch.$search]],
  ['clan', '/clan/9,TAG-Name', async () => [(await import('#lib/stores/clan/clan.ts')).$clan]],
  ['posts', '/posts', async () => [(await import('#lib/stores/posts/feed.ts')).$feed]],
  ['post', `/posts/${guid(1)}`, async () => [(await import('#lib/stores/posts/post.ts')).$post]],
];

/** Values of query parameters: at least one changes what a screen requests, for each parameter that it reads. */
const VALUES = [
  'true',
  '3',
  'Аврора',
  'a b',
  ...FEED_PAGE_SIZES.map(String),
  ...SIGNS,
  ...profileTabs(false),
];

const ANSWERS: [path: RegExp, body: unknown][] = [
  [/^\/api\/(Player|Clan)\/search\/|^\/api\/Post\/(latest|\d+\/)/, []],
  [/^\/api\/Player\/\d/, makePlayer({ id: 7, postCounts: { received: 99, sent: 99 } })],
  [/^\/api\/Profile\/\d/, makeFlags({ id: 7 })],
  [/^\/api\/Clan\/\d/, makeClan({ id: 9 })],
  [/^\/api\/Post\/[\da-f]+-/, { model: post }],
];

/** The requests of a screen's stores for the data at an address, and the query parameters that they read. */
async function askStores(load: (typeof STORES)[number][2], address: string, cookies: string) {
  const { $address, fakePlatform, settle } = await newPage(() => [import('#lib/stores/core/address.ts')]);
  const paths: string[] = [];
  fakePlatform(address, {
    readCookies: () => cookies,
    apiOrigin: () => API,
    // Nothing times out, however long the test takes.
    setTimer: () => () => {},
    fetch: (url) => {
      const path = url.replace(API, '');
      const body = ANSWERS.find(([pattern]) => pattern.test(path))?.[1];
      // The session is still being checked, as when the head script runs.
      if (body === undefined) return new Promise(() => {});
      paths.push(path);
      return Promise.resolve(json(body, 200, pagingHeaders(0, 999, 10, 9990)));
    },
  });
  const names = new Set<string>();
  const { set } = $address;
  $address.set = (value) =>
    set({
      ...value,
      query: new Proxy(value.query, {
        get: (query, name) => {
          names.add(String(name));
          return query[String(name)];
        },
      }),
    });
  const stops = (await load()).map((store) => store.listen(() => {}) as () => void);
  await settle();
  for (const stop of stops) stop();
  return { paths: paths.sort(), names };
}

test.each(['0', '0,Aurora', '9007199254740992', '9007199254740993,Aurora', '7a', '-7', '7%2CAurora'])(
  'sends no request that the stores do not send for the id and name %s',
  async (pair) => {
    for (const [route, path, load] of STORES.filter(([id]) => id === 'player' || id === 'clan')) {
      const address = path.replace(/[^/]+$/, pair);
      const early = Object.keys(sendEarly(route, address)).map((url) => url.replace(API, ''));
      const { paths } = await askStores(load, address, '');
      expect(early.filter((url) => url !== '/api/features').sort(), route).toEqual(paths);
    }
  },
);

const USER = `Auth_EU=${makeToken({})}`;

test.each(STORES)(
  'requests what the stores of %s do, for every query parameter',
  async (route, path, load) => {
    const compare = async (query: string, cookies: string): Promise<string> => {
      vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookies);
      const early = Object.keys(sendEarly(route, path + query)).map((url) => url.replace(API, ''));
      const { paths } = await askStores(load, path + query, cookies);
      expect(early.filter((url) => url !== '/api/features').sort(), path + query).toEqual(paths);
      return paths.join();
    };
    const plain = await compare('', USER);
    const { names } = await askStores(load, path, USER);
    const effective: string[] = [];
    for (const name of names) {
      const changes: string[] = [];
      for (const value of VALUES) {
        const pair = `${name}=${value}`;
        await compare(`?${pair}`, '');
        if ((await compare(`?${pair}`, USER)) !== plain) changes.push(pair);
      }
      expect(changes, `a value of ${name} that changes the requests`).not.toEqual([]);
      effective.push(changes.at(-1) as string);
    }
    for (const cookies of ['', USER]) await compare(`?${effective.join('&')}`, cookies);
  },
);

test.each([
  ['with a replay', guid(5)],
  ['without a replay', null],
])('requests what the cards of author and player need, once a post %s has arrived', async (_, replayId) => {
  post.replayId = replayId;
  earlyFetch.mockResolvedValueOnce(json({ model: post }));
  const address = `/posts/${guid(1)}`;
  const early = sendEarly('post', address);
  await vi.waitFor(() => expect(Object.keys(early).length).toBeGreaterThan(2));
  const load = async () => {
    const { parties } = await import('#lib/stores/posts/parties.ts');
    return [parties.author.$remote, parties.player.$remote];
  };
  const { paths } = await askStores(load, address, '');
  const sent = Object.keys(early).map((url) => url.replace(API, ''));
  expect(sent.filter((path) => path !== '/api/features').sort()).toEqual(paths);
});
