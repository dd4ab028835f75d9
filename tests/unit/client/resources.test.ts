import { describe, expect, test } from 'vitest';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import * as auth from '#lib/client/auth.ts';
import * as clan from '#lib/client/clan.ts';
import { request } from '#lib/client/client.ts';
import { findPostingLimits } from '#lib/client/cooldown.ts';
import { hasFeature } from '#lib/client/features.ts';
import * as moderation from '#lib/client/moderation.ts';
import * as player from '#lib/client/player.ts';
import * as post from '#lib/client/post.ts';
import * as profile from '#lib/client/profile.ts';
import * as replay from '#lib/client/replay.ts';
import { getRibbons } from '#lib/client/ribbons.ts';
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
import { getStats } from '#lib/schemas/calls/stats.ts';
import * as media from '#lib/stores/posts/battle.ts';
import { getPraised } from '#lib/stores/search/praised.ts';
import { guid, makeClan, makePlayer, makePost } from '#tests/support/builders.ts';
import { API, empty, fakeFetch, json } from '#tests/support/fake-fetch.ts';

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
  { getFeatures, getPraised: getPraisedCall, getRibbons: getRibbonsCall, getStats },
].flatMap((module) => Object.values(module));

const id = guid(1);
const text = {
  flairs: 1,
  title: 'Title',
  content: 'Content',
  supportTicketStatus: { hasTicket: false, ticketId: null },
};
const dto = { player: { id: 2 }, author: { id: 1 }, ...text };
const update = { id, ...text };
const multipart = { postDto: dto, replay: new File(['x'], 'a.wowsreplay') };
const action = { postId: id, actionType: 0 as const, reason: 'R', updatedPost: null };
const start = '2026-01-01T00:00:00Z';
const readReplay = { id, postId: id };
const checked = { ignoreChecks: true };
const params = { postId: id };
const decision = { actionId: id, banId: id };
const optOut = { id: 1, optedOut: true };

