/** Editing and deleting posts. */
import { describe, expect, test } from 'vitest';
import { ADMIN, AURORA, BORODINO, CONTENT, HOOD, MOD, type StoredPost } from '#tests/support/api.ts';
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
      supportTicketStatus: { hasTicket: true, ticketId: 42 },
      updatedAt: new Date(api.clock.now).toISOString(),
    });
  });

  test('accepts the whole post as the API returned it, and one without ratings', async () => {
    const { id } = await addPost({ flairs: 1, ticketId: '7' });
    const post = await read(id, AURORA);
    expect((await api.call('PUT', '/api/post', { as: AURORA, body: post })).status).toBe(200);
    expect((await read(id, AURORA)).supportTicketStatus.ticketId).toBe(7);
    await edit(id, { flairs: undefined });
    expect((await read(id)).flairs).toBe(0);
  });

  test('publishes the edited post', async () => {
    const { id } = await addPost();
    await edit(id);
    expect(api.postEvents()).toMatchObject([{ region: 'eu', event: { type: 'editedPost', post: { id } } }]);
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

describe('changes without permission', () => {
  test('are refused with their reason', async () => {
    const reasonOf = ({ json }: { json: { post: string[] } }) => json.post[0];
    const { id } = await addPost();
    expect(reasonOf(await edit(id, {}, BORODINO))).toBe('You can only edit your own posts.');
    expect(reasonOf(await remove(id, BORODINO))).toBe('You can only delete your own posts.');
    const locked = await addPost({ modLocked: true });
    for (const answer of [await edit(locked.id), await remove(locked.id)])
      expect(reasonOf(answer)).toBe('This post was removed by a moderator.');
    const { id: readOnly } = await addPost({ readOnly: true });
    expect(reasonOf(await edit(readOnly))).toBe('This post was made read-only by a moderator.');
  });

  test('answer 404 for an unknown post', async () => {
    const id = crypto.randomUUID();
    expect((await edit(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await remove('not-a-guid')).status).toBe(400);
  });
});

describe('ignoreChecks', () => {
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
