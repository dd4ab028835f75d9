import { describe, expect, test } from 'vitest';
import * as auth from '#lib/client/auth.ts';
import * as clan from '#lib/client/clan.ts';
import { findPostingLimits } from '#lib/client/cooldown.ts';
import { hasFeature } from '#lib/client/features.ts';
import * as media from '#lib/client/media.ts';
import * as moderation from '#lib/client/moderation.ts';
import * as player from '#lib/client/player.ts';
import * as post from '#lib/client/post.ts';
import * as postChanges from '#lib/client/post-changes.ts';
import { getPraised } from '#lib/client/praised.ts';
import * as profile from '#lib/client/profile.ts';
import * as replay from '#lib/client/replay.ts';
import { getRibbons } from '#lib/client/ribbons.ts';
import { getStats } from '#lib/client/stats.ts';
import { setRuntime } from '#lib/runtime.ts';
import type { Call } from '#lib/schemas/call.ts';
import * as authCalls from '#lib/schemas/calls/auth.ts';
import * as clanCalls from '#lib/schemas/calls/clan.ts';
import * as cooldownCalls from '#lib/schemas/calls/cooldown.ts';
import { getFeatures } from '#lib/schemas/calls/features.ts';
import * as moderationCalls from '#lib/schemas/calls/moderation.ts';
import * as playerCalls from '#lib/schemas/calls/player.ts';
import * as postCalls from '#lib/schemas/calls/post.ts';
import * as changeCalls from '#lib/schemas/calls/post-changes.ts';
import { getPraised as getPraisedCall } from '#lib/schemas/calls/praised.ts';
import * as profileCalls from '#lib/schemas/calls/profile.ts';
import * as replayCalls from '#lib/schemas/calls/replay.ts';
import { getRibbons as getRibbonsCall } from '#lib/schemas/calls/ribbons.ts';
import { getStats as getStatsCall } from '#lib/schemas/calls/stats.ts';
import { guid, makeClan, makePlayer, makePost } from '#tests/support/builders.ts';
import { API, empty, fakeFetch, json, pagingHeaders } from '#tests/support/fake-fetch.ts';
import * as production from '#tests/support/fixtures/production.ts';
import { makeTimeline } from '#tests/support/timelines.ts';

const descriptions: Call[] = [
  authCalls,
  clanCalls,
  moderationCalls,
  playerCalls,
  postCalls,
  changeCalls,
  cooldownCalls,
  profileCalls,
  replayCalls,
  { getFeatures, getPraised: getPraisedCall, getRibbons: getRibbonsCall, getStats: getStatsCall },
].flatMap((module) => Object.values(module));

const id = guid(1);
const dto = {
  player: { id: 2 },
  author: { id: 1 },
  flairs: 1,
  title: 'Title',
  content: 'Content',
  supportTicketStatus: { hasTicket: false, ticketId: null },
};
const update = {
  id,
  flairs: 1,
  title: 'T',
  content: 'C',
  supportTicketStatus: { hasTicket: false, ticketId: null },
};
const file = new File(['x'], 'a.wowsreplay');
const action = { postId: id, actionType: 0 as const, reason: 'R', updatedPost: null };

