/** The moderators' queue. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { reviewLog } from '#api/db/review-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { followAdvice, uncountReports } from '#api/model/reviews/queue.ts';
import { ReviewItemSchema, ReviewListSchema, type ReviewTab } from '#lib/schemas/review.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  BORODINO,
  CONTENT,
  DAY,
  HOOD,
  MOD,
  postDto,
  START,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { told as notified } from '#tests/support/decisions.ts';

const CALMER = { title: 'Calmer', content: CONTENT, flairs: 0 };

const api = setUpApi();
let post: string;
/** A new post by and about new players. */
const write = async (): Promise<string> => (await api.createPost({}, { as: await api.addPlayer() })).json.id;
beforeEach(async () => {
  post = await write();
});

const report = (as: number, postId = post) =>
  api.call('POST', '/api/report', { as, body: { postId, rule: 'insults', words: '', moment: null } });
const listed = async (tab: ReviewTab, as = MOD, page = 1) =>
  ReviewListSchema.parse((await api.call('GET', `/api/mod/reviews?tab=${tab}&page=${page}`, { as })).json);
const ids = async (tab: ReviewTab, as = MOD) => (await listed(tab, as)).entries.map(({ postId }) => postId);
const item = (method: string, part: string, as = MOD, body?: object) =>
  api.call(method, `/api/mod/reviews/${post}/${part}`, { as, ...(body === undefined ? {} : { body }) });
const claim = (as = MOD) => item('POST', 'claim', as);
const keep = (as = MOD, sentence = 'It is fair.') => item('POST', 'keep', as, { sentence });
const heard = (id: number) =>
  api.events.flatMap(({ event }) =>
    event.type === 'review' && event.accountIds.includes(id) && event.change.postId === post
      ? [event.change]
      : [],
  );

const logged = () =>
  api.database.read('eu', (db) => db.select().from(reviewLog).where(eq(reviewLog.postId, post)));

describe('the queue', () => {
  test('has new posts, moves reported ones to the first tab, and counts them (Rule 28.25)', async () => {
    expect(await ids('new')).toContain(post);
    const before = (await api.call('GET', '/api/mod/reviews/counts', { as: MOD })).json;
    await report(AURORA);
    expect(await ids('new')).not.toContain(post);
    expect(await ids('reported')).toContain(post);
    const { json } = await api.call('GET', '/api/mod/reviews/counts', { as: MOD });
    expect(json).toEqual({ ...before, reported: before.reported + 1, new: before.new - 1 });
    expect((await listed('reported')).counts).toEqual(json);
  });

  test('has a post with any advice among the advised ones (Rule 28.25)', async () => {
    await api.database.transaction('eu', (db) => followAdvice(db, post, ['old-battle']));
    expect([await ids('advised'), await ids('new')]).toEqual([
      expect.arrayContaining([post]),
      expect.not.arrayContaining([post]),
    ]);
  });

  test.each([undefined, CALMER])(
    'does not list a post as reported when an action (%o) that closed no report is reverted (Rule 28.35)',
    async (updatedPost) => {
      await report(await api.addPlayer());
      await keep();
      api.clock.now += 1_000;
      const { json } = await api.moderate(post, { updatedPost });
      await api.revert(json.id);
      expect([await ids('reported'), await ids('new')]).toEqual([
        expect.not.arrayContaining([post]),
        expect.arrayContaining([post]),
      ]);
    },
  );

  test('has an advised post among the advised ones again when its only reporter is erased (Rule 28.25)', async () => {
    await api.database.transaction('eu', (db) =>
      db
        .update(posts)
        .set({ advice: ['clan-mates'] })
        .where(eq(posts.id, post)),
    );
    const plain = await write();
    const reporter = await api.addPlayer();
    await report(reporter);
    await report(reporter, plain);
    await api.database.transaction('eu', (db) => uncountReports(db, reporter));
    expect([await ids('advised'), await ids('new')]).toEqual([
      expect.arrayContaining([post]),
      expect.arrayContaining([plain]),
    ]);
  });

  test('has the most reported first, then the oldest (Rule 28.28)', async () => {
    const old = post;
    await report(AURORA, old);
    api.clock.now += 1_000;
    const young = await write();
    await report(BORODINO, young);
    const twice = await write();
    await report(BORODINO, twice);
    await report(HOOD, twice);
    const order = (await ids('reported')).filter((id) => [old, young, twice].includes(id));
    expect(order).toEqual([twice, old, young]);
  });

  test('hides items from author, subject and reporters (Rule 28.26)', async () => {
    post = await api.addPost({ author: ADMIN, player: ADMIN_AND_MOD });
    await report(AURORA);
    for (const as of [ADMIN, ADMIN_AND_MOD]) {
      expect(await ids('reported', as)).not.toContain(post);
      for (const answer of [await claim(as), await keep(as), await item('PUT', 'claim', as)])
        expect(answer.status).toBe(404);
      expect(heard(as)).toEqual([]);
    }
    expect(heard(MOD)).toMatchObject([{ change: 'opened' }]);
    expect((await claim(MOD)).status).toBe(200);
    await item('DELETE', 'claim');
    await report(MOD);
    expect([await ids('reported'), (await claim(MOD)).status]).toEqual([
      expect.not.arrayContaining([post]),
      404,
    ]);
  });

  test('is not bypassed: reporters do not edit, remove or restore the post (Rule 28.26)', async () => {
    const act = (as: number, updatedPost?: object) => api.moderate(post, { as, updatedPost });
    const { id } = (await act(ADMIN_AND_MOD, CALMER)).json;
    await report(MOD);
    await report(ADMIN);
    for (const answer of [
      await act(MOD),
      await act(MOD, CALMER),
      await api.revert(id),
      await api.revert(id, ADMIN),
    ])
      expect([answer.status, answer.text]).toEqual([
        403,
        'You cannot moderate a post while your report of it is open.',
      ]);
    await report(ADMIN_AND_MOD);
    expect((await act(MOD)).status).toBe(403);
    expect((await act(ADMIN_AND_MOD)).status).toBe(202);
  });

  test('gives an item that involves everyone to administrators, and says so (Rule 28.27)', async () => {
    post = await api.addPost({ author: ADMIN, player: ADMIN_AND_MOD });
    await report(AURORA);
    expect((await claim(MOD)).json.isEveryoneInvolved).toBe(false);
    await item('DELETE', 'claim');
    await report(MOD);
    expect(await ids('reported', ADMIN)).toContain(post);
    expect((await claim(ADMIN)).json.isEveryoneInvolved).toBe(true);
  });

  test('loses new posts after 30 days, but no others (Rule 28.25)', async () => {
    const other = post;
    post = await write();
    await report(BORODINO);
    await applyRetention(api.database, START + 31 * DAY, new AbortController().signal);
    expect(await ids('new')).not.toContain(other);
    expect(await ids('reported')).toContain(post);
  });
});

