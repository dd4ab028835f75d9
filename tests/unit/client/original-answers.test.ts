/** Every recorded answer of the original API, read by the site's function for that call. */
import { describe, expect, test } from 'vitest';
import * as auth from '#lib/client/auth.ts';
import * as clan from '#lib/client/clan.ts';
import { type RequestOptions, request } from '#lib/client/client.ts';
import { type HttpError, mayHaveArrived } from '#lib/client/errors.ts';
import * as moderation from '#lib/client/moderation.ts';
import * as player from '#lib/client/player.ts';
import * as post from '#lib/client/post.ts';
import * as profile from '#lib/client/profile.ts';
import * as replay from '#lib/client/replay.ts';
import { getRibbons } from '#lib/client/ribbons.ts';
import { createRefusal, moderationRefusal, refusalSentence } from '#lib/domain/refusal.ts';
import { settingsRefusal } from '#lib/domain/settings.ts';
import type { Call } from '#lib/schemas/call.ts';
import { refreshToken, renewSeed } from '#lib/schemas/calls/auth.ts';
import { listClans } from '#lib/schemas/calls/clan.ts';
import { getModAction } from '#lib/schemas/calls/moderation.ts';
import { getKarmas, getKarmasFull, listPlayers } from '#lib/schemas/calls/player.ts';
import { listPosts } from '#lib/schemas/calls/post.ts';
import * as postChanges from '#lib/schemas/calls/post-changes.ts';
import { updateProfile } from '#lib/schemas/calls/profile.ts';
import { getStatus } from '#lib/schemas/calls/replay.ts';
import { getStats } from '#lib/schemas/calls/stats.ts';
import { failed } from '#lib/stores/core/remote.ts';
import { fakeFetch } from '#tests/support/fake-fetch.ts';
import { keyOf, RECORDINGS, recording, responseOf, STACK_TEXT } from '#tests/support/original-api.ts';

const ZERO = '00000000-0000-4000-8000-000000000000';
const WITH_REPLAY = '3d1971f2-6e43-4c3f-b8cc-e6d20800e101';
const REPLAY = 'bdf7a9ce-d262-41dd-9cf1-23db68b9c4e7';
const WRITTEN = '4519694c-40e8-4b5a-804f-682095c761ff';
const ACTION = '62c13ca9-a3e3-4f97-bcc2-7f90a0ea4db9';
const BAN = '08e6c995-cc6a-4b00-b296-ff283ea9cc67';

const ticket = (ticketId: string | null) => ({ hasTicket: ticketId !== null, ticketId });
const text = { flairs: 42, title: 'A title', content: 'A text.', supportTicketStatus: ticket(null) };
const act = (actionType: 0 | 1) => () =>
  moderation.createModAction({ postId: WRITTEN, actionType, reason: 'Rule 3', updatedPost: null });
const ban = (userId: number) => () => moderation.createBan(userId, 'Insults', 30);
const readPost = (id: string) => () => post.getPost(id);

/** For calls that the site makes nowhere. */
const answerTo = async <C extends Call>(call: C, options?: RequestOptions<C>) =>
  (await request(call, options)).data;

const postDto = { player: { id: 2 }, author: { id: 1 }, ...text };
const create = () => answerTo(postChanges.createPost, { multipart: { postDto, replay: null } });
const edit = (id: string) => () => answerTo(postChanges.updatePost, { body: { id, ...text } });
const optOut = (optedOut: boolean) => () => answerTo(updateProfile, { body: { id: 500000030, optedOut } });
const remove = () => answerTo(postChanges.deletePost, { params: { postId: WRITTEN } });

/** A request that the site could never send is sent all the same, to read the answer. */
const never = <T>(value: unknown): T => value as T;

/** The site's function for a call, and what it returns. */
type Success = readonly [call: () => Promise<unknown>, value: unknown];

const listed = { updatedAt: null, replayState: 1, supportTicketStatus: ticket(null) };
const pages = (totalPages: number, pageSize: number) => ({ currentPage: 1, totalPages, pageSize });
const flags = { postsBanned: false, profileRoles: [] };

