/** Moderators' deletions and updates (rules 11.1 to 11.4). */
import { randomUUID } from 'node:crypto';
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
const remove = (as: number, postId: string) => act(as, { postId, actionType: 0, reason: 'Insults' });
const update = (as: number, postId: string, updatedPost: unknown = text()) =>
  act(as, { postId, actionType: 1, reason: 'Toned down', updatedPost });
const readPost = async (id: string, as?: number) =>
  (await api.call('GET', `/api/post/${id}`, as === undefined ? {} : { as })).json.model;
const metrics = async (id = target) => {
  const { siteKarma, ratingPerformance, ratingTeamplay, ratingCourtesy } = (
    await api.call('GET', `/api/player/${id}`)
  ).json;
  return [siteKarma, ratingPerformance, ratingTeamplay, ratingCourtesy];
};
const listed = async (query: string, as?: number) =>
  api.call('GET', `/api/mod/action/list?${query}`, as === undefined ? {} : { as });

describe('a deletion (rule 11.2)', () => {
  test('answers 202, locks the post and hides it from everyone but its author and staff', async () => {
    const id = await addPost();
    const answer = await remove(MOD, id);
    expect([answer.status, answer.text]).toEqual([202, '']);
    for (const as of [undefined, AURORA, target, SUPPORT])
      expect((await api.call('GET', `/api/post/${id}`, as === undefined ? {} : { as })).status).toBe(410);
    for (const as of [author, MOD, ADMIN]) expect(await readPost(id, as)).toMatchObject({ modLocked: true });
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

  test('removes the karma and prevents the author from editing or deleting', async () => {
    const id = await addPost();
    expect(await metrics()).toEqual([1, 1, 1, 0]);
    await remove(MOD, id);
    expect(await metrics()).toEqual([0, 0, 0, 0]);
    const edit = await api.call('PUT', '/api/post', { as: author, body: { id, ...text() } });
    const deletion = await api.call('DELETE', `/api/post/${id}`, { as: author });
    expect([edit.status, deletion.status]).toEqual([400, 400]);
    expect(edit.json).toEqual({ post: ['This post was removed by a moderator.'] });
  });

  test('publishes the deletion and notifies the author of the reason', async () => {
    const id = await addPost();
    await remove(MOD, id);
    expect(api.events.map(({ event }) => event)).toMatchObject([
      { type: 'deletedPost', postId: id },
      {
        type: 'newNotification',
        notification: { accountId: author, type: 6, modAction: { postId: id, reason: 'Insults' } },
      },
    ]);
  });

  test('is refused a second time, as is an update', async () => {
    const id = await addPost();
    await remove(MOD, id);
    for (const answer of [await remove(ADMIN_AND_MOD, id), await update(MOD, id)])
      expect([answer.status, answer.json]).toEqual([
        400,
        { post: ['This post was already removed by a moderator.'] },
      ]);
  });

  test('counts once when sent twice at once', async () => {
    const id = await addPost();
    const answers = await Promise.all([remove(MOD, id), remove(ADMIN_AND_MOD, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400]);
    expect(await metrics()).toEqual([0, 0, 0, 0]);
  });
});

describe('an update (rule 11.1)', () => {
  test('changes title, content, flairs and karma, and makes the post read-only', async () => {
    const id = await addPost({ ticketId: '123456789' });
    expect((await update(MOD, id)).status).toBe(202);
    expect(await readPost(id, author)).toMatchObject({
      ...text(),
      readOnly: true,
      modLocked: false,
      supportTicketStatus: { hasTicket: true, ticketId: '123456789' },
    });
    expect(await metrics()).toEqual([-1, -1, 0, -1]);
  });

  test('prevents the author from editing, but not from deleting', async () => {
    const id = await addPost();
    await update(MOD, id);
    const edit = await api.call('PUT', '/api/post', { as: author, body: { id, ...text() } });
    expect([edit.status, edit.json]).toEqual([
      400,
      { post: ['This post was made read-only by a moderator.'] },
    ]);
    expect((await api.call('DELETE', `/api/post/${id}`, { as: author })).status).toBe(205);
    expect(await metrics()).toEqual([0, 0, 0, 0]);
  });

  test('counts a negative sign only if the author could give one then (rule 10.3)', async () => {
    author = await api.addPlayer({ gameKarma: -20 });
    const created = await api.addPost({ author, player: target, flairs: 0, negativeKarmaAble: false });
    await update(MOD, created);
    expect(await metrics()).toEqual([0, -1, 0, -1]);
  });

  test('publishes the edited post and notifies its author', async () => {
    const id = await addPost();
    await update(MOD, id);
    expect(api.events.map(({ event }) => event)).toMatchObject([
      { type: 'editedPost', post: { id, title: 'Rewritten title', readOnly: true } },
      {
        type: 'newNotification',
        notification: {
          accountId: author,
          type: 5,
          modAction: { updatedPost: { title: 'Rewritten title' } },
        },
      },
    ]);
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
  test.each([
    ['none', undefined],
    ['an empty one', '   '],
    ['one of more than 1000 characters', 'x'.repeat(1001)],
  ])('is refused for a reason of %s', async (_, reason) => {
    const answer = await act(MOD, { postId: await addPost(), actionType: 0, reason });
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['reason']]);
  });

  test('accepts a reason of 1000 characters', async () => {
    const postId = await addPost();
    const reason = 'x'.repeat(1000);
    expect((await act(MOD, { postId, actionType: 0, reason })).status).toBe(202);
    expect((await listed(`postId=${postId}`)).json[0].reason).toBe(reason);
  });

  test('answers 404 for an unknown post, 400 for a malformed id', async () => {
    expect((await remove(MOD, UNKNOWN)).status).toBe(404);
    expect((await remove(MOD, 'not-a-guid')).status).toBe(400);
  });

  test('is refused for an unknown type', async () => {
    expect((await act(MOD, { postId: await addPost(), actionType: 2, reason: 'x' })).status).toBe(400);
  });
});

describe('posts by or about the moderator (rule 11.3)', () => {
  const refusal = 'You cannot moderate a post that you wrote or that is about you.';

  test.each([
    ['their own post', { author: MOD }],
    ['a post about them', { player: MOD }],
  ])('refuse a moderator with a sentence on %s', async (_, post) => {
    const id = await addPost(post);
    for (const answer of [await remove(MOD, id), await update(MOD, id)]) {
      expect([answer.status, answer.text]).toEqual([403, refusal]);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    }
    expect(await readPost(id)).toMatchObject({ modLocked: false, readOnly: false });
  });

  test('refuse a moderator the revert of their own post’s deletion', async () => {
    const id = await addPost({ author: MOD });
    await remove(ADMIN_AND_MOD, id);
    const [action] = (await listed(`postId=${id}`)).json;
    const answer = await api.call('DELETE', `/api/mod/action/${action.id}`, { as: MOD });
    expect([answer.status, answer.text]).toEqual([403, refusal]);
  });

  test.each([
    ['their own post', { author: ADMIN_AND_MOD }],
    ['a post about them', { player: ADMIN_AND_MOD }],
  ])('let an administrator who is a moderator act on %s', async (_, post) => {
    expect((await remove(ADMIN_AND_MOD, await addPost(post))).status).toBe(202);
  });
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

  test('hides the text of an update when the post is removed later', async () => {
    const id = await addPost();
    await update(MOD, id);
    await remove(MOD, id);
    const updatedPost = async (as?: number) =>
      (await listed(`postId=${id}`, as)).json.find(
        (action: { actionType: number }) => action.actionType === 1,
      ).updatedPost;
    expect(await updatedPost()).toBeNull();
    expect(await updatedPost(AURORA)).toBeNull();
    expect(await updatedPost(author)).toMatchObject({ title: 'Rewritten title' });
    expect(await updatedPost(MOD)).toMatchObject({ title: 'Rewritten title' });
  });

  test('keeps an action whose post was deleted', async () => {
    const id = await addPost();
    await update(MOD, id);
    await api.call('DELETE', `/api/post/${id}`, { as: author });
    expect((await listed(`postId=${id}`)).json).toMatchObject([{ postId: id, updatedPost: null }]);
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
