/** Platform bans (Rule 11.5). */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PlatformBanSchema } from '#lib/schemas/moderation.ts';
import { ADMIN, AURORA, DAY, MOD, postDto, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

const api = setUpApi();
let user: number;
beforeEach(async () => {
  user = await api.addPlayer();
});

const ban = (query = '', body: object = {}, as = MOD) =>
  api.call('POST', `/api/mod/bans${query}`, { as, body: { userId: user, reason: 'Insults', ...body } });
/** The events of the banned user: moderators have their own. */
const eventsOf = () =>
  api.events
    .map(({ event }) => event)
    .filter((event) => event.type !== 'newNotification' || event.notification.accountId === user);
const bans = async (as?: number, query = '') =>
  (await api.call('GET', `/api/mod/bans/${user}${query}`, { as })).json;
const revert = (id: string, as = MOD) => api.call('DELETE', `/api/mod/bans/${id}?id=${id}`, { as });
const isBanned = async () => (await api.call('GET', `/api/profile/${user}`)).json.postsBanned;

describe('a ban', () => {
  test('of 0 days is permanent', async () => {
    const answer = await ban('?days=0');
    expect(answer.status).toBe(202);
    expect(await bans()).toStrictEqual([
      {
        id: answer.json.id,
        userId: user,
        username: `Player_${user}`,
        modId: MOD,
        modUsername: 'Cossack_Mod',
        reason: 'Insults',
        bannedUntil: null,
        reverted: false,
        createdAt: new Date(START).toISOString(),
        rules: [],
      },
    ]);
    api.clock.now += 4000 * DAY;
    expect(await isBanned()).toBe(true);
  });

  test('of a week ends after exactly a week', async () => {
    await ban('?days=7');
    api.clock.now = START + 7 * DAY - 1;
    expect(await isBanned()).toBe(true);
    expect(await bans()).toHaveLength(1);
    api.clock.now = START + 7 * DAY;
    expect(await isBanned()).toBe(false);
    expect(await bans()).toEqual([]);
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T12:00:00Z'],
    ['America/New_York', '2026-10-31T12:00:00Z'],
  ])('counts days of 24 hours when clocks change in %s', async (zone, start) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    api.clock.now = Date.parse(start);
    await ban('?days=7');
    const [{ bannedUntil }] = await bans();
    expect(Date.parse(bannedUntil)).toBe(Date.parse(start) + 7 * DAY);
  });

  test('prevents posting, editing and changing settings, but not deleting', async () => {
    const post = await api.addPost({ author: user });
    await ban();
    const dto = postDto({ author: { id: user } });
    const create = await api.createPost({}, { as: user });
    const edit = await api.call('PUT', '/api/post', { as: user, body: { id: post, ...dto } });
    expect([create.status, create.text]).toEqual([403, 'You are banned from posting on the platform.']);
    expect([edit.status, edit.text]).toEqual([403, 'You are banned from posting on the platform.']);
    const settings = await api.call('PUT', '/api/profile', { as: user, body: { id: user, optedOut: true } });
    expect(settings.status).toBe(403);
    expect((await api.call('DELETE', `/api/post/${post}`, { as: user })).status).toBe(205);
  });

  test('notifies the user with its end, reason and guidelines', async () => {
    await ban('?days=3', { rules: ['provoke'] });
    expect(await bans()).toMatchObject([{ rules: ['provoke'] }]);
    expect(eventsOf()).toMatchObject([
      {
        type: 'newNotification',
        notification: {
          accountId: user,
          type: 7,
          reason: 'Insults',
          rules: ['provoke'],
          until: new Date(START + 3 * DAY).toISOString(),
        },
      },
    ]);
  });

  test.each<[string, string, object, string?]>([
    ['a negative number of days', '?days=-1', {}, 'days'],
    ['half a day', '?days=0.5', {}, 'days'],
    ['more days than anyone means', '?days=999999', {}, 'days'],
    ['no reason', '', { reason: ' ' }, 'reason'],
    ['a reason that is too long', '', { reason: 'x'.repeat(1001) }, 'reason'],
    ['an id that is none', '', { userId: 'x' }, 'userId'],
    ['an unknown user', '', { userId: 599_999_999 }],
  ])('is refused with the field for %s', async (_, query, body, field) => {
    const answer = await ban(query, body);
    expect(answer.status).toBe(field ? 400 : 404);
    if (field) expect(Object.keys(answer.json.errors)).toEqual([field]);
  });
});

describe('the list', () => {
  test('has bans in force for anyone, and on request the whole history for staff, newest first (Rule 11.5)', async () => {
    await ban('?days=1', { reason: 'first' });
    api.clock.now += 2 * DAY;
    await ban('?days=0', { reason: 'second' });
    await revert((await bans())[0].id);
    api.clock.now += DAY;
    await ban('?days=30', { reason: 'third' });
    const reasons = (list: { reason: string }[]) => list.map(({ reason }) => reason);
    for (const as of [undefined, AURORA, user])
      for (const query of ['', '?history=true']) expect(reasons(await bans(as, query))).toEqual(['third']);
    for (const as of [MOD, ADMIN]) {
      const listed = await bans(as);
      expect(listed.map(({ reverted }: { reverted: boolean }) => reverted)).toEqual([false, true]);
      const all = await bans(as, '?history=true');
      expect(reasons(all)).toEqual(['third', 'second', 'first']);
      for (const entry of all) expect(PlatformBanSchema.safeParse(entry).success).toBe(true);
      expect(reasons(await bans(as, '?currentOnly=true'))).toEqual(['third']);
    }
    expect((await bans(MOD, '?history=true')).map(({ reverted }: { reverted: boolean }) => reverted)).toEqual(
      [false, true, false],
    );
  });

  test('is empty for a user without bans and an unknown user', async () => {
    for (const id of [user, 599_999_999]) {
      const { status, json } = await api.call('GET', `/api/mod/bans/${id}`, { as: MOD });
      expect([status, json]).toEqual([200, []]);
    }
  });
});