describe('a claim (Rule 28.29)', () => {
  test('keeps others from the item until it ends, and they hear of it', async () => {
    expect((await claim(MOD)).status).toBe(200);
    const refused = await claim(ADMIN);
    expect([refused.status, refused.json.title]).toEqual([423, 'Cossack_Mod is deciding about this post.']);
    expect((await keep(ADMIN)).status).toBe(423);
    expect(heard(ADMIN).at(-1)).toMatchObject({ postId: post, change: 'claimed', claim: { id: MOD } });
    expect((await listed('new', ADMIN)).entries.find(({ postId }) => postId === post)?.claim).toMatchObject({
      username: 'Cossack_Mod',
    });
    await item('DELETE', 'claim', ADMIN);
    expect((await claim(ADMIN)).status).toBe(423);
    api.clock.now += 2 * 60_000;
    expect((await claim(ADMIN)).status).toBe(200);
  });

  test('is renewed and released', async () => {
    await claim(MOD);
    api.clock.now += 90_000;
    expect((await item('PUT', 'claim')).status).toBe(204);
    api.clock.now += 90_000;
    expect((await claim(ADMIN)).status).toBe(423);
    expect((await item('DELETE', 'claim')).status).toBe(204);
    expect(heard(ADMIN).at(-1)).toMatchObject({ change: 'released' });
    expect((await claim(ADMIN)).status).toBe(200);
  });
});

