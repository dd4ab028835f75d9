/** Statements of reasons: who sees them, and what they say (Rules 31.10 to 31.13). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { modActions } from '#api/db/moderation-schema.ts';
import { posts } from '#api/db/schema.ts';
import { ADMIN, CONTENT, DAY, HOOD, MOD, postDto, type StoredPost } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { linked, pending, report, told } from '#tests/support/decisions.ts';

const api = setUpApi();
let author: number;
let player: number;
let reporter: number;
beforeEach(async () => {
  [author, player, reporter] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
});

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

/** Reports a post with two rules and keeps it; returns the decision that the notification links to. */
async function keep(post: string): Promise<string> {
  await report(api, post, reporter);
  await report(api, post, HOOD, { rule: 'spam' });
  await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'It is fair.' } });
  return linked(api, reporter);
}

test('is not for the subject or who reported the post, staff or not, whatever came of the report (Rule 31.10)', async () => {
  const about = await act(await addPost({ player: ADMIN }));
  const post = await addPost();
  for (const as of [ADMIN, reporter]) await report(api, post, as);
  const reported = await act(post);
  expect([await statusFor(about, ADMIN), await statusFor(reported, ADMIN)]).toEqual([404, 404]);
  for (const as of [player, reporter]) expect([as, await statusFor(reported, as)]).toEqual([as, 404]);
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
      person: { id: author, username: expect.any(String) },
      postId: post,
      about: { player: { id: player, username: expect.any(String) }, createdAt: expect.any(String) },
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
    // As imported removals are.
    await api.database.transaction('eu', (db) => db.update(modActions).set({ previousPost: null }));
    expect((await statement(id, author)).json.former).toEqual(json.former);
    await api.revert(id);
    api.clock.now += DAY;
    const dto = postDto({ author: { id: author }, player: { id: player } });
    await api.call('PUT', '/api/post', { as: author, body: { ...dto, id: post } });
    expect((await statement(id, author)).json.former).toBeNull();
  });

  test('of an edit: both texts, and when it was reverted; none once its author deleted the post', async () => {
    const post = await addPost();
    const id = await act(post, TONED_DOWN);
    api.clock.now += DAY;
    await api.revert(id);
    const { json } = await statement(id, author);
    expect(json).toMatchObject({ kind: 'edited', former: { title: 'As it was' }, present: TONED_DOWN });
    expect([json.revertedAt, json.objectUntil]).toEqual([new Date(api.clock.now).toISOString(), null]);
    await api.call('DELETE', `/api/post/${post}`, { as: author });
    expect((await statement(id, author)).json).toMatchObject({ postId: null, former: null, advice: [] });
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
});

test("of a kept report is each reporter's, with their own guideline, without the post's author (Rule 31.12)", async () => {
  const post = await addPost();
  const id = await keep(post);
  const { json } = await statement(id, reporter);
  const expected = { kind: 'kept', person: null, postId: post, rules: ['insults'], reason: 'It is fair.' };
  expect(json).toMatchObject({ ...expected, advice: [], former: null });
  expect((await statement(id, HOOD)).json).toMatchObject({ rules: ['spam'], reports: [{ rule: 'spam' }] });
  expect(await statusFor(id, author)).toBe(404);
  expect((await statement(id, MOD)).json).toMatchObject({ person: { id: author }, objectUntil: null });
});

test('of a kept reply has the words of its reporters, who see when another one has it reverted (Rule 31.12)', async () => {
  const post = await addPost();
  await api.call('PUT', `/api/Post/${post}/reply`, { as: player, body: { content: 'No.' } });
  await report(api, post, HOOD, { ofReply: true, words: 'It is spam.' });
  await report(api, post, reporter);
  await report(api, post, reporter, { ofReply: true, words: 'Insults.' });
  await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'It is fair.' } });
  const id = linked(api, reporter);
  expect((await statement(id, HOOD)).json.reports).toEqual([
    { rule: 'insults', words: 'It is spam.', moment: null, ofReply: true },
  ]);
  expect((await statement(id, reporter)).json.reports).toMatchObject([
    { ofReply: false },
    { words: 'Insults.' },
  ]);
  const objection = await api.call('POST', `/api/decisions/${id}/objection`, {
    as: reporter,
    body: { words: 'No.' },
  });
  const body = { verdict: 'reversed', reason: 'After another look.' };
  await api.call('POST', `/api/mod/objections/${objection.json.id}/decision`, { as: ADMIN, body });
  const { json } = await statement(id, HOOD);
  expect(json).toMatchObject({ revertedAt: expect.any(String), objection: null, objectUntil: null });
});

test('of a keep is not for who had reported before an earlier one, also once it is reverted (Rule 31.12)', async () => {
  const post = await addPost();
  await keep(post);
  await report(api, post, player);
  await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'To you alone.' } });
  const second = linked(api, player);
  await api.call('DELETE', `/api/mod/reviews/${post}/keep`, { as: MOD });
  expect([await statusFor(second, reporter), await statusFor(second, player)]).toEqual([404, 200]);
});

test('notifications of removals, edits, bans and kept reports link to it, live and stored (Rule 31.13)', async () => {
  const ids = [await act(await addPost()), await act(await addPost(), TONED_DOWN), await ban(author)];
  const kept = [await keep(await addPost())];
  for (const notifications of [told(api, author), await pending(api, author)]) {
    const links = notifications.flatMap((shown) => ('decisionId' in shown ? [shown.decisionId] : []));
    expect(links.sort()).toEqual(ids.toSorted());
  }
  expect(await pending(api, reporter)).toMatchObject([{ type: 8, decisionId: kept[0] }]);
});

test('the removed reply of its author and a kept report link to it, and nothing of others (Rule 31.13)', async () => {
  const post = await addPost();
  await api.call('PUT', `/api/post/${post}/reply`, { as: player, body: { content: 'Not so' } });
  const path = `/api/mod/reviews/${post}/reply/removal`;
  const { id } = (await api.call('POST', path, { as: MOD, body: { reason: 'An insult', rules: [] } })).json;
  const idFor = async (as: number) =>
    (await api.call('GET', `/api/post/${post}`, { as })).json.model.reply.decisionId;
  expect([await idFor(player), await idFor(MOD)]).toEqual([id, undefined]);
  await report(api, post, reporter);
  await act(post);
  const kept = await addPost();
  const decisionId = await keep(kept);
  const ownReport = async (postId: string) =>
    (await api.call('GET', `/api/report?postId=${postId}`, { as: reporter })).json[0];
  expect(await ownReport(kept)).toMatchObject({ outcome: 'kept', decisionId });
  expect(await ownReport(post)).not.toHaveProperty('decisionId');
});

test('everyone reads kind, words and moderator of a removal, but not the text (Rule 31.12)', async () => {
  const post = await addPost();
  const id = await act(post);
  const { json, text } = await api.call('GET', `/api/mod/action/list?postId=${post}`);
  expect(json).toMatchObject([{ id, actionType: 0, modId: MOD, reason: 'It insults the team.' }]);
  expect([text.includes('As it was'), json[0].decisionId]).toEqual([false, undefined]);
});
