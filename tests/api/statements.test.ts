/** Statements of reasons: who sees them, and what they say (Rules 31.10 to 31.13). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { posts } from '#api/db/schema.ts';
import {
  ADMIN,
  CONTENT,
  createTestApi,
  DAY,
  HOOD,
  MOD,
  type StoredPost,
  SUPPORT,
  type TestApi,
} from '#tests/support/api.ts';

let api: TestApi;
let author: number;
let player: number;
let reporter: number;
beforeAll(async () => {
  api = await createTestApi();
  author = await api.addPlayer({ username: 'Author' });
  player = await api.addPlayer();
  reporter = await api.addPlayer();
});
afterAll(() => api.close());

const addPost = (post: StoredPost = {}) => api.addPost({ author, player, title: 'As it was', ...post });
const statement = (id: string, as?: number) => api.call('GET', `/api/decisions/${id}`, { as });
const statusFor = async (id: string, as?: number) => (await statement(id, as)).status;
const TONED_DOWN = { title: 'Toned down', content: CONTENT, flairs: 0 };

async function act(post: string, updatedPost?: object): Promise<string> {
  const answer = await api.moderate(post, { updatedPost, reason: 'It insults the team.' });
  return answer.json.id;
}

async function ban(userId: number, postIds: string[] = [], as = MOD): Promise<string> {
  const body = { userId, reason: 'Again and again.', rules: ['insults'], postIds };
  return (await api.call('POST', '/api/mod/bans?days=3', { as, body })).json.id;
}

const report = (postId: string, as: number, rule: string) =>
  api.call('POST', '/api/report', { as, body: { postId, rule, words: '', moment: null } });

/** The statement that the last notification of an account links to. */
const linked = (accountId: number): string => {
  const sent = api.events.flatMap(({ event }) =>
    event.type === 'newNotification' && event.notification.accountId === accountId
      ? [event.notification as { decisionId?: string }]
      : [],
  );
  return sent.at(-1)?.decisionId ?? '';
};

/** Reports a post with two rules and keeps it; returns the decision that the notification links to. */
async function keep(post: string): Promise<string> {
  await report(post, reporter, 'insults');
  await report(post, HOOD, 'spam');
  await api.call('POST', `/api/mod/reviews/${post}/claim`, { as: MOD });
  await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'It is fair.' } });
  return linked(reporter);
}

describe('a statement about a post (Rule 31.10)', () => {
  test('is for its author and staff, and for no one else', async () => {
    const id = await act(await addPost());
    expect(await statusFor(id)).toBe(401);
    for (const as of [player, reporter, SUPPORT]) expect([as, await statusFor(id, as)]).toEqual([as, 404]);
    for (const as of [author, MOD, ADMIN]) expect([as, await statusFor(id, as)]).toEqual([as, 200]);
  });

  test('is not for staff who are the subject or reported the post, whatever came of the report', async () => {
    const about = await act(await addPost({ player: ADMIN }));
    const post = await addPost();
    await report(post, ADMIN, 'insults');
    const reported = await act(post);
    expect([await statusFor(about, ADMIN), await statusFor(reported, ADMIN)]).toEqual([404, 404]);
  });
});

describe('what it says (Rule 31.11)', () => {
  test('of a removal: the text and its advice, to the author with the time to object', async () => {
    const post = await addPost();
    const id = await act(post);
    const advice = ['not-in-battle', 'caps'];
    await api.database.transaction('eu', (db) => db.update(posts).set({ advice }).where(eq(posts.id, post)));
    const { json } = await statement(id, author);
    expect(json).toEqual({
      id,
      kind: 'removed',
      person: { id: author, username: 'Author' },
      postId: post,
      rules: [],
      reason: 'It insults the team.',
      former: { title: 'As it was', content: expect.any(String), flairs: 0 },
      present: null,
      advice: ['not-in-battle'],
      until: null,
      createdAt: new Date(api.clock.now).toISOString(),
      revertedAt: null,
      isUnread: false,
      objection: null,
      objectUntil: '2026-11-04T12:00:00.000Z',
    });
  });

  test('of an edit: both texts, and when it was reverted', async () => {
    const id = await act(await addPost(), TONED_DOWN);
    api.clock.now += DAY;
    await api.revert(id);
    const { json } = await statement(id, author);
    expect(json).toMatchObject({ kind: 'edited', former: { title: 'As it was' }, present: TONED_DOWN });
    expect([json.revertedAt, json.objectUntil]).toEqual([new Date(api.clock.now).toISOString(), null]);
  });

  test('of a ban: its end, and a post only to its author', async () => {
    const own = await addPost();
    const { json } = await statement(await ban(author, [own]), author);
    expect(json).toMatchObject({ kind: 'banned', rules: ['insults'], postId: own, former: null });
    expect(Date.parse(json.until)).toBe(api.clock.now + 3 * DAY);
    const foreign = await ban(player, [own]);
    expect((await statement(foreign, player)).json.postId).toBeNull();
    expect((await statement(foreign, ADMIN)).json.postId).toBe(own);
  });

  test('of a post that its author deleted: no text', async () => {
    const post = await addPost();
    const id = await act(post);
    await api.revert(id);
    await api.call('DELETE', `/api/post/${post}`, { as: author });
    expect((await statement(id, author)).json).toMatchObject({ postId: null, former: null, advice: [] });
  });
});

describe('a kept report (Rule 31.12)', () => {
  test("has a statement for each reporter with their own guideline, without the post's author", async () => {
    const post = await addPost();
    const id = await keep(post);
    const { json } = await statement(id, reporter);
    const expected = { kind: 'kept', person: null, postId: post, rules: ['insults'], reason: 'It is fair.' };
    expect(json).toMatchObject({ ...expected, advice: [], former: null });
    expect((await statement(id, HOOD)).json.rules).toEqual(['spam']);
    expect(await statusFor(id, author)).toBe(404);
    expect((await statement(id, MOD)).json).toMatchObject({ person: { id: author }, objectUntil: null });
  });
});

describe('notifications (Rule 31.13)', () => {
  test('of removals, edits, bans and kept reports link to it, live and stored', async () => {
    const ids = [await act(await addPost()), await act(await addPost(), TONED_DOWN), await ban(author)];
    const sent = api.events.flatMap(({ event }) =>
      event.type === 'newNotification' ? [event.notification as { decisionId?: string }] : [],
    );
    expect(sent.map(({ decisionId }) => decisionId)).toEqual(expect.arrayContaining(ids));
  });
});