const READY: Readonly<Record<string, Success>> = {
  latest: [
    () => post.listLatestPosts({ pageSize: 3 }),
    { posts: [listed, listed, listed], paging: { ...pages(3, 3), totalItems: 9 } },
  ],
  'latest with replay': [
    () => post.listLatestPosts({ pageSize: 1, hasReplay: true }),
    { posts: [{ ...listed, replayId: REPLAY }], paging: pages(9, 1) },
  ],
  'latest next after last': [
    () => post.listLatestPosts({ page: 2 }),
    { posts: [], paging: { currentPage: 2, totalPages: 1 } },
  ],
  'post ids': [() => answerTo(listPosts), expect.arrayContaining([WITH_REPLAY])],
  post: [
    readPost(WITH_REPLAY),
    { ...listed, id: WITH_REPLAY, author: { username: 'Player_19' }, replay: { players: [{}, {}] } },
  ],
  received: [
    () => post.listProfilePosts('received', 500000002, { page: 1 }),
    { posts: [listed, listed], paging: pages(5, 2) },
  ],
  sent: [
    () => post.listProfilePosts('sent', 500000010, { page: 1 }),
    { posts: [{ ...listed, replay: { chatMessages: [{ playerId: 0, username: null }, {}] } }] },
  ],
  'received unknown': [
    () => post.listProfilePosts('received', 999, { page: 1 }),
    { posts: [], paging: pages(0, 10) },
  ],
  replay: [
    () => replay.getReplay(REPLAY),
    { id: REPLAY, minimapUri: null, players: [{ name: 'Invented_Ajax' }, {}], chatMessages: [] },
  ],
  player: [
    () => player.getPlayer(500000005),
    { username: 'Player_5', gameKarma: 5, optOutChanged: null, clan: { clanMemberRole: 6 } },
  ],
  'player without clan': [() => player.getPlayer(500000040), { clan: null, siteKarma: 0 }],
  players: [
    () => answerTo(listPlayers),
    expect.arrayContaining([{ id: 500000030, username: 'Player 500000030' }]),
  ],
  'player search': [() => player.searchPlayers('Anna'), [{ id: 500000001, username: 'Anna_Ahoy' }]],
  'player search none': [() => player.searchPlayers('zzz'), []],
  karmas: [() => answerTo(getKarmas, { body: [500000001, 500000002, 5] }), { 500000001: 0, 500000002: -1 }],
  'karmas-full': [
    () => answerTo(getKarmasFull, { body: [500000001, 500000002, 5] }),
    [{}, { id: 500000002, karma: -1, platformKarma: -1, performance: -1, gameKarma: 5 }],
  ],
  clans: [() => answerTo(listClans), [{ id: 77, tag: '77' }]],
  'clan members': [
    () => clan.getClan(77),
    { tag: 'TEST', leagueColor: 0xff33aaff, members: [{ username: 'Anna_Ahoy', clan: { clanInfo: null } }] },
  ],
  'clan search': [() => clan.searchClans('TES'), [{ id: 77, tag: 'TEST' }]],
  auth: [() => auth.checkSession(), undefined],
  'refresh token': [() => answerTo(refreshToken), '(a JWT)'],
  profile: [() => profile.getProfile(500000001), { ...flags, optedOut: false, optOutChanged: null }],
  'profile visitor': [() => profile.getProfile(500000001), { optOutChanged: null }],
  create: [
    create,
    { id: WRITTEN, player: { clan: null }, updatedAt: null, supportTicketStatus: ticket('12345678') },
  ],
  'create: about oneself': [create, { player: { id: 500000001 }, author: { id: 500000001 } }],
  'create: short': [create, { title: 'ab', content: 'short' }],
  'post of own with ticket': [readPost(WRITTEN), { supportTicketStatus: ticket('12345678') }],
  // The original sends the id to everyone: `visibleTicket` hides it from those who may not see it.
  'post of other with ticket': [readPost(WRITTEN), { supportTicketStatus: { hasTicket: true } }],
  edit: [edit(WRITTEN), undefined],
  'post after edit': [readPost(WRITTEN), { title: 'An edited title', updatedAt: expect.any(String) }],
  'mod edit': [act(1), null],
  'mod actions': [
    () => moderation.listModActions({ postId: WRITTEN }),
    [{ actionType: 1, modUsername: 'Dmitri', updatedPost: null, createdAt: null }],
  ],
  'mod actions by user': [() => moderation.listModActions({ userId: 500000001 }), [{ actionType: 1 }]],
  'mod actions none': [() => moderation.listModActions({ postId: WITH_REPLAY }), []],
  'mod delete': [act(0), null],
  'post removed: author': [readPost(WRITTEN), { modLocked: true, readOnly: true }],
  'post removed: moderator': [readPost(WRITTEN), { modLocked: true, readOnly: true }],
  'post after revert': [readPost(WRITTEN), { modLocked: false, readOnly: true }],
  ban: [ban(500000009), { id: null }],
  'ban until': [ban(500000021), { id: null }],
  bans: [
    () => moderation.listBans(500000021),
    [{ username: 'Player 500000021', bannedUntil: null, reverted: false, updatedAt: null }],
  ],
  'bans current visitor': [() => moderation.listBans(500000021, { currentOnly: true }), [{ id: BAN }]],
  'bans after': [() => moderation.listBans(500000021), [{ id: BAN, reverted: true }]],
  unban: [() => moderation.revertBan(BAN), undefined],
  delete: [remove, undefined],
  'opt out': [optOut(true), undefined],
  'opted out player': [
    () => player.getPlayer(500000030),
    { optedOut: true, optOutChanged: expect.any(String) },
  ],
  'profile of opted out': [() => profile.getProfile(500000030), { ...flags, optedOut: true }],
  'renew seed': [() => answerTo(renewSeed), undefined],
  status: [() => answerTo(getStatus), undefined],
};