describe('an item (Rule 28.30)', () => {
  test('has post, reports without names, records and a row in the list (Rules 30.76, 30.78)', async () => {
    const author = await api.addPlayer();
    const player = await api.addPlayer({ gameKarma: 5 });
    const removed = await api.addPost({ author, player });
    await api.moderate(removed);
    await api.ban(author);
    post = await api.addPost({ author, player, flairs: 1 });
    await report(AURORA);
    const { json, text } = await claim();
    const found = ReviewItemSchema.parse(json);
    expect(found).toMatchObject({
      post: { id: post },
      tab: 'reported',
      reports: [{ rule: 'insults', words: '', moment: null }],
      author: {
        posts: 2,
        removals: 1,
        edits: 0,
        bans: 1,
        karma: 0,
        outcomes: [{ kind: 'banned' }, { kind: 'removed', postId: removed }],
      },
      player: { posts: 0, removals: 0, bans: 0, karma: 1, totalKarma: 6, outcomes: [] },
      former: null,
      isClanMate: false,
    });
    expect(text).not.toContain(String(AURORA));
    const { entries } = await listed('reported');
    expect(entries.find(({ postId }) => postId === post)).toMatchObject({
      author: { id: author },
      player: { id: player },
      flairs: 1,
      rule: 'insults',
    });
  });

  test('marks clan mates', async () => {
    const [mate] = await api.database.read('eu', (db) =>
      db.select({ clanId: players.clanId }).from(players).where(eq(players.id, MOD)),
    );
    const author = await api.addPlayer({ clanId: mate?.clanId ?? null });
    post = (await api.createPost({}, { as: author })).json.id;
    expect((await claim()).json.isClanMate).toBe(mate?.clanId !== null);
  });

  test('has the text as it was reported, which is kept for 90 days (Rule 28.34)', async () => {
    const author = await api.addPlayer();
    post = (await api.createPost({ title: 'As reported' }, { as: author })).json.id;
    await report(AURORA);
    for (const title of ['Second', 'Third'])
      await api.call('PUT', '/api/post', {
        as: author,
        body: { ...postDto({ author: { id: author }, title }), id: post },
      });
    const former = { title: 'As reported', content: CONTENT };
    expect((await claim()).json).toMatchObject({ former, post: { title: 'Third' } });
    await applyRetention(api.database, START + 90 * DAY - 1, new AbortController().signal);
    expect((await claim()).json).toMatchObject({ former });
    await applyRetention(api.database, START + 91 * DAY, new AbortController().signal);
    expect((await claim()).json.former).toBeNull();
  });
});

describe('a decision', () => {
  test('to keep closes the item for everyone (Rule 28.31)', async () => {
    await report(AURORA);
    await claim();
    expect((await keep(MOD, '')).text).toBe(
      'Say in a sentence why the post stays: it goes to those who reported it.',
    );
    expect((await keep()).status).toBe(204);
    expect(await ids('reported')).not.toContain(post);
    expect(heard(ADMIN).at(-1)).toEqual({ postId: post, change: 'decided', claim: null, by: MOD });
    expect((await claim(ADMIN)).status).toBe(410);
  });

  test('to keep a post without reports is logged for a year, as is its revert (Rule 28.32)', async () => {
    await claim();
    expect((await keep(MOD, '')).status).toBe(204);
    expect((await item('DELETE', 'keep')).status).toBe(204);
    expect(await ids('new')).toContain(post);
    expect(await logged()).toMatchObject([
      { modId: MOD, action: 'keep' },
      { modId: MOD, action: 'reopen' },
    ]);
    await applyRetention(api.database, START + 365 * DAY - 1, new AbortController().signal);
    expect(await logged()).toHaveLength(2);
    await applyRetention(api.database, START + 366 * DAY, new AbortController().signal);
    expect(await logged()).toEqual([]);
  });

  test.each([undefined, CALMER])(
    'by a mod action (%o) closes it, and its revert opens it (Rule 28.35)',
    async (updatedPost) => {
      await report(AURORA);
      await api.moderate(post, { updatedPost });
      expect((await claim()).status).toBe(410);
      const [{ id, previousPost }] = (
        await api.call('GET', `/api/mod/action/list?postId=${post}`, { as: ADMIN })
      ).json;
      expect(previousPost?.title).toBe('A fair fight');
      await api.revert(id);
      expect((await claim()).json).toMatchObject({ tab: 'reported', reports: [{}] });
    },
  );

  test('to keep is undone only by who decided it, while it is the current one (Rule 28.35)', async () => {
    const sentence = 'Your decision to keep this post no longer applies, so there is nothing to undo.';
    const undo = async (as = MOD) => {
      const { status, text } = await item('DELETE', 'keep', as);
      return [status, text];
    };
    await keep(MOD);
    expect(await undo(ADMIN)).toEqual([409, sentence]);
    const reporter = await api.addPlayer();
    // A report leaves it the current one.
    await report(reporter);
    expect((await item('DELETE', 'keep')).status).toBe(204);
    await keep(MOD);
    api.clock.now += 1_000;
    await report(await api.addPlayer());
    await keep(ADMIN);
    expect(await undo()).toEqual([409, sentence]);
    expect((await claim()).status).toBe(410);
    expect((await item('DELETE', 'keep', ADMIN)).status).toBe(204);
    expect(await undo(ADMIN)).toEqual([409, sentence]);
    expect((await claim()).json.reports).toHaveLength(1);
  });

  test('to keep is not undone once the post is removed (Rule 28.35)', async () => {
    await keep();
    const reporter = await api.addPlayer();
    await report(reporter);
    api.clock.now += 1_000;
    await api.moderate(post);
    expect((await item('DELETE', 'keep')).status).toBe(409);
    const reports = await api.call('GET', `/api/report?postId=${post}`, { as: reporter });
    expect(reports.json).toMatchObject([{ outcome: 'removed' }]);
    expect((await claim()).status).toBe(410);
  });

  test('does not last when the author edits the post or it is reported again', async () => {
    const author = await api.addPlayer();
    post = (await api.createPost({}, { as: author })).json.id;
    await keep();
    const body = { ...postDto({ author: { id: author }, title: 'Edited' }), id: post };
    await api.call('PUT', '/api/post', { as: author, body });
    expect(await ids('new')).toContain(post);
    await keep();
    await report(HOOD);
    expect(await ids('reported')).toContain(post);
  });
});

