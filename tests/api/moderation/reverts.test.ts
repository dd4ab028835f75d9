/** Reverts of mod actions. */
import { beforeEach, describe, expect, test } from 'vitest';
import { packFlairs } from '#lib/domain/flairs.ts';
import { ADMIN, AURORA, CONTENT, SUPPORT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const GOOD = packFlairs({ performance: true, teamplay: null, courtesy: null });
const BAD = packFlairs({ performance: false, teamplay: null, courtesy: false });
const ORIGINAL = { title: 'A fair fight', content: CONTENT, flairs: GOOD };
const text = (title: string, flairs = BAD) => ({ title, content: `${CONTENT} Again.`, flairs });

const api = setUpApi();
let author: number;
let target: number;
let post: string;
beforeEach(async () => {
  author = await api.addPlayer();
  target = await api.addPlayer();
  post = await api.addPost({ author, player: target, flairs: GOOD });
});

/** Deletes or updates the post; returns the action's id. */
async function act(updatedPost: unknown = null): Promise<string> {
  api.clock.now += 1000;
  const { status, json } = await api.moderate(post, { updatedPost });
  expect(status).toBe(202);
  return json.id;
}
const revert = (id: string, as?: number) => api.revert(id, as);
const read = async () => (await api.call('GET', `/api/post/${post}`, { as: author })).json.model;
const metrics = () => api.karmaOf(target);

describe('reverting a deletion (Rule 11.7)', () => {
  test('shows the post as a new one, counts its karma again, and removes action and notification', async () => {
    const action = await act();
    const sent = api.events.find(({ event }) => event.type === 'newNotification')?.event;
    const { id } = (sent as { notification: { id: string } }).notification;
    api.events.length = 0;
    const answer = await revert(action);
    expect([answer.status, answer.text]).toEqual([205, '']);
    expect((await api.call('GET', `/api/post/${post}`)).json.model).toMatchObject({
      ...ORIGINAL,
      modLocked: false,
    });
    expect(await metrics()).toEqual([1, 1, 0, 0]);
    expect(api.events.map(({ event }) => event)).toMatchObject([
      { type: 'newPost', post: { id: post, ...ORIGINAL } },
      { type: 'deletedNotification', accountId: author, id },
    ]);
    expect((await api.call('GET', `/api/mod/action/${action}`)).status).toBe(404);
    expect((await api.call('GET', `/api/mod/action/list?postId=${post}`)).status).toBe(204);
    expect((await api.call('DELETE', `/api/post/${post}`, { as: author })).status).toBe(205);
  });

  test('happens once when sent twice at once', async () => {
    const action = await act();
    const answers = await Promise.all([revert(action), revert(action, ADMIN)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([205, 404]);
    expect((await revert(action)).status).toBe(404);
    expect(await metrics()).toEqual([1, 1, 0, 0]);
  });

  test('keeps the post read-only while an earlier update is in force', async () => {
    await act(text('Rewritten'));
    const deletion = await act();
    await revert(deletion);
    expect(await read()).toMatchObject({ title: 'Rewritten', readOnly: true, modLocked: false });
    expect(await metrics()).toEqual([-1, -1, 0, -1]);
  });
});

describe('reverting an update (rule 11.11)', () => {
  test('restores text, flairs and karma, and lets the author edit again', async () => {
    const action = await act(text('Rewritten'));
    api.events.length = 0;
    expect((await revert(action)).status).toBe(205);
    expect(await read()).toMatchObject({ ...ORIGINAL, readOnly: false });
    expect(await metrics()).toEqual([1, 1, 0, 0]);
    expect(api.events.map(({ event }) => event)).toMatchObject([
      { type: 'editedPost', post: { id: post, ...ORIGINAL } },
      { type: 'deletedNotification', accountId: author },
    ]);
    const edit = await api.call('PUT', '/api/post', { as: author, body: { id: post, ...text('Own words') } });
    expect(edit.status).toBe(200);
  });

  test('keeps a text that was changed since', async () => {
    const action = await act(text('Rewritten'));
    const edit = { id: post, ...text('Changed by an administrator', GOOD) };
    await api.call('PUT', '/api/post?ignoreChecks=true', { as: ADMIN, body: edit });
    await revert(action);
    expect(await read()).toMatchObject({ title: 'Changed by an administrator', readOnly: false });
    expect(await metrics()).toEqual([1, 1, 0, 0]);
  });

  test.each([
    ['newest first', [1, 0]],
    ['oldest first', [0, 1]],
  ])('restores the original text after two updates: %s', async (_, order) => {
    const actions = [await act(text('First')), await act(text('Second'))];
    await revert(actions[order[0] as number] as string);
    expect(await read()).toMatchObject({ readOnly: true });
    await revert(actions[order[1] as number] as string);
    expect(await read()).toMatchObject({ ...ORIGINAL, readOnly: false });
    expect(await metrics()).toEqual([1, 1, 0, 0]);
  });

  test('publishes nothing and adds no karma while the post is removed', async () => {
    const update = await act(text('Rewritten'));
    await act();
    api.events.length = 0;
    await revert(update);
    expect(api.events.map(({ event }) => event.type)).toEqual(['deletedNotification']);
    expect(await read()).toMatchObject({ ...ORIGINAL, modLocked: true });
    expect(await metrics()).toEqual([0, 0, 0, 0]);
  });
});

describe('permissions', () => {
  test('include administrators without the moderator role, but neither players nor support', async () => {
    const action = await act();
    for (const as of [AURORA, SUPPORT]) expect((await revert(action, as)).status).toBe(403);
    expect((await revert(action, ADMIN)).status).toBe(205);
  });

  test('allow reverting an action whose post was deleted', async () => {
    const action = await act(text('Rewritten'));
    await api.call('DELETE', `/api/post/${post}`, { as: author });
    expect((await revert(action)).status).toBe(205);
    expect((await revert(action)).status).toBe(404);
  });
});
