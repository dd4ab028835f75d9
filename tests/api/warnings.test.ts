/** Warnings of players (Rules 31.30 and 31.31). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { WARNED_SENTENCE } from '#lib/domain/posting.ts';
import { ADMIN, ADMIN_AND_MOD, AURORA, MOD, postDto } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

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
const told = async () => {
  const rows = await api.database.read('eu', (db) =>
    db.select().from(notifications).where(eq(notifications.accountId, user)),
  );
  return rows.flatMap(({ type, payload }) => (type === 11 ? [payload] : []));
};
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

  test('removes the post with it: both or neither', async () => {
    const { id, actionId } = await warn({ postId: post, removes: true });
    expect([await isRemoved(), (await stored(id)).actionId]).toEqual([true, actionId]);
    expect((await warn({ postId: post, removes: true })).status).toBe(400);
    expect(await told()).toHaveLength(1);
  });

  test('names a known player and a post of that player', async () => {
    const refusals: [object, number, string?][] = [
      [{ userId: 599_999_999 }, 404],
      [{ postId: '00000000-0000-4000-8000-00000000dead' }, 404],
      [{ userId: subject, postId: post }, 422, 'Another player wrote this post. Warn its author.'],
      [{ removes: true }, 422, 'Name the post that the warning removes.'],
    ];
    for (const [body, status, text = expect.any(String)] of refusals)
      expect(await warn(body)).toMatchObject({ status, text });
  });

  test('is refused about a post that involves the moderator, or that the moderator has reported', async () => {
    const body = { postId: post, rule: 'insults', words: '', moment: null };
    await api.call('POST', '/api/report', { as: MOD, body });
    for (const postId of [post, await api.addPost({ author: user, player: MOD })])
      expect((await warn({ postId })).status).toBe(403);
  });

  test('of staff is given by administrators only', async () => {
    await api.setRoles(user, ['mod']);
    const text = 'Only an administrator can change warnings of an administrator or a moderator.';
    expect(await warn()).toMatchObject({ status: 403, text });
    expect((await warn({}, user)).text).toBe('You cannot change warnings of your own account.');
    expect((await warn({}, ADMIN_AND_MOD)).status).toBe(202);
  });

  test.each(['reversed', 'upheld'])(
    'lets the player post after an objection that is %s, or not',
    async (verdict) => {
      const { id } = await warn();
      const words = { as: user, body: { words: 'No.' } };
      const objection = await api.call('POST', `/api/decisions/${id}/objection`, words);
      const decision = { as: ADMIN, body: { verdict, reason: 'After another look.' } };
      await api.call('POST', `/api/mod/objections/${objection.json.id}/decision`, decision);
      const isReversed = verdict === 'reversed';
      expect((await flags(user)).unreadWarning).toBe(isReversed ? null : id);
      expect([(await write()).status, (await told()).length]).toEqual(isReversed ? [201, 0] : [403, 1]);
    },
  );

  test.each(['a ban', 'nothing else'])('ends with its removal when that is reverted with %s', async (and) => {
    const { id, actionId } = await warn({ postId: post, removes: true });
    const body = { userId: user, reason: 'Insults', postIds: [post] };
    const ban = (await api.call('POST', '/api/mod/bans', { as: MOD, body })).json.id;
    const both = `/api/mod/reviews/${post}/decision?actionId=${actionId}&banId=${ban}`;
    await (and === 'a ban' ? api.call('DELETE', both, { as: MOD }) : api.revert(actionId));
    expect([await isRemoved(), (await stored(id)).revertedAt]).toEqual([false, new Date(api.clock.now)]);
  });
});

describe('until every warning is confirmed (Rule 31.31)', () => {
  test('the player edits, but does not post; only they find the warning in their flags', async () => {
    const first = (await warn()).id;
    api.clock.now += 1_000;
    const second = (await warn()).id;
    expect(await write()).toMatchObject({ status: 403, text: WARNED_SENTENCE });
    const body = { ...postDto({ author: { id: user }, player: { id: subject } }), id: post };
    expect((await api.call('PUT', '/api/post', { as: user, body })).status).toBe(200);
    for (const as of [undefined, AURORA, ADMIN]) expect(await flags(as)).not.toHaveProperty('unreadWarning');
    for (const id of [first, second]) {
      expect([(await flags(user)).unreadWarning, (await write()).status]).toEqual([id, 403]);
      expect((await confirm(id)).status).toBe(204);
    }
    expect([(await flags(user)).unreadWarning, (await write()).status]).toEqual([null, 201]);
  });

  test('staff cannot skip it', async () => {
    await api.setRoles(user, ['mod']);
    await warn({}, ADMIN_AND_MOD);
    expect((await write('?ignoreChecks=true')).text).toBe(WARNED_SENTENCE);
  });

  test('the first confirmation counts', async () => {
    const { id } = await warn();
    await confirm(id);
    const at = new Date(api.clock.now);
    api.clock.now += 1_000;
    expect([(await confirm(id)).status, (await stored(id)).confirmedAt]).toEqual([204, at]);
  });
});
