// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getClan, searchClans } from '#lib/client/clan.ts';
import { hasFeature } from '#lib/client/features.ts';
import { getPlayer, searchPlayers } from '#lib/client/player.ts';
import { getPost, listLatestPosts, listProfilePosts } from '#lib/client/post.ts';
import { getProfile } from '#lib/client/profile.ts';
import type { RouteId } from '#lib/routes.ts';
import { CLAN_SEARCH_RESULTS_SHOWN } from '#lib/schemas/clan.ts';
import { guid, makeClan, makeFlags, makePlayer, makePost } from '#tests/support/builders.ts';
import { API, fakeFetch, json } from '#tests/support/fake-fetch.ts';
import { compileHeadScript } from '../../../src/build/head-script.ts';

let headScript = '';
beforeAll(async () => {
  headScript = await compileHeadScript('early-requests.ts');
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

const player = makePlayer({ id: 7 });
const post = makePost({ id: guid(1) });

const screens: [route: RouteId, address: string, ask: (() => Promise<unknown>)[], answers: unknown[]][] = [
  [
    'player',
    '/player/7,Aurora',
    [() => getPlayer(7), () => getProfile(7), () => listProfilePosts('received', 7, { page: 1 })],
    [player, makeFlags({ id: 7 }), [post]],
  ],
  [
    'player',
    '/player/7?tab=sent&page=4',
    [() => getPlayer(7), () => getProfile(7), () => listProfilePosts('sent', 7, { page: 4 })],
    [player, makeFlags({ id: 7 }), [post]],
  ],
  [
    'player',
    '/player/7?sign=negative&hasReplay=true',
    [
      () => getPlayer(7),
      () => getProfile(7),
      () => listProfilePosts('received', 7, { page: 1, sign: 'negative', hasReplay: true }),
    ],
    [player, makeFlags({ id: 7 }), [post]],
  ],
  [
    'clan',
    '/clan/9,TAG-Name',
    [() => getClan(9), () => hasFeature('ribbons')],
    [makeClan({ id: 9 }), { features: [] }],
  ],
  ['clans', '/clan?search=a%20b', [() => searchClans('a b', CLAN_SEARCH_RESULTS_SHOWN)], [[]]],
  [
    'players',
    '/player?search=auro',
    [() => searchPlayers('auro'), () => hasFeature('ribbons')],
    [[{ id: 7, username: 'Aurora' }], { features: [] }],
  ],
  [
    'players',
    '/player?search=%D0%91%D0%BE%D1%80',
    [() => searchPlayers('Бор'), () => hasFeature('ribbons')],
    [[], { features: [] }],
  ],
  ['posts', '/posts', [() => listLatestPosts({})], [[post]]],
  [
    'posts',
    '/posts?count=25&page=3&hideModActions=true&hasReplay=true',
    [() => listLatestPosts({ page: 3, pageSize: 25, hasReplay: true, hideModActions: true })],
    [[post]],
  ],
  ['post', `/posts/${guid(1)}`, [() => getPost(guid(1))], [{ model: post }]],
];

test.each(screens)('uses the early requests of the screen %s at %s', async (route, address, ask, answers) => {
  history.replaceState(null, '', `http://localhost:4321${address}`);
  const root = document.documentElement;
  root.dataset.api = API;
  root.dataset.screen = route;
  new Function(headScript)();
  const early = window.__early ?? {};
  expect(Object.keys(early)).toHaveLength(ask.length);
  for (const [index, url] of Object.keys(early).entries()) early[url] = Promise.resolve(json(answers[index]));
  const sessionStorage = { get: () => null, set: () => {}, remove: () => {}, keys: () => [] };
  const sent = fakeFetch([], { early: () => early, sessionStorage });
  await Promise.all(ask.map((call) => call()));
  expect(sent).toEqual([]);
  expect(early).toEqual({});
});