/** Every call of the API: the request, what sends it, and the body of the answer, if any. */
const calls: [sent: string, call: () => Promise<unknown>, body?: unknown][] = [
  ['HEAD /api/Auth', () => auth.checkSession()],
  ['POST /api/Auth/renew-seed', () => request(authCalls.renewSeed)],
  ['GET /api/Auth/refresh-token', () => request(authCalls.refreshToken), 't'],
  ['GET /api/Profile/1', () => profile.getProfile(1), { id: 1 }],
  [`PUT /api/Profile ${JSON.stringify(optOut)}`, () => request(profileCalls.updateProfile, { body: optOut })],
  ['GET /api/Clan', () => request(clanCalls.listClans), []],
  ['GET /api/Clan/9?includeMembers=true', () => clan.getClan(9), makeClan()],
  ['GET /api/Clan/search/a%20b?results=50', () => clan.searchClans('a b', 50), []],
  // Dots alone are steps of a path to the browser.
  ['GET /api/Clan/search/..%20?results=50', () => clan.searchClans('..', 50), []],
  ['GET /api/Player', () => request(playerCalls.listPlayers), []],
  ['GET /api/Player/search/auro', () => player.searchPlayers('auro'), []],
  ['GET /api/Player/7?includeClanInfo=true', () => player.getPlayer(7), makePlayer()],
  ['POST /api/Player/karmas [1]', () => request(playerCalls.getKarmas, { body: [1] }), { 1: 5 }],
  ['GET /api/Player/ribbons?ids=7%2C8', () => getRibbons([7, 8]), { 7: '+' }],
  ['GET /api/Praised', () => getPraised(), { players: [], clans: [] }],
  ['GET /api/Stats', () => request(getStats), { posts: 3, players: 2, clans: 1 }],
  ['POST /api/Player/karmas-full [1]', () => request(playerCalls.getKarmasFull, { body: [1] }), []],
  [
    'PATCH /api/Player/recalculate?playerId=7',
    () => request(playerCalls.recalculatePlayer, { query: { playerId: 7 } }),
  ],
  ['GET /api/Post', () => request(postCalls.listPosts), [id]],
  ['GET /api/Post/cooldown?playerId=7', () => findPostingLimits(7, { authorId: 1, now: 0 }), { until: null }],
  [`GET /api/Post/${id}`, () => post.getPost(id), { model: makePost() }],
  [
    'GET /api/Post/7/received?page=2&pageSize=20',
    () => post.listProfilePosts('received', 7, { page: 2 }),
    [],
  ],
  ['GET /api/Post/7/sent?page=1&pageSize=20', () => post.listProfilePosts('sent', 7, { page: 1 }), []],
  ['GET /api/Post/latest?page=1&pageSize=10', () => post.listLatestPosts({}), []],
  [
    'GET /api/Post/latest?page=2&pageSize=25&hasReplay=true',
    () => post.listLatestPosts({ page: 2, pageSize: 25, hasReplay: true, hideModActions: false }),
    [],
  ],
  [
    'GET /api/Post/latest?page=1&pageSize=10',
    () => post.listLatestPosts({ hasReplay: false, hideModActions: false }),
    [],
  ],
  ['POST /api/Post multipart', () => request(changeCalls.createPost, { multipart }), makePost()],
  [
    'POST /api/Post?ignoreChecks=true multipart',
    () => request(changeCalls.createPost, { multipart: { postDto: dto }, query: checked }),
    makePost(),
  ],
  [`PUT /api/Post ${JSON.stringify(update)}`, () => request(changeCalls.updatePost, { body: update })],
  [
    `PUT /api/Post?ignoreChecks=true ${JSON.stringify(update)}`,
    () => request(changeCalls.updatePost, { body: update, query: checked }),
  ],
  [
    `DELETE /api/Post/${id}?ignoreChecks=true`,
    () => request(changeCalls.deletePost, { params: { postId: id }, query: checked }),
  ],
  [
    `GET /api/mod/action/${id}`,
    () => request(moderationCalls.getModAction, { params: { id } }),
    { ...action, id, modId: 3 },
  ],
  [`GET /api/mod/action/list?postId=${id}`, () => moderation.listModActions({ postId: id }), []],
  ['GET /api/mod/action/list?userId=7', () => moderation.listModActions({ userId: 7 }), []],
  [`POST /api/mod/action ${JSON.stringify(action)}`, () => moderation.createModAction(action)],
  [`DELETE /api/mod/action/${id}`, () => moderation.revertModAction(id)],
  ['GET /api/mod/bans/7?currentOnly=false&history=true', () => moderation.listBans(7), []],
  ['GET /api/mod/bans/7?currentOnly=true', () => moderation.listBans(7, { currentOnly: true }), []],
  ['POST /api/mod/bans?days=3 {"userId":7,"reason":"R"}', () => moderation.createBan(7, 'R', 3)],
  [`DELETE /api/mod/bans/${id}?id=${id}`, () => moderation.revertBan(id)],
  [
    `POST /api/mod/reviews/${id}/decision {"reason":"R","days":3}`,
    () => request(moderationCalls.removeAndBan, { params, body: { reason: 'R', days: 3 } }),
    decision,
  ],
  [
    `DELETE /api/mod/reviews/${id}/decision?actionId=${id}&banId=${id}`,
    () => request(moderationCalls.revertRemoveAndBan, { params, query: decision }),
  ],
  ['GET /api/Replay', () => request(replayCalls.listReplays), [id]],
  [
    `GET /api/Replay/${id}/timeline?v=1`,
    () => media.getTimeline(`${API}/api/Replay/${id}/timeline?v=1`),
    makeTimeline(),
  ],
  [`GET /api/Replay/${id}`, () => replay.getReplay(id), readReplay],
  [
    `POST /api/Replay/${id} multipart`,
    () => request(replayCalls.uploadReplay, { params, multipart: { replay: multipart.replay } }),
    readReplay,
  ],
  [
    `POST /api/Replay/${id}?ignoreChecks=true multipart`,
    () =>
      request(replayCalls.uploadReplay, { params, query: checked, multipart: { replay: multipart.replay } }),
    readReplay,
  ],
  [
    'PATCH /api/Replay/reprocess/all?start=2026-01-01T00%3A00%3A00Z',
    () => request(replayCalls.reprocessReplays, { query: { start } }),
  ],
  [
    'PATCH /api/Replay/reprocess/minimap/all?start=2026-01-01T00%3A00%3A00Z',
    () => request(replayCalls.reprocessMinimaps, { query: { start } }),
  ],
  [`PATCH /api/Replay/reprocess/minimap/${id}`, () => request(replayCalls.reprocessMinimap, { params })],
  [`PATCH /api/Replay/reprocess/${id}`, () => replay.reprocessReplay(id)],
  [
    'GET /api/features',
    () => {
      setRuntime({ sessionStorage: { get: () => null, set: () => {}, remove: () => {}, keys: () => [] } });
      return hasFeature('stats');
    },
    { features: [] },
  ],
  ['GET /api/Status', () => request(replayCalls.getStatus)],
];