/** Every call of the API: the function, the request it sends, the response. */
const calls: [name: string, call: () => Promise<unknown>, sent: string, answer: () => Response][] = [
  ['checkSession', () => auth.checkSession(), 'HEAD /api/Auth', () => empty(200)],
  ['renewSeed', () => auth.renewSeed(), 'POST /api/Auth/renew-seed', () => empty(200)],
  ['refreshToken', () => auth.refreshToken(), 'GET /api/Auth/refresh-token', () => json('t')],
  ['getProfile', () => profile.getProfile(1), 'GET /api/Profile/1', () => json({ id: 1 })],
  [
    'updateProfile',
    () => profile.updateProfile({ id: 1, optedOut: true }),
    'PUT /api/Profile {"id":1,"optedOut":true}',
    () => empty(204),
  ],
  ['listClans', () => clan.listClans(), 'GET /api/Clan', () => json([])],
  ['getClan', () => clan.getClan(9), 'GET /api/Clan/9?includeMembers=true', () => json(makeClan())],
  ['searchClans', () => clan.searchClans('a b', 50), 'GET /api/Clan/search/a%20b?results=50', () => json([])],
  // Dots alone are steps of a path to the browser.
  ['searchClans', () => clan.searchClans('..', 50), 'GET /api/Clan/search/..%20?results=50', () => json([])],
  ['listPlayers', () => player.listPlayers(), 'GET /api/Player', () => json([])],
  ['searchPlayers', () => player.searchPlayers('auro'), 'GET /api/Player/search/auro', () => json([])],
  [
    'getPlayer',
    () => player.getPlayer(7),
    'GET /api/Player/7?includeClanInfo=true',
    () => json(makePlayer()),
  ],
  ['getKarmas', () => player.getKarmas([1]), 'POST /api/Player/karmas [1]', () => json({ 1: 5 })],
  ['getRibbons', () => getRibbons([7, 8]), 'GET /api/Player/ribbons?ids=7%2C8', () => json({ 7: '+' })],
  ['getPraised', () => getPraised(), 'GET /api/Praised', () => json({ players: [], clans: [] })],
  ['getStats', () => getStats(), 'GET /api/Stats', () => json({ posts: 3, players: 2, clans: 1 })],
  ['getKarmasFull', () => player.getKarmasFull([1]), 'POST /api/Player/karmas-full [1]', () => json([])],
  [
    'recalculatePlayer',
    () => player.recalculatePlayer(7),
    'PATCH /api/Player/recalculate?playerId=7',
    () => empty(202),
  ],
  ['listPosts', () => post.listPosts(), 'GET /api/Post', () => json([id])],
  [
    'findPostingLimits',
    () => findPostingLimits(7, { authorId: 1, now: 0 }),
    'GET /api/Post/cooldown?playerId=7',
    () => json({ until: null }),
  ],
  ['getPost', () => post.getPost(id), `GET /api/Post/${id}`, () => json({ model: makePost() })],
  [
    'listReceivedPosts',
    () => post.listProfilePosts('received', 7, { page: 2 }),
    'GET /api/Post/7/received?page=2&pageSize=20',
    () => json([]),
  ],
  [
    'listSentPosts',
    () => post.listProfilePosts('sent', 7, { page: 1 }),
    'GET /api/Post/7/sent?page=1&pageSize=20',
    () => json([]),
  ],
  [
    'listLatestPosts',
    () => post.listLatestPosts({}),
    'GET /api/Post/latest?page=1&pageSize=10',
    () => json([]),
  ],
  [
    'listLatestPosts, filtered',
    () => post.listLatestPosts({ page: 2, pageSize: 25, hasReplay: true, hideModActions: false }),
    'GET /api/Post/latest?page=2&pageSize=25&hasReplay=true',
    () => json([]),
  ],
  [
    'listLatestPosts, unfiltered',
    () => post.listLatestPosts({ hasReplay: false, hideModActions: false }),
    'GET /api/Post/latest?page=1&pageSize=10',
    () => json([]),
  ],
  [
    'createPost',
    () => postChanges.createPost(dto, file),
    'POST /api/Post multipart',
    () => json(makePost(), 201),
  ],
  [
    'createPost, checks ignored',
    () => postChanges.createPost(dto, null, { ignoreChecks: true }),
    'POST /api/Post?ignoreChecks=true multipart',
    () => json(makePost(), 201),
  ],
  [
    'updatePost',
    () => postChanges.updatePost(update),
    `PUT /api/Post ${JSON.stringify(update)}`,
    () => empty(200),
  ],
  [
    'updatePost, checks ignored',
    () => postChanges.updatePost(update, { ignoreChecks: true }),
    `PUT /api/Post?ignoreChecks=true ${JSON.stringify(update)}`,
    () => empty(200),
  ],
  [
    'deletePost',
    () => postChanges.deletePost(id, true),
    `DELETE /api/Post/${id}?ignoreChecks=true`,
    () => empty(205),
  ],
  [
    'getModAction',
    () => moderation.getModAction(id),
    `GET /api/mod/action/${id}`,
    () => json(production.modAction),
  ],
  [
    'listModActions of a post',
    () => moderation.listModActions({ postId: id }),
    `GET /api/mod/action/list?postId=${id}`,
    () => json([]),
  ],
  [
    'listModActions of a user',
    () => moderation.listModActions({ userId: 7 }),
    'GET /api/mod/action/list?userId=7',
    () => json([]),
  ],
  [
    'createModAction',
    () => moderation.createModAction(action),
    `POST /api/mod/action ${JSON.stringify(action)}`,
    () => empty(202),
  ],
  ['revertModAction', () => moderation.revertModAction(id), `DELETE /api/mod/action/${id}`, () => empty(205)],
  [
    'listBans',
    () => moderation.listBans(7),
    'GET /api/mod/bans/7?currentOnly=false&history=true',
    () => json([]),
  ],
  [
    'listBans in force',
    () => moderation.listBans(7, { currentOnly: true }),
    'GET /api/mod/bans/7?currentOnly=true',
    () => json([]),
  ],
  [
    'createBan',
    () => moderation.createBan(7, 'R', 3),
    'POST /api/mod/bans?days=3 {"userId":7,"reason":"R"}',
    () => empty(202),
  ],
  ['revertBan', () => moderation.revertBan(id), `DELETE /api/mod/bans/${id}?id=${id}`, () => empty(205)],
  ['listReplays', () => replay.listReplays(), 'GET /api/Replay', () => json([id])],
  [
    'getTimeline',
    () => media.getTimeline(`${API}/api/Replay/${id}/timeline?v=1`),
    `GET /api/Replay/${id}/timeline?v=1`,
    () => json(makeTimeline()),
  ],
  ['getReplay', () => replay.getReplay(id), `GET /api/Replay/${id}`, () => json({ id, postId: id })],
  [
    'uploadReplay',
    () => replay.uploadReplay(id, file),
    `POST /api/Replay/${id} multipart`,
    () => json({ id, postId: id }, 201),
  ],
  [
    'uploadReplay, checks ignored',
    () => replay.uploadReplay(id, file, { ignoreChecks: true }),
    `POST /api/Replay/${id}?ignoreChecks=true multipart`,
    () => json({ id, postId: id }, 201),
  ],
  [
    'reprocessReplays',
    () => replay.reprocessReplays({ start: '2026-01-01T00:00:00Z' }),
    'PATCH /api/Replay/reprocess/all?start=2026-01-01T00%3A00%3A00Z',
    () => empty(202),
  ],
  [
    'reprocessMinimaps',
    () => replay.reprocessMinimaps({ start: '2026-01-01T00:00:00Z' }),
    'PATCH /api/Replay/reprocess/minimap/all?start=2026-01-01T00%3A00%3A00Z',
    () => empty(202),
  ],
  [
    'reprocessMinimap',
    () => replay.reprocessMinimap(id),
    `PATCH /api/Replay/reprocess/minimap/${id}`,
    () => empty(202),
  ],
  [
    'reprocessReplay',
    () => replay.reprocessReplay(id),
    `PATCH /api/Replay/reprocess/${id}`,
    () => empty(202),
  ],
  [
    'hasFeature',
    () => {
      setRuntime({ sessionStorage: { get: () => null, set: () => {}, remove: () => {}, keys: () => [] } });
      return hasFeature('stats');
    },
    'GET /api/features',
    () => json({ features: [] }),
  ],
  ['getStatus', () => replay.getStatus(), 'GET /api/Status', () => empty(200)],
];