test('a reporter is shown to moderators on purpose, which is logged, as is muting (Rule 28.33)', async () => {
  const reporter = await api.addPlayer();
  const { id } = (await report(reporter)).json;
  const { json } = await item('POST', `reports/${id}/reporter`);
  const username = `Player_${reporter}`;
  expect(json).toEqual({ id: reporter, username, decided: 0, kept: 0, mutedUntil: null });
  await item('POST', `reports/${id}/mute`, MOD, { days: 1 });
  expect(await logged()).toMatchObject([
    { reportId: id, modId: MOD, action: 'reporter' },
    { reportId: id, modId: MOD, action: 'mute' },
  ]);
  await report(ADMIN);
  expect((await item('POST', `reports/${id}/reporter`, ADMIN)).status).toBe(404);
  post = await write();
  expect((await item('POST', `reports/${id}/reporter`)).status).toBe(404);
});

describe('a ban (Rule 28.37)', () => {
  const ban = (userId: number, postIds: string[], as = MOD) =>
    api.call('POST', '/api/mod/bans', { as, body: { userId, reason: 'Insults', postIds } });
  const told = () =>
    api.events.flatMap(({ event }) =>
      event.type === 'newNotification' && event.notification.type === 9 ? [event.notification.accountId] : [],
    );

  test('names posts, which staff find, and no one else is told', async () => {
    const user = await api.addPlayer();
    const foreign = post;
    post = await api.addPost({ author: user });
    expect((await ban(user, [post])).status).toBe(202);
    expect(told()).toEqual([]);
    // One of others is no reason.
    api.clock.now += 1_000;
    expect((await ban(user, [foreign])).status).toBe(202);
    expect(told()).not.toEqual([]);
    const bans = (as: number) => api.call('GET', `/api/mod/bans/${user}`, { as });
    expect((await bans(ADMIN)).json).toMatchObject([{ postIds: [foreign] }, { postIds: [post] }]);
    expect((await bans(user)).json[0]).not.toHaveProperty('postIds');
  });

  test('because of a post that involves the moderator is refused', async () => {
    const user = await api.addPlayer();
    for (const involved of [{ author: MOD }, { player: MOD }]) {
      const id = await api.addPost(involved);
      expect((await ban(user, [id])).status).toBe(403);
    }
    expect((await ban(user, ['00000000-0000-4000-8000-00000000dead'])).status).toBe(404);
  });

  test('without a post is told to the other moderators', async () => {
    expect((await ban(await api.addPlayer(), [])).status).toBe(202);
    expect(told().sort()).toEqual([ADMIN_AND_MOD, ADMIN]);
  });

  test('so is a warning without a post, but not to the player', async () => {
    const user = await api.addPlayer();
    const warn = (postId: string | null) =>
      api.call('POST', '/api/mod/warnings', {
        as: ADMIN_AND_MOD,
        body: { userId: user, postId, reason: 'Insults' },
      });
    await warn(await api.addPost({ author: user }));
    await api.setRoles(user, ['admin']);
    expect([told(), (await warn(null)).status]).toEqual([[], 202]);
    await api.setRoles(user, []);
    expect(told().sort()).toEqual([MOD, ADMIN]);
    const names = { username: `Player_${user}`, modUsername: 'Dreadnought_Admin' };
    expect(notified(api, MOD, 9)).toMatchObject([
      { userId: user, ...names, reason: 'Insults', warned: true },
    ]);
  });
});
