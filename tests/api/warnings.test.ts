/** Warnings of players (Rules 31.30 and 31.31). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { readRecord as record } from '#api/model/reviews/read.ts';
import { WARNED_SENTENCE } from '#lib/domain/posting.ts';
import { erase } from '#tests/api/persons/world.ts';
import { ADMIN, ADMIN_AND_MOD, AURORA, MOD, postDto } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { pending, report } from '#tests/support/decisions.ts';

const api = setUpApi();
let user: number;
let subject: number;
let post: string;
beforeEach(async () => {
  user = await api.addPlayer();
  subject = await api.addPlayer();
  post = await api.addPost({ author: user, player: subject });
});

const SAID = { reason: 'Stay polite.', rules: ['respect'] };
const warn = async (fields: object = {}, as = MOD) => {
  const body = { userId: user, postId: null, ...SAID, ...fields };
  const { status, text, json } = await api.call('POST', '/api/mod/warnings', { as, body });
  return { status, text, ...json };
};
const confirm = (id: string, as = user) => api.call('PUT', `/api/decisions/${id}/read`, { as });
const flags = async (as?: number) => (await api.call('GET', `/api/profile/${user}`, { as })).json;
const write = (query = '') => api.createPost({ author: { id: user } }, { as: user, query });
const isRemoved = async () => (await api.call('GET', `/api/post/${post}`)).status === 410;
const told = async () => (await pending(api, user)).filter(({ type }) => type === 11);
const readRecord = (id: number) =>
  api.database.read('eu', (db) => record(db, id, { id: MOD, roles: ['mod'] }, api.clock.now));
const stored = async (id: string) => {
  const [row] = await api.database.read('eu', (db) =>
    db
      .select()
      .from(decisions)
      .innerJoin(warnings, eq(warnings.id, decisions.id))
      .where(eq(decisions.id, id)),
  );
  return { ...row?.decisions, ...row?.warnings };
};

describe('a warning (Rule 31.30)', () => {
  test('is stored as a decision and told to the player without a name', async () => {
    const { id, status, actionId } = await warn({ postId: post });
    expect([status, actionId, await isRemoved()]).toEqual([202, null, false]);
    const row = { kind: 'warned', personId: user, otherId: subject, postId: post, modId: MOD, ...SAID };
    expect(await stored(id)).toMatchObject({ ...row, actionId: null, confirmedAt: null, revertedAt: null });
    expect(await told()).toMatchObject([{ decisionId: id, kind: 'warned', ...SAID }]);
    expect(JSON.stringify(await told())).not.toContain(String(MOD));
  });

  test('names a known player and a post of that player that does not involve the moderator', async () => {
    const reported = await api.addPost({ author: user });
    await report(api, reported, MOD);
    const refusals: [object, number, string?][] = [
      [{ userId: 599_999_999 }, 404],
      [{ postId: '00000000-0000-4000-8000-00000000dead' }, 404],
      [{ userId: subject, postId: post }, 422, 'Another player wrote this post. Warn its author.'],
      [{ removes: true }, 422, 'Name the post that the warning removes.'],
      [{ postId: await api.addPost({ author: user, player: MOD }) }, 403],
      [{ postId: reported }, 403],
    ];
    for (const [body, status, text = expect.any(String)] of refusals)
      expect(await warn(body)).toMatchObject({ status, text });
  });

  test('is one when it is sent again within a minute, and two when anything differs', async () => {
    const [one, same] = await Promise.all([warn(), warn()]);
    expect([one, (await told()).length]).toEqual([same, 1]);
    const others: [object, number?][] = [[{ reason: 'Stay calm.' }], [{ rules: [] }], [{ postId: post }]];
    for (const [fields, as] of [...others, [{}, ADMIN_AND_MOD] as const]) await warn(fields, as);
    api.clock.now += 60_000;
    expect(await warn()).toMatchObject({ status: 202, id: expect.not.stringContaining(one.id) });
    expect(await told()).toHaveLength(6);
  });

  test('of staff is given by administrators only', async () => {
    await api.setRoles(user, ['mod']);
    const text = 'Only an administrator can change warnings of an administrator or a moderator.';
    expect(await warn()).toMatchObject({ status: 403, text });
    expect((await warn({}, user)).text).toBe('You cannot change warnings of your own account.');
    expect((await warn({}, ADMIN_AND_MOD)).status).toBe(202);
  });

  test('is removed with its notification when an objection to it is reversed', async () => {
    for (const isReversed of [false, true]) {
      user = await api.addPlayer();
      const { id } = await warn();
      const words = { as: user, body: { words: 'No.' } };
      const objection = await api.call('POST', `/api/decisions/${id}/objection`, words);
      const body = { verdict: isReversed ? 'reversed' : 'upheld', reason: 'After another look.' };
      await api.call('POST', `/api/mod/objections/${objection.json.id}/decision`, { as: ADMIN, body });
      expect((await flags(user)).unreadWarning).toBe(isReversed ? null : id);
      expect([(await write()).status, (await told()).length]).toEqual(isReversed ? [201, 0] : [403, 1]);
    }
  });

  test('comes with a removal as one decision, and ends when that is reverted, also with a ban', async () => {
    for (const isBanned of [false, true]) {
      const { id, actionId } = await warn({ postId: post, removes: true });
      expect([await isRemoved(), id]).toEqual([true, actionId]);
      expect(await stored(id)).toMatchObject({ kind: 'removed', personId: user, confirmedAt: null });
      expect((await warn({ postId: post, removes: true })).status).toBe(400);
      expect([(await flags(user)).unreadWarning, (await write()).status]).toEqual([id, 403]);
      const body = { userId: user, reason: 'Insults', postIds: [post] };
      const ban = isBanned && (await api.call('POST', '/api/mod/bans', { as: MOD, body })).json.id;
      const both = `/api/mod/reviews/${post}/decision?actionId=${actionId}&banId=${ban}`;
      await (isBanned ? api.call('DELETE', both, { as: MOD }) : api.revert(actionId));
      expect([await isRemoved(), (await stored(id)).revertedAt]).toEqual([false, new Date(api.clock.now)]);
      expect((await flags(user)).unreadWarning).toBeNull();
    }
  });

  test('with a removed post or reply has one notification, one statement and one objection to both', async () => {
    const answer = { as: subject, body: { content: 'No.' } };
    await api.call('PUT', `/api/Post/${post}/reply`, answer);
    const removal = { as: MOD, body: { reason: 'Insults', warns: true } };
    const reply = await api.call('POST', `/api/mod/reviews/${post}/reply/removal`, removal);
    const cases = [
      { id: reply.json.id, kind: 'reply-removed', of: subject, type: 11 },
      { id: (await warn({ postId: post, removes: true })).id, kind: 'removed', of: user, type: 6 },
    ];
    for (const { id, kind, of, type } of cases) {
      const decision = `/api/decisions/${id}`;
      const sent = (await pending(api, of)).filter((shown) => 'decisionId' in shown);
      expect(sent).toMatchObject([{ type, decisionId: id, warned: true }]);
      const read = async () => (await api.call('GET', decision, { as: of })).json;
      expect(await read()).toMatchObject({ kind, isWarning: true, isUnread: true, objection: null });
      const { ladder } = await readRecord(of);
      expect(ladder).toEqual({ decisions: 1, warnings: 1 });
      const words = { as: of, body: { words: 'No.' } };
      const objection = (await api.call('POST', `${decision}/objection`, words)).json.id;
      const body = { verdict: 'reversed', reason: 'After another look.' };
      await api.call('POST', `/api/mod/objections/${objection}/decision`, { as: ADMIN_AND_MOD, body });
      expect(await read()).toMatchObject({ isUnread: false, revertedAt: expect.any(String) });
      expect((await readRecord(of)).ladder).toEqual({ decisions: 0, warnings: 0 });
    }
    const { json } = await api.call('GET', `/api/post/${post}`);
    expect(json.model).toMatchObject({ modLocked: false, reply: { content: 'No.' } });
  });

  test('of a removal stays alone when the subject of the post is erased', async () => {
    const { id } = await warn({ postId: post, removes: true });
    await erase(api, subject);
    const { json } = await api.call('GET', `/api/decisions/${id}`, { as: user });
    expect(json).toMatchObject({ kind: 'warned', isUnread: true, postId: null, former: null, ...SAID });
  });

  test('with a removed reply is not given to staff by a moderator', async () => {
    await api.setRoles(subject, ['mod']);
    await api.call('PUT', `/api/Post/${post}/reply`, { as: subject, body: { content: 'No.' } });
    const removal = { as: MOD, body: { reason: 'Insults', warns: true } };
    const { status } = await api.call('POST', `/api/mod/reviews/${post}/reply/removal`, removal);
    expect(status).toBe(403);
  });
});

describe('until every warning is confirmed (Rule 31.31)', () => {
  test('the player edits, but does not post; only they find the warning in their flags', async () => {
    const first = (await warn()).id;
    api.clock.now += 1_000;
    const second = (await warn({ reason: 'Stay calm.' })).id;
    expect(await write()).toMatchObject({ status: 403, text: WARNED_SENTENCE });
    const body = { ...postDto({ author: { id: user }, player: { id: subject } }), id: post };
    expect((await api.call('PUT', '/api/post', { as: user, body })).status).toBe(200);
    for (const as of [undefined, AURORA, ADMIN]) expect(await flags(as)).not.toHaveProperty('unreadWarning');
    for (const id of [first, second]) {
      expect([(await flags(user)).unreadWarning, (await write()).status]).toEqual([id, 403]);
      expect([(await confirm(id, AURORA)).status, (await confirm(id)).status]).toEqual([404, 204]);
    }
    const { confirmedAt } = await stored(second);
    api.clock.now += 1_000;
    expect([(await confirm(second)).status, await stored(second)]).toMatchObject([204, { confirmedAt }]);
    expect([(await flags(user)).unreadWarning, (await write()).status]).toEqual([null, 201]);
  });

  test('staff cannot skip it', async () => {
    await api.setRoles(user, ['mod']);
    await warn({}, ADMIN_AND_MOD);
    expect((await write('?ignoreChecks=true')).text).toBe(WARNED_SENTENCE);
  });
});
