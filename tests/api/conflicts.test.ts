/** Conflicts of interest: bans that name posts of moderators, and decisions that name no post. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { ADMIN, ADMIN_AND_MOD, DAY, MOD } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { report } from '#tests/support/decisions.ts';

const api = setUpApi();
const SAID = { reason: 'Insults' };
const IS_PARTY = 'You cannot moderate a post that you wrote or that is about you.';

let author: number;
let moderator: number;
beforeEach(async () => {
  [author, moderator] = [await api.addPlayer(), await api.addPlayer()];
  await api.setRoles(moderator, ['mod']);
});
afterEach(async () => {
  for (const one of [author, moderator]) await api.setRoles(one, []);
});

const addPost = (parties: object = {}) => api.addPost({ author, ...parties });
const ban = async (postIds: string[], as = MOD) => {
  const body = { userId: author, ...SAID, postIds };
  const { status, text, json } = await api.call('POST', '/api/mod/bans?days=3', { as, body });
  return { status, text, id: json?.id as string };
};
const lift = (id: string, as: number) => api.call('DELETE', `/api/mod/bans/${id}`, { as });
const removeAndBan = async (post: string) => {
  const path = `/api/mod/reviews/${post}/decision`;
  return (await api.call('POST', path, { as: MOD, body: { ...SAID, days: 3 } })).json.banId as string;
};
const objectTo = async (id: string): Promise<string> =>
  (await api.call('POST', `/api/decisions/${id}/objection`, { as: author, body: { words: 'No.' } })).json.id;
const decide = (id: string, as: number) =>
  api.call('POST', `/api/mod/objections/${id}/decision`, { as, body: { verdict: 'upheld', ...SAID } });
const statusOf = async (path: string, as: number) => (await api.call('GET', path, { as })).status;
const counted = async (as: number): Promise<number> =>
  (await api.call('GET', '/api/mod/reviews/counts', { as })).json.objections;

/** What staff find of a ban and the objection to it. */
async function seen(id: string, objection: string, as: number) {
  const { entries } = (await api.call('GET', `/api/mod/decisions?player=${author}&kind=banned`, { as })).json;
  const waiting = (await api.call('GET', '/api/mod/objections', { as })).json;
  const has = (list: { id: string }[], id: string) => list.some((one) => one.id === id);
  return {
    statement: await statusOf(`/api/decisions/${id}`, as),
    objection: await statusOf(`/api/mod/objections/${objection}`, as),
    listed: [has(entries, id), has(waiting, objection)],
  };
}

describe('a ban that names a post which involves a moderator', () => {
  const reported = async () => {
    const post = await addPost();
    await report(api, post, moderator);
    return post;
  };
  const OPEN = 'You cannot moderate a post while your report of it is open.';
  const OVER = 'You have reported a post that the ban names, so another moderator decides.';
  test.each<[string, make: () => Promise<string>, text: string]>([
    ['is about them', async () => (await ban([await addPost({ player: moderator })])).id, IS_PARTY],
    [
      'is the second',
      async () => (await ban([await addPost(), await addPost({ player: moderator })])).id,
      IS_PARTY,
    ],
    [
      'they wrote',
      async () => (await ban([await addPost(), await addPost({ author: moderator })])).id,
      IS_PARTY,
    ],
    ['was removed, too', async () => removeAndBan(await addPost({ player: moderator })), IS_PARTY],
    ['they have reported', async () => (await ban([await addPost(), await reported()])).id, OPEN],
    ['was removed as they reported', async () => removeAndBan(await reported()), OVER],
  ])('and %s is theirs neither to see nor to revert (Rule 11.16)', async (_, make, text) => {
    const before = [await counted(moderator), await counted(ADMIN)];
    const id = await make();
    const objection = await objectTo(id);
    expect([await counted(moderator), await counted(ADMIN)]).toEqual([before[0], (before[1] ?? 0) + 1]);
    expect(await seen(id, objection, moderator)).toEqual({
      ...{ statement: 404, objection: 404, listed: [false, false] },
    });
    expect(await seen(id, objection, ADMIN)).toEqual({
      ...{ statement: 200, objection: 200, listed: [true, true] },
    });
    expect((await decide(objection, moderator)).status).toBe(404);
    expect(await lift(id, moderator)).toMatchObject({ status: 403, text });
    const inForce = (await api.call('GET', `/api/mod/bans/${author}`, { as: moderator })).json;
    expect(inForce).toMatchObject([{ id, reverted: false }]);
    expect(await statusOf(`/api/decisions/${id}`, author)).toBe(200);
    expect((await lift(id, ADMIN_AND_MOD)).status).toBe(205);
  });

  test('is not issued by them either, whatever became of their report (Rule 11.16)', async () => {
    const post = await reported();
    expect(await ban([await addPost(), post], moderator)).toMatchObject({ status: 403, text: OPEN });
    await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'It is fair.' } });
    expect(await ban([post], moderator)).toMatchObject({ status: 403, text: OVER });
    expect((await ban([post], ADMIN_AND_MOD)).status).toBe(202);
  });

  test('is issued and reverted by administrators, who do not decide about objections to it (Rule 11.16)', async () => {
    const { id } = await ban(
      [await addPost(), await addPost({ author: ADMIN, player: ADMIN_AND_MOD })],
      ADMIN,
    );
    const objection = await objectTo(id);
    expect(await seen(id, objection, ADMIN)).toMatchObject({ statement: 200, objection: 200 });
    expect(await seen(id, objection, ADMIN_AND_MOD)).toMatchObject({ statement: 404, objection: 404 });
    expect(await decide(objection, ADMIN)).toMatchObject({ status: 403, text: /^You made this decision/ });
    expect((await lift(id, ADMIN_AND_MOD)).status).toBe(205);
  });

  test('is decided by administrators when it involves all staff (Rule 11.16)', async () => {
    const { id } = await ban([await addPost({ player: ADMIN }), await addPost({ player: moderator })]);
    const objection = await objectTo(id);
    for (const one of [MOD, ADMIN_AND_MOD]) await api.setRoles(one, []);
    onTestFinished(async () => {
      await api.setRoles(MOD, ['mod']);
      await api.setRoles(ADMIN_AND_MOD, ['admin', 'mod']);
    });
    expect(await seen(id, objection, moderator)).toMatchObject({ statement: 404, objection: 404 });
    expect(await seen(id, objection, ADMIN)).toMatchObject({ statement: 200, listed: [true, true] });
    expect((await decide(objection, ADMIN)).status).toBe(204);
  });
});

