/** Warnings of players (Rules 31.30 and 31.31). */
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { WARNED_SENTENCE } from '#lib/domain/posting.ts';
import { ADMIN, ADMIN_AND_MOD, AURORA, MOD, postDto } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';
const STAFF_ONLY = 'Only an administrator can change warnings of an administrator or a moderator.';

const api = setUpApi();
let user: number;
let subject: number;
let post: string;
beforeEach(async () => {
  user = await api.addPlayer();
  subject = await api.addPlayer();
  post = await api.addPost({ author: user, player: subject });
});

const warn = (body: object = {}, as = MOD) =>
  api.call('POST', '/api/mod/warnings', {
    as,
    body: { userId: user, postId: null, reason: 'Stay polite.', rules: ['respect'], ...body },
  });
const lift = (id: string, as = MOD) => api.call('DELETE', `/api/mod/warnings/${id}`, { as });
const confirm = (id: string, as = user) => api.call('PUT', `/api/decisions/${id}/read`, { as });
const flags = async (as?: number) => (await api.call('GET', `/api/profile/${user}`, { as })).json;
const unread = async () => (await flags(user)).unreadWarning;
const write = (query = '', as = user) => api.createPost({ author: { id: as } }, { as, query });
const isRemoved = async () => (await api.call('GET', `/api/post/${post}`)).status === 410;
const stored = (id: string) =>
  api.database.read('eu', (db) =>
    db
      .select({ decision: decisions, warning: warnings })
      .from(decisions)
      .innerJoin(warnings, eq(warnings.id, decisions.id))
      .where(and(eq(decisions.id, id), eq(decisions.kind, 'warned'))),
  );
/** The user's notifications of type 11. */
const told = () =>
  api.events.flatMap(({ event }) =>
    event.type === 'newNotification' &&
    event.notification.accountId === user &&
    event.notification.type === 11
      ? [event.notification]
      : [],
  );
const listed = async () => {
  const { json } = await api.call('GET', '/api/notification', { as: user });
  return json;
};

describe('a warning (Rule 31.30)', () => {
  test('is stored as a decision and told to the player', async () => {
    const answer = await warn({ postId: post });
    expect([answer.status, answer.json.actionId]).toEqual([202, null]);
    const { id } = answer.json;
    expect(await stored(id)).toMatchObject([
      {
        decision: { personId: user, otherId: subject, postId: post, modId: MOD, revertedAt: null },
        warning: { personId: user, actionId: null, confirmedAt: null },
      },
    ]);
    const shown = { decisionId: id, kind: 'warned', reason: 'Stay polite.', rules: ['respect'] };
    expect(told()).toMatchObject([shown]);
    expect(JSON.stringify(told())).not.toContain(String(MOD));
    expect(await isRemoved()).toBe(false);
  });

  test('needs no post, and no player with an account', async () => {
    const id = await api.addPlayer();
    expect((await warn({ userId: id })).status).toBe(202);
    expect((await warn({ userId: 599_999_999 })).status).toBe(404);
  });

  test('removes the post with it: both or neither', async () => {
    const { status, json } = await warn({ postId: post, removes: true });
    expect([status, await isRemoved()]).toEqual([202, true]);
    expect(await stored(json.id)).toMatchObject([{ warning: { actionId: json.actionId } }]);
    expect((await api.call('GET', `/api/mod/action/${json.actionId}`, { as: MOD })).json).toMatchObject({
      reason: 'Stay polite.',
      rules: ['respect'],
    });
    api.events.length = 0;
    expect((await warn({ postId: post, removes: true })).status).toBe(400);
    expect(told()).toEqual([]);
  });

  test('names a post of that player', async () => {
    const other = await warn({ userId: subject, postId: post });
    expect([other.status, other.text]).toEqual([
      422,
      'This post was written by another player. Warn its author.',
    ]);
    expect((await warn({ postId: UNKNOWN })).status).toBe(404);
    const none = await warn({ removes: true });
    expect([none.status, none.text]).toEqual([422, 'Name the post that the warning removes.']);
  });

  test('is refused for a post that involves the moderator, or that the moderator has reported', async () => {
    const about = await api.addPost({ author: user, player: MOD });
    expect((await warn({ postId: about })).status).toBe(403);
    const body = { postId: post, rule: 'insults', words: '', moment: null };
    await api.call('POST', '/api/report', { as: MOD, body });
    expect((await warn({ postId: post })).status).toBe(403);
  });

  test('of staff is for administrators only, and none warns themselves', async () => {
    await api.setRoles(user, ['mod']);
    const refused = await warn();
    expect([refused.status, refused.text]).toEqual([403, STAFF_ONLY]);
    const { text } = await warn({}, user);
    expect(text).toBe('You cannot change warnings of your own account.');
  });
});