describe('a revert', () => {
  test('ends the ban and removes the notification, once, and leaves other bans in force', async () => {
    await ban('?days=3');
    const id = (await bans())[0].id;
    const answer = await revert(id);
    expect([answer.status, answer.text]).toEqual([205, '']);
    expect(await isBanned()).toBe(false);
    expect(eventsOf()).toMatchObject([
      { type: 'newNotification' },
      { type: 'deletedNotification', accountId: user },
    ]);
    expect((await api.createPost({}, { as: user })).status).toBe(201);
    api.clock.now += DAY;
    expect((await revert(id)).status).toBe(205);
    expect((await bans(MOD))[0].updatedAt).toBe(new Date(START).toISOString());
    await ban('?days=3');
    await ban('?days=30');
    await revert((await bans())[0].id);
    expect(await isBanned()).toBe(true);
  });

  test('answers 404 for an unknown ban, 400 when path and query differ', async () => {
    expect((await revert(UNKNOWN)).status).toBe(404);
    const answer = await api.call('DELETE', `/api/mod/bans/${UNKNOWN}?id=${UNKNOWN.replace('d', 'e')}`, {
      as: MOD,
    });
    expect(answer.status).toBe(400);
  });
});

test('lets administrators, but not moderators, ban themselves and revert it', async () => {
  const refusal = [403, 'You cannot change bans of your own account.'];
  const self = await ban('', { userId: MOD });
  expect([self.status, self.text]).toEqual(refusal);
  user = MOD;
  await ban('', {}, ADMIN);
  const id = (await bans())[0].id;
  const lifted = await revert(id);
  expect([lifted.status, lifted.text]).toEqual(refusal);
  expect((await revert(id, ADMIN)).status).toBe(205);
});

describe('bans of staff (rule 11.13)', () => {
  const refusal = [403, 'Only an administrator can change bans of an administrator or a moderator.'];
  beforeEach(async () => {
    await api.setRoles(user, ['admin']);
  });

  test('a moderator cannot ban an administrator, nor revert such a ban, not even twice', async () => {
    const { status, text } = await ban();
    expect([status, text]).toEqual(refusal);
    expect(await bans(ADMIN)).toEqual([]);
    expect(api.events).toEqual([]);
    expect((await ban('?days=1', {}, ADMIN)).status).toBe(202);
    const [{ id }] = await bans();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await revert(id);
      expect([refused.status, refused.text]).toEqual(refusal);
    }
    expect(await isBanned()).toBe(true);
    expect((await revert(id, ADMIN)).status).toBe(205);
    expect(await isBanned()).toBe(false);
  });

  test('a moderator cannot revert a ban from before the account became staff', async () => {
    const former = await api.addPlayer();
    await ban('', { userId: former });
    const [{ id }] = (await api.call('GET', `/api/mod/bans/${former}`)).json;
    await api.setRoles(former, ['mod']);
    expect((await revert(id)).status).toBe(403);
  });
});

describe('removing a post and banning its author (Rule 28.47)', () => {
  const readPost = async (post: string) =>
    (await api.call('GET', `/api/post/${post}`, { as: MOD })).json.model;
  const decide = (post: string, as = MOD) =>
    api.call('POST', `/api/mod/reviews/${post}/decision`, { as, body: { reason: 'Insults', days: 7 } });
  const undo = (post: string, { actionId, banId }: { actionId: string; banId: string }, as = MOD) =>
    api.call('DELETE', `/api/mod/reviews/${post}/decision?actionId=${actionId}&banId=${banId}`, { as });

  test('is one call, and one more undoes it', async () => {
    const post = await api.addPost({ author: user });
    const { status, json } = await decide(post);
    expect(status).toBe(202);
    expect(await readPost(post)).toMatchObject({ modLocked: true });
    expect(await bans(MOD)).toMatchObject([{ id: json.banId, reason: 'Insults', postIds: [post] }]);
    expect((await undo(post, json)).status).toBe(205);
    expect(await readPost(post)).toMatchObject({ modLocked: false });
    expect(await isBanned()).toBe(false);
    expect((await undo(post, json)).status).toBe(205);
  });

  test('does neither when one is refused', async () => {
    const post = await api.addPost({ author: ADMIN });
    expect((await decide(post)).status).toBe(403);
    expect(await readPost(post)).toMatchObject({ modLocked: false });
    const own = await api.addPost({ author: user, player: MOD });
    expect((await decide(own)).status).toBe(403);
    expect(await isBanned()).toBe(false);
    const removed = await api.addPost({ author: user, modLocked: true });
    expect((await decide(removed)).status).toBe(400);
    expect(await isBanned()).toBe(false);
  });

  test('reverts nothing when one revert is refused', async () => {
    const post = await api.addPost({ author: user });
    const { json } = await decide(post);
    expect((await undo(post, { ...json, banId: UNKNOWN })).status).toBe(404);
    const other = await api.addPost({ author: user });
    expect((await undo(other, json)).status).toBe(404);
    expect(await readPost(post)).toMatchObject({ modLocked: true });
    expect(await isBanned()).toBe(true);
  });
});