describe('a warning or a ban that names no post', () => {
  const warn = (as: number, postId: string | null = null) =>
    api.call('POST', '/api/mod/warnings', { as, body: { userId: author, postId, ...SAID } });
  const refusalFor = async (as: number) =>
    (await api.call('GET', `/api/report/counts/${author}`, { as })).json.refusal;
  const POSTED = 'This player has posted about you, so another moderator decides.';
  const REPORTED = 'You have reported this player, so another moderator decides.';
  const write = (post = {}) => addPost({ player: moderator, createdAt: api.clock.now, ...post });
  const reply = async () => {
    const post = await api.addPost({ player: author });
    await api.call('PUT', `/api/Post/${post}/reply`, { as: author, body: { content: 'Not so' } });
    return post;
  };
  test.each<[string, make: () => Promise<unknown>, text: string]>([
    ['has posted about them', write, POSTED],
    ['has posted about them, removed', () => write({ modLocked: true }), POSTED],
    [
      'has posted about them, deleted',
      async () => api.call('DELETE', `/api/post/${await write()}`, { as: author }),
      POSTED,
    ],
    [
      'they have reported, kept',
      async () => {
        const post = await addPost();
        await report(api, post, moderator);
        await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'Fair.' } });
      },
      REPORTED,
    ],
    [
      'has answered, reported',
      async () => report(api, await reply(), moderator, { ofReply: true }),
      REPORTED,
    ],
  ])('is not for a moderator whom the player %s (Rule 11.15)', async (about, make, text) => {
    await make();
    api.clock.now += 29 * DAY;
    await applyRetention(api.database, api.clock.now, new AbortController().signal);
    const foreign = await api.addPost({});
    for (const answer of [await warn(moderator), await ban([], moderator), await ban([foreign], moderator)])
      expect(answer).toMatchObject({ status: 403, text });
    expect([await refusalFor(moderator), await refusalFor(MOD)]).toEqual([text, null]);
    expect((await warn(moderator, await addPost())).status).toBe(202);
    expect((await warn(MOD)).status).toBe(202);
    api.clock.now += 2 * DAY;
    expect((await warn(moderator)).status).toBe(about.startsWith('has answered') ? 403 : 202);
  });

  test('is for administrators, and for moderators when no one else is left (Rule 11.15)', async () => {
    for (const player of [moderator, MOD, ADMIN]) await write({ player });
    expect([(await warn(ADMIN_AND_MOD)).status, (await warn(MOD)).status]).toEqual([202, 403]);
    await report(api, await addPost(), ADMIN_AND_MOD);
    expect([await refusalFor(MOD), (await ban([], ADMIN)).status]).toEqual([null, 202]);
    for (const one of [MOD, moderator]) expect((await warn(one)).status).toBe(202);
  });
});