/** Reads that find nothing: 404, 410, or 204 where a value was expected. */
const NOT_FOUND: Readonly<Record<string, readonly [call: () => Promise<unknown>, removed: boolean]>> = {
  'post unknown': [readPost(ZERO), false],
  'post no guid': [readPost('abc'), false],
  'post removed: visitor': [readPost(WRITTEN), true],
  'player unknown': [() => player.getPlayer(999), false],
  'clan unknown': [() => clan.getClan(4), false],
  'replay unknown': [() => replay.getReplay(ZERO), false],
  'not there: stats': [() => answerTo(getStats), false],
};

type Refused = readonly [
  call: () => Promise<unknown>,
  describe: (error: HttpError) => string,
  sentence: string | RegExp,
];

const create$ = (error: HttpError) => createRefusal(error, mayHaveArrived(error));
const asItIs = ({ message }: HttpError) => message;
const FAULT = /^[A-Z].*[.)a-z]$/;
const SIGNED_OUT = /^You are no longer signed in\./;

const REFUSED: Readonly<Record<string, Refused>> = {
  'latest page beyond': [() => post.listLatestPosts({ page: 99 }), asItIs, FAULT],
  'latest pageSize 0': [() => post.listLatestPosts({ pageSize: 0 }), asItIs, FAULT],
  'latest page text': [
    () => post.listLatestPosts({ page: never('x') }),
    asItIs,
    "The value 'x' is not valid.",
  ],
  'player search short': [() => player.searchPlayers('zz'), asItIs, /minimum length of 3/],
  'player search letters': [() => player.searchPlayers('Пётр'), asItIs, /./],
  'clan search one letter': [() => clan.searchClans('T'), asItIs, /minimum length of 2/],
  'not there: ribbons': [() => getRibbons([500000001]), asItIs, /./],
  'auth visitor': [() => auth.checkSession(), asItIs, SIGNED_OUT],
  'auth false token': [() => auth.checkSession(), asItIs, SIGNED_OUT],
  'create: cooldown': [
    create,
    create$,
    'You posted about this player less than 24 hours ago. Your draft is kept.',
  ],
  'create: visitor': [create, create$, SIGNED_OUT],
  'create: for another': [create, create$, 'Author is not authorized to post on behalf of other users.'],
  'create: unknown player': [create, create$, 'Account 999 not found.'],
  'create: broken': [create, create$, 'The input was not valid.'],
  'create: bad file': [create, create$, /^The replay could not be read\./],
  'create: banned': [create, create$, 'You are banned from posting on the platform.'],
  'create: about opted out': [create, create$, 'Targeted player has opted-out from using this platform.'],
  'edit: another': [edit(WRITTEN), refusalSentence, /^Author is not authorized to edit posts/],
  'edit: half': [edit(WRITTEN), refusalSentence, 'The Author field is required.'],
  'edit: unknown': [edit(ZERO), refusalSentence, /^This post no longer exists\./],
  'delete other': [remove, refusalSentence, /^Author is not authorized to delete posts/],
  'delete again': [remove, refusalSentence, /^This post no longer exists\./],
  'mod actions no question': [
    () => moderation.listModActions(never({})),
    asItIs,
    'Please use a search query (Post/User).',
  ],
  'mod action': [() => answerTo(getModAction, { params: { id: ACTION } }), asItIs, FAULT],
  'revert by moderator': [() => moderation.revertModAction(ACTION), moderationRefusal, FAULT],
  revert: [() => moderation.revertModAction(ACTION), moderationRefusal, FAULT],
  'ban: unknown': [ban(998), moderationRefusal, FAULT],
  'bans visitor': [() => moderation.listBans(500000021), moderationRefusal, FAULT],
  'opt out again': [optOut(false), settingsRefusal, FAULT],
};