describe('every call of the API (Rule 17.13)', () => {
  test.each(calls)('%s', async (expected, call, answer) => {
    const sent = fakeFetch([answer === undefined ? empty(204) : json(answer)]);
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
        return !calls.some(([sent]) => pattern.test(sent));
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
});

const NEVER = '0001-01-01T00:00:00';
const OTHER = 'A1B2C3D4-0000-4000-8000-00000000000A';

/** In addition to the recordings in `original-answers.test.ts`. */
describe('answers of other regions with missing and unreadable parts', () => {
  test.each<[what: string, call: () => Promise<unknown>, body: unknown, read: unknown]>([
    [
      'a post',
      () => post.getPost(id),
      {
        ...{ ...makePost(), id: OTHER, author: { id: 2 ** 52 + 1 }, replayState: 2 },
        replay: { ...readReplay, players: [{ accountId: 2, clanTag: null }] },
      },
      {
        ...{ id: OTHER.toLowerCase(), author: { id: 2 ** 52 + 1 }, replayState: 2 },
        replay: { players: [{ accountId: 2, clanTag: '' }], minimapUri: null },
      },
    ],
    [
      'a player',
      () => player.getPlayer(7),
      { id: 7, clan: { clanMemberRole: 9, joinedClanAt: NEVER }, lastBattleTime: NEVER },
      {
        clan: { clanMemberRole: 0, joinedClanAt: null },
        ...{ optedOut: false, lastBattleTime: null, negativeKarmaAble: false },
      },
    ],
    [
      'a clan',
      () => clan.getClan(9),
      {
        ...{ id: 9, name: 'Waves', description: null, membersUpdatedAt: NEVER },
        members: [{ id: 7, clan: { clanMemberRole: 1, joinedClanAt: '2020-01-01T00:00:00' } }],
      },
      {
        ...{ description: '', membersUpdatedAt: null },
        members: [{ clan: { clanInfo: null, clanMemberRole: 1, joinedClanAt: '2020-01-01T00:00:00Z' } }],
      },
    ],
    ['the flags', () => profile.getProfile(1), { id: 1, profileRoles: null }, { profileRoles: [] }],
    [
      'a mod action',
      () => moderation.listModActions({ postId: id }),
      [{ ...action, id, modId: 3, updatedPost: { title: 'No author' } }],
      [{ reason: 'R', updatedPost: null, createdAt: null }],
    ],
    ['no bans', () => moderation.listBans(1), undefined, []],
    [
      'a replay',
      () => replay.getReplay(id),
      { ...readReplay, chatMessages: 'none' },
      { chatMessages: null, players: [] },
    ],
  ])('%s', async (_, call, body, read) => {
    fakeFetch([body === undefined ? empty(204) : json(body)]);
    expect(await call()).toMatchObject(read as object);
  });

  test('a replay without an id', async () => {
    fakeFetch([json({ players: [] })]);
    await expect(replay.getReplay(id)).rejects.toThrow('unexpected answer');
  });
});
