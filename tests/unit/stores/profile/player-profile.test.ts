import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makeFlags, makePaging, makePlayer, makePost } from '#tests/support/builders.ts';
import type { AnswerOptions, FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

const openPage = () =>
  newPage(() => [
    import('#lib/stores/profile/player-profile.ts'),
    import('#lib/stores/profile/profile-posts.ts'),
    import('#lib/stores/profile/posting.ts'),
    import('#lib/stores/profile/profile-live.ts'),
    import('#lib/runtime.ts'),
    import('#lib/hubs/connection.ts'),
  ]);
let page: Awaited<ReturnType<typeof openPage>>;

const PLAYER = 'GET /api/Player/500000002?includeClanInfo=true';
const PROFILE = 'GET /api/Profile/500000002';
const OWN_FLAGS = 'GET /api/Profile/500000001';
const OWN_SENT = 'GET /api/Post/500000001/sent?page=1&pageSize=100';
const COOLDOWN = 'GET /api/Post/cooldown?playerId=500000002';
const received = (page = 1) => `GET /api/Post/500000002/received?page=${page}&pageSize=20`;
const sent = (page = 1) => `GET /api/Post/500000002/sent?page=${page}&pageSize=20`;
const NOW = '2026-01-10T20:00:00+00:00';

const target = (overrides: Partial<PlayerProfile> = {}) =>
  makePlayer({ id: 500_000_002, username: 'Borodino_Gunner', gameKarma: 10, siteKarma: 5, ...overrides });

let platform: FakePlatform;

interface Scene {
  href?: string;
  player?: PlayerProfile;
  /** Signed in as 500000001 with these roles. */
  viewer?: { id?: number; roles?: string[] };
  flags?: Parameters<typeof makeFlags>[0];
  ownPosts?: Post[];
}

function open({
  href = '/player/500000002,Borodino_Gunner',
  player = target(),
  viewer,
  flags,
  ownPosts,
}: Scene = {}) {
  platform = page.fakePlatform(href, { user: viewer });
  platform.answer(PLAYER, player);
  platform.answer(PROFILE, makeFlags({ id: 500_000_002, profileRoles: [2, 99], ...(viewer?.id && flags) }));
  platform.answer(OWN_FLAGS, makeFlags(flags));
  platform.answer(COOLDOWN, undefined, { status: 404 });
  platform.answer(OWN_SENT, ownPosts ?? [], { paging: makePaging({ pageSize: 100 }) });
  platform.answer(received(), [makePost({ id: guid(1) })], { paging: makePaging({ totalPages: 3 }) });
  platform.answer(received(2), [makePost({ id: guid(2) })], {
    paging: makePaging({ currentPage: 2, totalPages: 3 }),
  });
  platform.answer(sent(), [makePost({ id: guid(3) })], { paging: makePaging() });
}

async function show(): Promise<void> {
  for (const store of [page.$player, page.$profileView, page.$profileList, page.$profilePosts, page.$posting])
    store.listen(() => {});
  await settle();
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await page.settle();
}

const shownIds = () => {
  const remote = page.$profilePosts.get();
  return remote.status === 'ready' ? remote.value.posts.map(({ id }) => id) : remote.status;
};
const count = (request: string) => platform.requests.filter((sentRequest) => sentRequest === request).length;

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  page = await openPage();
  vi.useFakeTimers({ now: new Date(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the header of a profile', () => {
  it.each([
    [['mod'], true],
    [[], false],
    [undefined, false],
  ])('has karma, ratings, badges and, for a viewer with the roles %j, a ban: %s', async (roles, showsBan) => {
    const ratings = { ratingPerformance: 1, ratingTeamplay: -2, ratingCourtesy: 0 };
    open({ player: target({ ...ratings, postsBanned: true }), ...(roles && { viewer: { roles } }) });
    await show();
    expect(page.$profileView.get()).toMatchObject({
      karma: { total: 15, gameKarma: 10, siteKarma: 5 },
      ratings: { performance: 1, teamplay: -2, courtesy: 0 },
      badges: [{ id: 2, name: 'Community Manager' }],
      showsBan,
    });
  });

  it('links to the statistics site of the page’s region', async () => {
    open();
    page.setRuntime({ region: () => 'sea' });
    await show();
    expect(page.$profileView.get()?.statisticsUrl).toBe(
      'https://asia.wows-numbers.com/player/500000002,Borodino_Gunner',
    );
  });

  it('shows a player whose roles could not be loaded', async () => {
    open();
    platform.answer(PROFILE, undefined, { status: 404 });
    await show();
    expect(page.$profileView.get()?.badges).toEqual([]);
  });

  it('shows a failure, and the player after a retry', async () => {
    open();
    platform.cut(PLAYER);
    await show();
    expect(page.$player.get().status).toBe('failed');
    platform.answer(PLAYER, target());
    page.retryPlayer();
    await settle();
    expect(page.$profileView.get()?.player.username).toBe('Borodino_Gunner');
  });
});

describe('the posts of a profile', () => {
  it('goes to the last page when the address has one beyond it (Rule 7.5)', async () => {
    open({ href: '/player/500000002?page=9' });
    platform.answer(received(9), { page: ['Too high.'] }, { status: 400 });
    platform.answer(received(3), [makePost({ id: guid(2) })]);
    await show();
    expect(platform.address()).toBe('/player/500000002?page=3');
    expect(platform.history).toHaveLength(1);
    expect(shownIds()).toEqual([guid(2)]);
    expect(page.$profilePosts.get()).toMatchObject({ value: { insteadOf: 9 } });
  });

  it('goes from a missing page of sent posts to the last one (Rule 7.5)', async () => {
    open({ href: '/player/500000002?tab=sent&page=9' });
    platform.answer(sent(9), {}, { status: 400, paging: makePaging({ currentPage: 9, totalPages: 1 }) });
    await show();
    expect(platform.address()).toBe('/player/500000002?tab=sent');
    expect(shownIds()).toEqual([guid(3)]);
  });

  it.each([
    ['a visitor', {}, ['sent'], { total: null, siteKarma: null }, null],
    ['a moderator', { viewer: { roles: ['mod'] } }, ['received', 'sent'], { total: 60, siteKarma: 50 }, 3],
  ])(
    'shows %s what an opted-out player lets them see (Rule 5.7)',
    async (_, viewer, tabs, karma, courtesy) => {
      open({ player: target({ optedOut: true, siteKarma: 50, ratingCourtesy: 3 }), ...viewer });
      await show();
      expect(page.$profileList.get()?.tabs).toEqual(tabs);
      expect(page.$profileView.get()).toMatchObject({ karma, ratings: { courtesy } });
      expect(count(received())).toBe(tabs.length - 1);
    },
  );
});

describe('the posting slot', () => {
  const kind = () => page.$posting.get().kind;

  const everything = { flags: { postsBanned: true, optedOut: true }, player: target({ optedOut: true }) };
  const ownPosts = [makePost({ createdAt: NOW })];

  it.each<[string, Scene]>([
    ['login-needed', everything],
    ['banned', { ...everything, viewer: { id: 500_000_002 } }],
    ['self', { ...everything, flags: { optedOut: true }, viewer: { id: 500_000_002 } }],
    ['banned', { ...everything, viewer: {} }],
    ['viewer-opted-out', { ...everything, flags: { optedOut: true }, viewer: {} }],
    ['player-opted-out', { viewer: {}, player: everything.player, ownPosts }],
    ['cooldown', { viewer: {}, ownPosts }],
    ['available', { viewer: {} }],
  ])('is %s, whichever applies first (Rule 5.8)', async (expected, scene) => {
    open(scene);
    await show();
    expect(kind()).toBe(expected);
  });

  it.each([
    ["for 24 hours after the viewer's own post", undefined, { status: 404 }, 1],
    ['that the API names, for a deleted post too', { until: '2026-01-10T21:00:00+00:00' }, {}, 0],
  ])('is the cooldown %s, and then the button (Rule 5.9)', async (_, body, options, listed) => {
    open({ viewer: {}, ownPosts: listed ? [makePost({ createdAt: '2026-01-09T21:00:00+00:00' })] : [] });
    platform.answer(COOLDOWN, body, options);
    await show();
    expect(page.$posting.get()).toEqual({ kind: 'cooldown', until: Date.parse('2026-01-10T21:00:00+00:00') });
    expect(count(OWN_SENT)).toBe(listed);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(kind()).toBe('available');
  });

  it('is the button when the API has no cooldown, which names how many posts are left (Rule 5.9)', async () => {
    open({ viewer: {} });
    platform.answer(COOLDOWN, { until: null, postsLeft: 3 });
    expect(page.$postsLeft.get()).toBeNull();
    await show();
    expect([kind(), page.$postsLeft.get(), count(OWN_SENT)]).toEqual(['available', 3, 0]);
  });

  it.each<[string, unknown, AnswerOptions]>([
    ['404', undefined, { status: 404 }],
    ['400', { errors: { postId: ["The value 'cooldown' is not valid."] } }, { status: 400 }],
    ['401', undefined, { status: 401 }],
    ['500', { title: 'Broken' }, { status: 500 }],
    ['none', undefined, { status: 204 }],
    ['a page', '<!doctype html>', { contentType: 'text/html' }],
    ['no end', {}, {}],
    ['an end that is no time', { until: 'tomorrow' }, {}],
    ['half an answer', '{"until":', {}],
  ])(
    'is found in the own posts when the API answers %s for the cooldown (Rule 5.9)',
    async (_, body, options) => {
      open({ viewer: {}, ownPosts: [makePost({ createdAt: NOW })] });
      platform.answer(COOLDOWN, body, options);
      await show();
      expect(kind()).toBe('cooldown');
    },
  );

  it('names what is missing after 3 seconds without the cooldown, until it arrives (Rule 5.8)', async () => {
    open({ viewer: {} });
    const answer = platform.hold(COOLDOWN);
    await show();
    await vi.advanceTimersByTimeAsync(2999);
    expect(kind()).toBe('checking');
    await vi.advanceTimersByTimeAsync(1);
    expect(page.$posting.get()).toEqual({ kind: 'slow', missing: 'cooldown' });
    answer({ until: null });
    await settle();
    expect(kind()).toBe('available');
  });

  it('asks for a slow cooldown again on a retry (Rule 5.8)', async () => {
    open({ viewer: {} });
    platform.hold(COOLDOWN);
    await show();
    await vi.advanceTimersByTimeAsync(3000);
    const answer = platform.hold(COOLDOWN);
    page.retryPosting();
    await settle();
    expect([kind(), count(COOLDOWN)]).toEqual(['checking', 2]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(kind()).toBe('slow');
    answer({ until: '2026-01-10T21:00:00+00:00' });
    await settle();
    expect(kind()).toBe('cooldown');
  });

  it.each([
    ['a sentence', target(), { kind: 'slow', missing: 'flags' }],
    ['what is known of the player', target({ optedOut: true }), { kind: 'player-opted-out' }],
  ])('is %s after 3 seconds without the own flags (Rule 5.8)', async (_, player, expected) => {
    open({ viewer: {}, player });
    const answer = platform.hold(OWN_FLAGS);
    await show();
    expect(kind()).toBe('checking');
    await vi.advanceTimersByTimeAsync(3000);
    expect(page.$posting.get()).toEqual(expected);
    answer(makeFlags({ postsBanned: true }));
    await settle();
    expect(kind()).toBe('banned');
  });

  it("finds the viewer's post on a later page of the viewer's list (Rule 5.9)", async () => {
    const others = Array.from({ length: 100 }, (_, index) =>
      makePost({ id: guid(index), player: { id: 7, username: 'Other', clan: null }, createdAt: NOW }),
    );
    open({ viewer: {} });
    platform.answer(OWN_SENT, others, { paging: makePaging({ pageSize: 100, totalPages: 2 }) });
    platform.answer(OWN_SENT.replace('page=1', 'page=2'), [makePost({ createdAt: NOW })], {
      paging: makePaging({ pageSize: 100, currentPage: 2, totalPages: 2 }),
    });
    await show();
    expect(kind()).toBe('cooldown');
  });

  it("does not read the viewer's list further back than the cooldown", async () => {
    const old = Array.from({ length: 100 }, (_, index) =>
      makePost({ id: guid(index), createdAt: '2026-01-08T00:00:00+00:00' }),
    );
    open({ viewer: {} });
    platform.answer(OWN_SENT, old, { paging: makePaging({ pageSize: 100, totalPages: 50 }) });
    await show();
    expect(kind()).toBe('available');
  });

  it.each<[string, string, number | undefined, unknown, string]>([
    ['a cooldown', COOLDOWN, undefined, { until: null }, 'available'],
    ["the viewer's list", OWN_SENT, 500, [], 'available'],
    ["the viewer's flags, missing", OWN_FLAGS, 404, makeFlags({ postsBanned: true }), 'banned'],
    ["the viewer's flags, failed", OWN_FLAGS, 500, makeFlags({ postsBanned: true }), 'banned'],
  ])('is unknown without %s, until a retry', async (_, request, status, body, after) => {
    open({ viewer: {} });
    if (status) platform.answer(request, undefined, { status });
    else platform.cut(request);
    await show();
    expect([kind(), count(OWN_SENT)]).toEqual(['unknown', request === OWN_SENT ? 1 : 0]);
    platform.answer(request, body);
    page.retryPosting();
    await settle();
    expect(kind()).toBe(after);
  });
});

describe('live events on a profile', () => {
  const other = { id: 500_000_077, username: 'Other', clan: null };

  it.each([
    ['newPost', makePost({ player: { id: 500_000_002, username: 'Borodino_Gunner', clan: null } })],
    [
      'editedPost',
      makePost({ author: { id: 500_000_002, username: 'Borodino_Gunner', clan: null }, player: other }),
    ],
    ['deletedPost', guid(1)],
  ])('reload list and karma when %s concerns the player (Rule 14.2)', async (event, payload) => {
    open();
    await show();
    platform.answer(PLAYER, target({ siteKarma: 6 }));
    platform.answer(received(), [makePost({ id: guid(5) })]);
    platform.hubs[0]?.emit(event, payload);
    await settle();
    expect(page.$profileView.get()?.karma.siteKarma).toBe(6);
    expect(shownIds()).toEqual([guid(5)]);
  });

  it('are ignored when a post concerns others', async () => {
    open();
    await show();
    platform.hubs[0]?.emit('newPost', makePost({ player: other, author: other }));
    await settle();
    expect(count(received())).toBe(1);
  });

  it('reload after the last of several deletions on other tabs or pages (Rule 14.2)', async () => {
    open();
    await show();
    platform.answer(PLAYER, target({ siteKarma: 4 }));
    platform.hubs[0]?.emit('deletedPost', guid(998));
    await vi.advanceTimersByTimeAsync(page.UNSEEN_DELAY_MS - 1);
    platform.hubs[0]?.emit('deletedPost', guid(999));
    await vi.advanceTimersByTimeAsync(page.UNSEEN_DELAY_MS - 1);
    expect(count(PLAYER)).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(page.$profileView.get()?.karma.siteKarma).toBe(4);
    expect([count(PLAYER), count(received())]).toEqual([2, 2]);
  });

  it('cause a reload when the first connection comes long after the posts', async () => {
    open();
    let letThrough = false;
    const { create } = page.hubFactory;
    page.hubFactory.create = (url, options) =>
      letThrough ? create(url, options) : Promise.reject(new Error('down'));
    await show();
    platform.answer(PLAYER, target({ siteKarma: 7 }));
    await vi.advanceTimersByTimeAsync(3000);
    letThrough = true;
    await vi.advanceTimersByTimeAsync(10_000);
    await settle();
    expect(page.$profileView.get()?.karma.siteKarma).toBe(7);
  });

  it('cause one reload at a time', async () => {
    open();
    await show();
    for (let index = 0; index < 50; index += 1) platform.hubs[0]?.emit('newPost', makePost());
    await settle();
    expect(count(received())).toBe(3);
  });

  it('keep the page when a reload fails, and retry soon', async () => {
    open({ viewer: {} });
    await show();
    platform.cut(received());
    platform.cut(PLAYER);
    platform.cut(OWN_SENT);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    platform.hubs[0]?.emit('newPost', makePost());
    await settle();
    expect(shownIds()).toEqual([guid(1)]);
    expect(page.$player.get().status).toBe('ready');
    expect(page.$posting.get().kind).toBe('available');
    expect(warn).toHaveBeenCalledTimes(3);
    platform.answer(PLAYER, target({ siteKarma: 8 }));
    platform.answer(OWN_SENT, [], { paging: makePaging() });
    platform.answer(received(), [makePost({ id: guid(6) })]);
    await vi.advanceTimersByTimeAsync(2000);
    await settle();
    expect(shownIds()).toEqual([guid(6)]);
    expect(page.$profileView.get()?.karma.siteKarma).toBe(8);
  });
});