/** Requests that no function of the site can send, with the reason. */
const NEVER_SENT: Readonly<Record<string, string>> = {
  'latest without replay': 'The filter is sent only when it is on.',
  'recalculate: wrong parameter': 'The site sends `playerId`.',
  clan: 'The site always asks for the members.',
  login: 'The browser goes there by itself.',
  reprocess: 'Sent after the next one; see the test of both.',
  'reprocess our path': 'See the test of both.',
  'reprocess minimap': 'The site processes the whole replay.',
  'not there: cooldown': 'The site puts the player into the query.',
  'not there: anything': 'It stands for all that is not there.',
};

/** Answers a call with one recording; fails when the call sends something else. */
function answerWith(name: string): () => void {
  const one = recording(name);
  const sent = fakeFetch([responseOf(one)]);
  return () =>
    expect(sent.map(({ url, init }) => keyOf(init.method ?? '', url))).toEqual([keyOf(one.method, one.path)]);
}

async function errorOf(call: () => Promise<unknown>): Promise<HttpError> {
  const error: unknown = await call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'HttpError' });
  return error as HttpError;
}

describe('The original’s answers (Rule 17.15)', () => {
  test.each(Object.entries(READY))('are read: %s', async (name, [call, value]) => {
    const expectSent = answerWith(name);
    const found = await call();
    expectSent();
    if (typeof value === 'object' && value !== null) expect(found).toMatchObject(value);
    else expect(found).toEqual(value);
  });

  test.each(Object.entries(NOT_FOUND))('are not found: %s', async (name, [call, removed]) => {
    const expectSent = answerWith(name);
    const error = await errorOf(call);
    expectSent();
    expect(failed(error)).toEqual({ status: 'not-found', removed });
  });

  test.each(Object.entries(REFUSED))('are refusals with a sentence: %s', async (name, entry) => {
    const [call, describeError, sentence] = entry;
    const expectSent = answerWith(name);
    const error = await errorOf(call);
    expectSent();
    expect(describeError(error)).toMatch(sentence);
    expect(describeError(error)).not.toMatch(STACK_TEXT);
  });

  test('reach a replay’s second path after a 404', async () => {
    const [ours, theirs] = [recording('reprocess our path'), recording('reprocess')];
    const sent = fakeFetch([responseOf(ours), responseOf(theirs)]);
    await replay.reprocessReplay(WITH_REPLAY);
    expect(sent.map(({ url, init }) => keyOf(init.method ?? '', url))).toEqual(
      [ours, theirs].map(({ method, path }) => keyOf(method, path)),
    );
  });

  test('are all read here, except those that the site never asks for', () => {
    const named = [READY, NOT_FOUND, REFUSED, NEVER_SENT].flatMap((table) => Object.keys(table));
    expect(named.toSorted()).toEqual(RECORDINGS.map(({ name }) => name).toSorted());
  });
});
