/** Editing and deleting posts. */
import { describe, expect, test } from 'vitest';
import {
  ADMIN,
  AURORA,
  BANNED,
  BORODINO,
  CONTENT,
  HOOD,
  MOD,
  OPTED_OUT,
  type StoredPost,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

const read = async (id: string, as = ADMIN) => (await api.call('GET', `/api/post/${id}`, { as })).json.model;
const addPost = async (overrides: StoredPost = {}) => {
  const player = overrides.player ?? (await api.addPlayer());
  return { id: await api.addPost({ author: AURORA, ...overrides, player }), player };
};
const edit = (id: string, overrides: Record<string, unknown> = {}, as = AURORA, query = '') =>
  api.call('PUT', `/api/post${query}`, {
    as,
    body: { id, flairs: 0, title: 'Second thoughts', content: CONTENT, ...overrides },
  });
const remove = (id: string, as = AURORA, query = '') => api.call('DELETE', `/api/post/${id}${query}`, { as });

describe('editing', () => {
  test('changes title, content, flairs and ticket id, and nothing else', async () => {
    const { id } = await addPost();
    const before = await read(id, AURORA);
    const { status, text } = await edit(id, {
      title: 'Second thoughts',
      content: `${CONTENT} Really.`,
      flairs: 4,
      supportTicketStatus: { hasTicket: true, ticketId: '42' },
      author: { id: BORODINO },
      player: { id: HOOD },
      modLocked: true,
      createdAt: '2000-01-01T00:00:00Z',
    });
    expect([status, text]).toEqual([200, '']);
    expect(await read(id, AURORA)).toEqual({
      ...before,
      title: 'Second thoughts',
      content: `${CONTENT} Really.`,
      flairs: 4,
      supportTicketStatus: { hasTicket: true, ticketId: '42' },
      updatedAt: new Date(api.clock.now).toISOString(),
    });
  });

  test('accepts the whole post as the API returned it', async () => {
    const { id } = await addPost({ flairs: 1, ticketId: '7' });
    const post = await read(id, AURORA);
    expect((await api.call('PUT', '/api/post', { as: AURORA, body: post })).status).toBe(200);
    expect((await read(id, AURORA)).supportTicketStatus.ticketId).toBe('7');
  });

  test('publishes the edited post', async () => {
    const { id } = await addPost();
    await edit(id);
    expect(api.postEvents()).toMatchObject([{ region: 'eu', event: { type: 'editedPost', post: { id } } }]);
  });

  test('changes karma by the difference', async () => {
    const { id, player } = await addPost({ flairs: 1 });
    await edit(id, { flairs: 2 + 8 });
    expect(await api.karmaOf(player)).toEqual([-1, -1, -1, 0]);
    await edit(id, { flairs: 0 });
    expect(await api.karmaOf(player)).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['title', 'abcd'],
    ['content', 'short'],
    ['flairs', 99],
  ])('enforces the limits of %s', async (field, value) => {
    const { id } = await addPost();
    const { status, json } = await edit(id, { [field]: value });
    expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
  });
});

describe('deleting', () => {
  test('answers 205, removes the karma and publishes the deletion', async () => {
    const { id, player } = await addPost({ flairs: 1 + 8 + 32 });
    expect(await api.karmaOf(player)).toEqual([-1, 1, -1, -1]);
    expect((await remove(id)).status).toBe(205);
    expect(await api.karmaOf(player)).toEqual([0, 0, 0, 0]);
    expect((await api.call('GET', `/api/post/${id}`)).status).toBe(404);
    expect(api.postEvents()).toMatchObject([{ region: 'eu', event: { type: 'deletedPost', postId: id } }]);
  });

  test('answers 404 to the second of two deletions, even at once', async () => {
    const { id, player } = await addPost({ flairs: 1 });
    const statuses = (await Promise.all([remove(id), remove(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([205, 404]);
    expect(await api.karmaOf(player)).toEqual([0, 0, 0, 0]);
  });
});

describe('permissions', () => {
  test('refuse visitors who are not signed in', async () => {
    const { id } = await addPost();
    expect((await api.call('DELETE', `/api/post/${id}`)).status).toBe(401);
    expect((await api.call('PUT', '/api/post', { body: { id } })).status).toBe(401);
  });

  test.each([BORODINO, MOD, ADMIN, SUPPORT])('refuse %i to change the post of another author', async (as) => {
    const { id } = await addPost({ flairs: 1 });
    const answers = [await edit(id, {}, as), await remove(id, as)];
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [400, { post: ['You can only edit your own posts.'] }],
      [400, { post: ['You can only delete your own posts.'] }],
    ]);
  });

  test('refuse the author to edit or delete a locked post', async () => {
    const { id } = await addPost({ modLocked: true });
    const answers = [await edit(id), await remove(id)];
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [400, { post: ['This post was removed by a moderator.'] }],
      [400, { post: ['This post was removed by a moderator.'] }],
    ]);
  });

  test('let the author delete, but not edit, a read-only post', async () => {
    const { id } = await addPost({ readOnly: true });
    expect((await edit(id)).json).toEqual({ post: ['This post was made read-only by a moderator.'] });
    expect((await remove(id)).status).toBe(205);
  });

  test('let a banned author delete, but not edit', async () => {
    const { id } = await addPost({ author: BANNED });
    const { status, text } = await edit(id, {}, BANNED);
    expect([status, text]).toEqual([403, 'You are banned from posting on the platform.']);
    expect((await remove(id, BANNED)).status).toBe(205);
  });

  test('let authors who opted out edit and delete their posts', async () => {
    const { id } = await addPost({ author: OPTED_OUT });
    expect((await edit(id, {}, OPTED_OUT)).status).toBe(200);
    expect((await remove(id, OPTED_OUT)).status).toBe(205);
  });

  test('answer 404 for an unknown post', async () => {
    const id = crypto.randomUUID();
    expect((await edit(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await remove('not-a-guid')).status).toBe(400);
  });
});

describe('ignoreChecks', () => {
  test('is refused for players and publisher support', async () => {
    const { id } = await addPost();
    for (const as of [AURORA, SUPPORT]) {
      expect((await edit(id, {}, as, '?ignoreChecks=true')).json).toHaveProperty('ignoreChecks');
      expect((await remove(id, as, '?ignoreChecks=true')).json).toHaveProperty('ignoreChecks');
    }
  });

  test.each([MOD, ADMIN])('lets %i change other authors’ posts, locked ones too', async (as) => {
    const { id, player } = await addPost({ modLocked: true, readOnly: true, flairs: 1 });
    expect((await edit(id, { flairs: 1 }, as, '?ignoreChecks=true')).status).toBe(200);
    expect(await api.karmaOf(player)).toEqual([0, 0, 0, 0]);
    expect((await remove(id, as, '?ignoreChecks=true')).status).toBe(205);
  });

  test('does not let moderators change locked posts by or about them', async () => {
    const about = await addPost({ player: MOD });
    const own = await addPost({ author: MOD, modLocked: true });
    expect((await remove(about.id, MOD, '?ignoreChecks=true')).status).toBe(400);
    expect((await remove(own.id, MOD, '?ignoreChecks=true')).status).toBe(400);
    expect((await remove((await addPost({ player: ADMIN })).id, ADMIN, '?ignoreChecks=true')).status).toBe(
      205,
    );
  });
});
