/** The list of the decisions that concern the signed-in user (Rule 31.41). */
import { beforeEach, expect, test } from 'vitest';
import { decisions } from '#api/db/decision-schema.ts';
import { ADMIN, ADMIN_AND_MOD, CONTENT, HOUR, MOD, type StoredPost } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { guid } from '#tests/support/builders.ts';
import { report } from '#tests/support/decisions.ts';

const api = setUpApi();
const REASON = { reason: 'It insults the team.', rules: [] };
let author: number;
let player: number;
let reporter: number;
beforeEach(async () => {
  [author, player, reporter] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
});

interface Entry {
  id: string;
  kind: string;
  post: { id: string } | null;
}
const addPost = (post: StoredPost = {}) => api.addPost({ author, player, title: 'As it was', ...post });
const send = (method: string, path: string, as: number, body?: object) => {
  api.clock.now += 1000;
  return api.call(method, path, { as, ...(body && { body }) });
};
const get = async (as: number, query = '') => (await api.call('GET', `/api/decisions${query}`, { as })).json;
const list = async (as: number): Promise<Entry[]> => (await get(as)).entries;
const kindsOf = async (as: number) => (await list(as)).map(({ kind }) => kind);
const postsOf = async (as: number) => (await list(as)).map(({ post }) => post?.id ?? null);
const moderate = async (post: string, fields: object = {}): Promise<string> => {
  api.clock.now += 1000;
  return (await api.moderate(post, { ...REASON, ...fields })).json.id;
};
const ban = (userId: number, postIds: string[] = []) =>
  send('POST', '/api/mod/bans?days=3', MOD, { userId, postIds, ...REASON });
const keep = async (post: string) => {
  await report(api, post, reporter);
  await send('POST', `/api/mod/reviews/${post}/keep`, MOD, { sentence: 'It is fair.' });
};

test('has each kind, newest first, for the person concerned or the reporter alone, and opens (Rule 31.41)', async () => {
  await moderate(await addPost(), { updatedPost: { title: 'Calmer', content: CONTENT, flairs: 0 } });
  const post = await addPost();
  await send('PUT', `/api/post/${post}/reply`, player, { content: 'Not so' });
  await keep(post);
  await send('POST', `/api/mod/reviews/${post}/reply/removal`, MOD, REASON);
  await moderate(post);
  await send('POST', '/api/mod/warnings', MOD, { userId: author, postId: post, ...REASON });
  await ban(author);
  expect(await kindsOf(author)).toEqual(['banned', 'warned', 'removed', 'edited']);
  expect([await kindsOf(player), await kindsOf(reporter)]).toEqual([['reply-removed'], ['kept']]);
  for (const as of [author, player, reporter])
    for (const { id } of await list(as))
      expect((await api.call('GET', `/api/decisions/${id}`, { as })).status).toBe(200);
  for (const as of [MOD, ADMIN, ADMIN_AND_MOD]) expect(await list(as)).toEqual([]);
});

test('names a post only to those who find it in lists (Rule 31.41)', async () => {
  const removed = await addPost();
  await moderate(removed);
  expect((await list(author))[0]?.post).toEqual({
    id: removed,
    title: 'As it was',
    author: { id: author, username: expect.any(String) },
    player: { id: player, username: expect.any(String) },
  });
  await ban(player, [removed]);
  expect(await postsOf(player)).toEqual([null]);

  const other = await api.addPlayer();
  const hidden = await addPost({ player: other });
  const [later, gone, open] = [await addPost(), await addPost(), await addPost()];
  for (const post of [later, gone, hidden, open]) await keep(post);
  expect(await postsOf(reporter)).toEqual([open, hidden, gone, later]);
  await moderate(later);
  await send('DELETE', `/api/post/${gone}`, author);
  expect(await postsOf(reporter)).toEqual([open, hidden, null, null]);
  await send('PUT', '/api/profile', other, { id: other, optedOut: true });
  expect(await postsOf(reporter)).toEqual([open, null, null, null]);
});

test('has the own objection and its outcome, of a keep also once that is reversed (Rule 31.41)', async () => {
  await keep(await addPost());
  const [kept] = await list(reporter);
  expect(kept).toMatchObject({ objection: null, revertedAt: null });
  const words = { words: 'It is an insult.' };
  const { json } = await send('POST', `/api/decisions/${kept?.id}/objection`, reporter, words);
  expect(await list(reporter)).toMatchObject([{ objection: { ...words, verdict: null } }]);
  const decided = { verdict: 'reversed', ...REASON };
  await send('POST', `/api/mod/objections/${json.id}/decision`, ADMIN_AND_MOD, decided);
  const reverted = { id: kept?.id, revertedAt: expect.any(String), objection: { verdict: 'reversed' } };
  expect(await list(reporter)).toMatchObject([reverted]);
});

test('has 50 to a page (Rule 31.41)', async () => {
  const row = (index: number) => ({
    ...{ id: guid(900 + index), kind: 'warned', personId: author, reason: 'A reason' },
    createdAt: new Date(api.clock.now - index * HOUR),
  });
  const rows = Array.from({ length: 60 }, (_, index) => row(index));
  await api.database.transaction('eu', (db) => db.insert(decisions).values(rows));
  const pages = [await get(author), await get(author, '?page=2'), await get(author, '?page=3')];
  expect(pages.map(({ entries, hasMore }) => [entries.length, hasMore])).toEqual([
    [50, true],
    [10, false],
    [0, false],
  ]);
  expect(pages[1].entries[0].id).toBe(guid(950));
});