describe('a reverted warning (Rule 31.30)', () => {
  test('is withdrawn from the player, once', async () => {
    const { id } = (await warn({ postId: post })).json;
    expect((await lift(id)).status).toBe(205);
    const [{ decision } = {}] = await stored(id);
    expect(decision?.revertedAt).toEqual(new Date(api.clock.now));
    expect(await unread()).toBeNull();
    expect(await listed()).not.toContainEqual(expect.objectContaining({ type: 11 }));
    api.clock.now += 1_000;
    expect((await lift(id)).status).toBe(205);
    expect(await stored(id)).toMatchObject([{ decision: { revertedAt: decision?.revertedAt } }]);
  });

  test('is a warning: other decisions and unknown ones are not found', async () => {
    const { json } = await api.moderate(post);
    expect((await lift(json.id)).status).toBe(404);
    expect((await lift(UNKNOWN)).status).toBe(404);
  });

  test('of staff is for administrators only', async () => {
    const { id } = (await warn()).json;
    await api.setRoles(user, ['mod']);
    const refused = await lift(id);
    expect([refused.status, refused.text]).toEqual([403, STAFF_ONLY]);
    expect((await lift(id, ADMIN)).status).toBe(205);
  });

  test('ends with the removal that it came with', async () => {
    const { id, actionId } = (await warn({ postId: post, removes: true })).json;
    expect((await api.revert(actionId, ADMIN)).status).toBe(205);
    expect(await isRemoved()).toBe(false);
    const [{ decision } = {}] = await stored(id);
    expect(decision?.revertedAt).not.toBeNull();
    expect(await unread()).toBeNull();
  });

  test('ends with the removal when that is undone with a ban', async () => {
    const { id, actionId } = (await warn({ postId: post, removes: true })).json;
    const body = { userId: user, reason: 'Insults', postIds: [post] };
    const { json } = await api.call('POST', '/api/mod/bans', { as: MOD, body });
    const path = `/api/mod/reviews/${post}/decision?actionId=${actionId}&banId=${json.id}`;
    expect((await api.call('DELETE', path, { as: MOD })).status).toBe(205);
    expect(await stored(id)).toMatchObject([{ decision: { revertedAt: expect.any(Date) } }]);
  });
});

describe('until every warning is confirmed (Rule 31.31)', () => {
  test('the player cannot post, but edits', async () => {
    const first = (await warn()).json.id;
    api.clock.now += 1_000;
    const second = (await warn()).json.id;
    const refused = await write();
    expect([refused.status, refused.text]).toEqual([403, WARNED_SENTENCE]);
    const edit = { ...postDto({ author: { id: user }, player: { id: subject } }), id: post };
    expect((await api.call('PUT', '/api/post', { as: user, body: edit })).status).toBe(200);
    expect(await unread()).toBe(first);
    expect((await confirm(first)).status).toBe(204);
    expect(await unread()).toBe(second);
    expect((await write()).status).toBe(403);
    await confirm(second);
    expect(await unread()).toBeNull();
    expect((await write()).status).toBe(201);
  });

  test('staff cannot skip it', async () => {
    await api.setRoles(user, ['mod']);
    await warn({}, ADMIN_AND_MOD);
    expect((await write('?ignoreChecks=true')).text).toBe(WARNED_SENTENCE);
  });

  test('reverting a warning lets the player post', async () => {
    const { id } = (await warn()).json;
    await lift(id);
    expect((await write()).status).toBe(201);
  });

  test('only the player confirms it, and the first time counts', async () => {
    const { id } = (await warn()).json;
    for (const as of [AURORA, MOD, ADMIN]) expect((await confirm(id, as)).status).toBe(404);
    const at = new Date(api.clock.now);
    await confirm(id);
    api.clock.now += 1_000;
    expect((await confirm(id)).status).toBe(204);
    expect(await stored(id)).toMatchObject([{ warning: { confirmedAt: at } }]);
  });

  test('only the player finds it among their flags, in no shared cache', async () => {
    await warn();
    for (const as of [undefined, AURORA, MOD, ADMIN])
      expect(await flags(as)).not.toHaveProperty('unreadWarning');
    const { headers } = await api.call('GET', `/api/profile/${user}`, { as: user });
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toMatch(/cookie, authorization/);
  });
});