describe('every call of the API (Rule 17.13)', () => {
  test.each(calls)('%s', async (_, call, expected, answer) => {
    const sent = fakeFetch([answer()]);
    await call();
    const { url, init } = sent[0] ?? { url: '', init: {} };
    const body = init.body instanceof FormData ? ' multipart' : init.body ? ` ${String(init.body)}` : '';
    expect(`${init.method} ${url.replace(API, '')}${body}`).toBe(expected);
    expect(sent).toHaveLength(1);
  });

  test('covers every call of the contract', () => {
    const followedByTheBrowser = new Set(['/api/Auth/login', '/api/Auth/wg-callback']);
    const media = ({ contentType }: Call) => contentType !== undefined;
    const missing = descriptions
      .filter((call) => !followedByTheBrowser.has(call.path) && !media(call))
      .filter(({ method, path }) => {
        const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/ ?]+')}([ ?]|$)`);
        return !calls.some(([, , sent]) => pattern.test(sent));
      });
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    expect(descriptions.length).toBeGreaterThan(30);
  });

  test('builds the URLs that the browser opens itself', () => {
    fakeFetch([]);
    expect(auth.startLoginUrl('https://site.example.test/a?b=c')).toBe(
      `${API}/api/Auth/login?redirectUri=https%3A%2F%2Fsite.example.test%2Fa%3Fb%3Dc`,
    );
    expect(replay.replayFileUrl(id)).toBe(`${API}/api/Replay/${id}/file`);
  });

  test('sends a post and its replay in one form', async () => {
    const sent = fakeFetch([json(makePost(), 201)]);
    await postChanges.createPost(dto, file);
    const form = sent[0]?.init.body as FormData;
    expect(JSON.parse(form.get('postDto') as string)).toEqual(dto);
    expect((form.get('replay') as File).name).toBe('a.wowsreplay');
  });
});

