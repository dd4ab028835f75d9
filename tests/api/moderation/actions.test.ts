/** Moderators' deletions and updates. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { modActions } from '#api/db/moderation-schema.ts';
import { ACTIONS_PIECE } from '#api/model/moderation.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import { ModActionSchema } from '#lib/schemas/moderation.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  CONTENT,
  MOD,
  START,
  type StoredPost,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const GOOD = packFlairs({ performance: true, teamplay: true, courtesy: null });
const BAD = packFlairs({ performance: false, teamplay: null, courtesy: false });
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

const api = setUpApi();
let author: number;
let target: number;
beforeEach(async () => {
  author = await api.addPlayer();
  target = await api.addPlayer();
});

const addPost = (post: StoredPost = {}) => api.addPost({ author, player: target, flairs: GOOD, ...post });
const text = (title = 'Rewritten title', flairs = BAD) => ({ title, content: `${CONTENT} Again.`, flairs });
const act = (as: number, body: Record<string, unknown>) => api.call('POST', '/api/mod/action', { as, body });
const remove = (as: number, postId: string) => api.moderate(postId, { as });
const update = (as: number, postId: string, updatedPost: unknown = text()) =>
  act(as, { postId, actionType: 1, reason: 'Toned down', updatedPost });
const readPost = async (id: string, as?: number) =>
  (await api.call('GET', `/api/post/${id}`, { as })).json.model;
const metrics = () => api.karmaOf(target);
const listed = async (query: string, as?: number) => api.call('GET', `/api/mod/action/list?${query}`, { as });

describe('a deletion (Rule 11.2)', () => {
  test('locks and hides the post, removes its karma, notifies its author, and is final', async () => {
    const id = await addPost();
    expect(await metrics()).toEqual([1, 1, 1, 0]);
    const answer = await remove(MOD, id);
    expect(answer.status).toBe(202);
    expect((await api.call('GET', `/api/mod/action/${answer.json.id}`)).json).toMatchObject({ postId: id });
    for (const as of [undefined, AURORA, target, SUPPORT])
      expect((await api.call('GET', `/api/post/${id}`, { as })).status).toBe(410);
    for (const as of [author, MOD, ADMIN]) expect(await readPost(id, as)).toMatchObject({ modLocked: true });
    expect(await metrics()).toEqual([0, 0, 0, 0]);
    expect(api.events.map(({ event }) => event)).toMatchObject([
      { type: 'deletedPost', postId: id },
      {
        type: 'newNotification',
        notification: { accountId: author, type: 6, modAction: { postId: id, reason: 'Insults' } },
      },
    ]);
    const edit = await api.call('PUT', '/api/post', { as: author, body: { id, ...text() } });
    const deletion = await api.call('DELETE', `/api/post/${id}`, { as: author });
    expect([edit.status, deletion.status]).toEqual([400, 400]);
    expect(edit.json).toEqual({ post: ['This post was removed by a moderator.'] });
    for (const again of [await remove(ADMIN_AND_MOD, id), await update(MOD, id)])
      expect([again.status, again.json]).toEqual([
        400,
        { post: ['This post was already removed by a moderator.'] },
      ]);
  });

  test('keeps the codes of guidelines for the list and the notification (Rule 28.42)', async () => {
    const id = await addPost();
    const events = api.events.length;
    await act(MOD, {
      postId: id,
      actionType: 0,
      reason: 'Do not provoke.',
      rules: ['provoke', 'unheard-of'],
    });
    const rules = ['provoke', 'unheard-of'];
    expect((await listed(`postId=${id}`)).json).toMatchObject([{ rules }]);
    expect(JSON.stringify(api.events.slice(events))).toContain(JSON.stringify(rules));
    const other = await addPost();
    await remove(MOD, other);
    expect((await listed(`postId=${other}`)).json).toMatchObject([{ rules: [] }]);
    const six = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answer = await act(MOD, { postId: await addPost(), actionType: 0, reason: 'x', rules: six });
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['rules']]);
  });

  test('counts once when sent twice at once', async () => {
    const id = await addPost();
    const answers = await Promise.all([remove(MOD, id), remove(ADMIN_AND_MOD, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400]);
    expect(await metrics()).toEqual([0, 0, 0, 0]);
  });
});

describe('an update (Rule 11.1)', () => {
  test('changes text, flairs and karma, and leaves its notified author only the deletion', async () => {
    const id = await addPost({ ticketId: '123456789' });
    expect((await update(MOD, id)).status).toBe(202);
    expect(await readPost(id, author)).toMatchObject({
      ...text(),
      readOnly: true,
      modLocked: false,
      supportTicketStatus: { hasTicket: true, ticketId: 123456789 },
    });
    expect(await metrics()).toEqual([-1, -1, 0, -1]);
    const modAction = { updatedPost: { title: 'Rewritten title' } };
    expect(api.events.map(({ event }) => event)).toMatchObject([
      { type: 'editedPost', post: { id, title: 'Rewritten title', readOnly: true } },
      { type: 'newNotification', notification: { accountId: author, type: 5, modAction } },
    ]);
    const edit = await api.call('PUT', '/api/post', { as: author, body: { id, ...text() } });
    expect([edit.status, edit.json]).toEqual([
      400,
      { post: ['This post was made read-only by a moderator.'] },
    ]);
    expect((await api.call('DELETE', `/api/post/${id}`, { as: author })).status).toBe(205);
    expect(await metrics()).toEqual([0, 0, 0, 0]);
    const [left] = await api.database.read('eu', (db) =>
      db.select().from(modActions).where(eq(modActions.postId, id)),
    );
    expect(left).toMatchObject({ reason: 'Toned down', updatedPost: null, previousPost: null });
    expect((await listed(`postId=${id}`)).json).toMatchObject([{ postId: id, updatedPost: null }]);
  });

  test('counts a negative sign only if the author could give one then', async () => {
    author = await api.addPlayer({ gameKarma: -20 });
    const created = await api.addPost({ author, player: target, flairs: 0, negativeKarmaAble: false });
    await update(MOD, created);
    expect(await metrics()).toEqual([0, -1, 0, -1]);
  });

  test.each([
    ['no new text', null, 'updatedPost'],
    ['a short title', text('Four'), 'updatedPost.title'],
    ['a title that is too long', text('x'.repeat(61)), 'updatedPost.title'],
    ['short content', { ...text(), content: 'x'.repeat(49) }, 'updatedPost.content'],
    ['content that is too long', { ...text(), content: 'x'.repeat(2001) }, 'updatedPost.content'],
    ['flairs beyond six bits', { ...text(), flairs: 64 }, 'updatedPost.flairs'],
  ])('is refused with the field for %s', async (_, updatedPost, field) => {
    const answer = await update(MOD, await addPost(), updatedPost);
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, [field]]);
  });
});

describe('an action', () => {
  test.each<[string, number, object, string?]>([
    ['no reason', 400, { reason: undefined }, 'reason'],
    ['an empty reason', 400, { reason: '   ' }, 'reason'],
    ['a reason of more than 1000 characters', 400, { reason: 'x'.repeat(1001) }, 'reason'],
    ['a reason of 1000 characters', 202, { reason: 'x'.repeat(1000) }],
    ['an unknown type', 400, { actionType: 2 }, 'actionType'],
    ['a malformed id', 400, { postId: 'not-a-guid' }, 'postId'],
    ['an unknown post', 404, { postId: UNKNOWN }],
  ])('with %s gets %i', async (_, status, body, field) => {
    const answer = await act(MOD, { postId: await addPost(), actionType: 0, reason: 'Insults', ...body });
    expect(answer.status).toBe(status);
    if (field) expect(Object.keys(answer.json.errors)).toEqual([field]);
  });
});

test.each([
  ['by', 'author'],
  ['about', 'player'],
] as const)('only administrators act on posts %s themselves (Rule 11.3)', async (_, party) => {
  const refusal = 'You cannot moderate a post that you wrote or that is about you.';
  const id = await addPost({ [party]: MOD });
  for (const answer of [await remove(MOD, id), await update(MOD, id)]) {
    expect([answer.status, answer.text]).toEqual([403, refusal]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  }
  expect(await readPost(id)).toMatchObject({ modLocked: false, readOnly: false });
  await update(ADMIN_AND_MOD, id);
  const [action] = (await listed(`postId=${id}`)).json;
  const answer = await api.revert(action.id);
  expect([answer.status, answer.text]).toEqual([403, refusal]);
  const own = await addPost({ [party]: ADMIN_AND_MOD });
  expect((await remove(ADMIN_AND_MOD, own)).status).toBe(202);
});

describe('reading actions', () => {
  test('returns one to anyone', async () => {
    const id = await addPost();
    await update(MOD, id);
    const [listedAction] = (await listed(`postId=${id}`)).json;
    const { status, json } = await api.call('GET', `/api/mod/action/${listedAction.id}`);
    expect(status).toBe(200);
    expect(json).toEqual(listedAction);
    expect(ModActionSchema.safeParse(json).success).toBe(true);
    expect(json).toMatchObject({ postId: id, actionType: 1, modId: MOD, modUsername: 'Cossack_Mod' });
    expect((await api.call('GET', `/api/mod/action/${UNKNOWN}`)).status).toBe(404);
  });

  test('lists by post, else by author, newest first', async () => {
    const [first, second] = [await addPost(), await addPost()];
    await update(MOD, first);
    api.clock.now += 1000;
    await remove(MOD, first);
    api.clock.now += 1000;
    await remove(MOD, second);
    const types = async (query: string) =>
      (await listed(query)).json.map((action: { postId: string; actionType: number }) => [
        action.postId,
        action.actionType,
      ]);
    expect(await types(`postId=${first}`)).toEqual([
      [first, 0],
      [first, 1],
    ]);
    expect(await types(`userId=${author}`)).toEqual([
      [second, 0],
      [first, 0],
      [first, 1],
    ]);
    expect(await types(`postId=${second}&userId=${author}`)).toEqual([[second, 0]]);
  });

  test('answers 204 for an empty list, 400 without post and user', async () => {
    const none = await listed(`postId=${UNKNOWN}`);
    expect([none.status, none.text]).toEqual([204, '']);
    const neither = await listed('');
    expect([neither.status, neither.json.errors]).toEqual([
      400,
      { postId: ['Either postId or userId is required.'] },
    ]);
  });

  test('shows texts of an update to staff and author alone after a removal (Rule 28.36)', async () => {
    const id = await addPost();
    await update(MOD, id);
    await remove(MOD, id);
    const edit = async (as?: number) =>
      (await listed(`postId=${id}`, as)).json.find(
        ({ actionType }: { actionType: number }) => actionType === 1,
      );
    for (const as of [undefined, AURORA, target]) {
      expect((await edit(as)).updatedPost).toBeNull();
      expect(await edit(as)).not.toHaveProperty('previousPost');
    }
    const texts = { updatedPost: { title: 'Rewritten title' }, previousPost: { flairs: GOOD } };
    for (const as of [author, MOD]) expect(await edit(as)).toMatchObject(texts);
  });
});

test('a list has all actions, newest first, however many (rule 24.6)', async () => {
  const postId = await addPost();
  const ids = Array.from({ length: 2 * ACTIONS_PIECE + 3 }, () => randomUUID());
  const rows = ids.map((id, index) => ({
    id,
    postId,
    authorId: author,
    actionType: 1,
    modId: MOD,
    reason: `Reason ${index}`,
    updatedPost: text(),
    createdAt: new Date(START - index * 1000),
  }));
  await api.database.transaction('eu', (db) => db.insert(modActions).values(rows));
  for (const query of [`postId=${postId}`, `userId=${author}`]) {
    const { status, json } = await listed(query);
    expect([status, json.map(({ id }: { id: string }) => id)]).toEqual([200, ids]);
    expect(ModActionSchema.safeParse(json.at(-1)).success).toBe(true);
  }
});