describe('the shapes of the API that regions already run', () => {
  test('a bare post with its replay', async () => {
    fakeFetch([json(production.barePost)]);
    expect(await post.getPost(id)).toMatchObject({
      id: production.listedPost.id.toLowerCase(),
      author: { id: 4503599627370497 },
      updatedAt: null,
      replayState: 2,
      replay: { players: [{ accountId: 500000002, clanTag: '' }], minimapUri: null },
      supportTicketStatus: { hasTicket: true, ticketId: '12345678' },
    });
  });

  test('posts in lists, whose replay is broken there, with paging headers', async () => {
    fakeFetch([json([production.listedPost], 200, pagingHeaders(1, 2, 20, 21))]);
    const { posts, paging } = await post.listProfilePosts('received', 500000002, { page: 2 });
    expect(posts).toMatchObject([{ replay: null, replayState: 0, supportTicketStatus: { hasTicket: true } }]);
    expect(paging).toEqual({ currentPage: 2, totalPages: 2, pageSize: 20, totalItems: 21 });
  });

  test('posts in a body that carries its paging', async () => {
    const body = {
      currentPage: 2,
      pageSize: 20,
      totalItems: 21,
      totalPages: 2,
      items: [production.listedPost],
    };
    fakeFetch([json(body)]);
    const { posts, paging } = await post.listProfilePosts('sent', 500000002, { page: 2 });
    expect([posts.length, paging.totalItems]).toEqual([1, 21]);
  });

  test('lists of ids alone', async () => {
    fakeFetch([json([1, 2]), json([3])]);
    expect(await player.listPlayers()).toEqual([
      { id: 1, username: 'Player 1' },
      { id: 2, username: 'Player 2' },
    ]);
    expect(await clan.listClans()).toEqual([{ id: 3, tag: '3', name: '', leagueColor: 0 }]);
  });

  test('204 for none in lists', async () => {
    fakeFetch([empty(204), empty(204), empty(204)]);
    expect(await player.searchPlayers('unknown')).toEqual([]);
    expect(await moderation.listModActions({ userId: 1 })).toEqual([]);
    expect(await moderation.listBans(1)).toEqual([]);
  });

  test('204 for an unknown clan or replay counts as not found', async () => {
    fakeFetch([empty(204), empty(204)]);
    await expect(clan.getClan(1)).rejects.toMatchObject({ isNotFound: true });
    await expect(replay.getReplay(id)).rejects.toMatchObject({ isNotFound: true });
  });

  test.each<[what: string, answer: () => Response]>([
    ['204', () => empty(204)],
    ['null', () => json(null)],
    ['null in its wrapping', () => json({ model: null })],
  ])('no post at all, as %s, counts as not found', async (_, answer) => {
    fakeFetch([answer()]);
    await expect(post.getPost(id)).rejects.toMatchObject({ isNotFound: true });
  });

  test('profiles, clans and flags: never, unknown ranks and missing fields', async () => {
    fakeFetch([json(production.profile), json(production.clan), json(production.flags)]);
    expect(await player.getPlayer(500000007)).toMatchObject({
      clan: { clanMemberRole: 0, joinedClanAt: null },
      optedOut: false,
      lastBattleTime: null,
      negativeKarmaAble: false,
    });
    expect(await clan.getClan(500000101)).toMatchObject({
      description: '',
      membersUpdatedAt: null,
      members: [{ clan: { clanInfo: null, clanMemberRole: 1, joinedClanAt: '2020-01-01T00:00:00Z' } }],
    });
    expect(await profile.getProfile(500000001)).toMatchObject({ optOutChanged: null, profileRoles: [] });
  });

  test('a mod action whose post cannot be read keeps its reason', async () => {
    const action = { ...production.modAction, updatedPost: { title: 'No author' }, reason: 'Insults.' };
    fakeFetch([json([action])]);
    expect(await moderation.listModActions({ postId: id })).toMatchObject([
      { reason: 'Insults.', updatedPost: null },
    ]);
  });

  test('mod actions and bans', async () => {
    fakeFetch([json([production.modAction]), json([production.ban])]);
    expect(await moderation.listModActions({ postId: id })).toMatchObject([
      { createdAt: null, updatedPost: null },
    ]);
    expect(await moderation.listBans(500000006)).toMatchObject([
      { username: 'Player 500000006', bannedUntil: null, updatedAt: null },
    ]);
  });

  test('a replay loaded separately', async () => {
    fakeFetch([json(production.replay)]);
    expect(await replay.getReplay(id)).toMatchObject({ chatMessages: [{ username: null }] });
  });

  test('a replay with an unreadable part', async () => {
    fakeFetch([json({ ...production.replay, chatMessages: 'none' }), json({ players: [] })]);
    expect(await replay.getReplay(id)).toMatchObject({ chatMessages: null, players: expect.any(Array) });
    await expect(replay.getReplay(id)).rejects.toThrow('unexpected answer');
  });
});
