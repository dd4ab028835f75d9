/** Flags of a user, and changing the opt-out. */
import { describe, expect, test } from 'vitest';
import { postCountChanges } from '#api/db/totals-schema.ts';
import { getProfile } from '#lib/schemas/calls/profile.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  BANNED,
  BORODINO,
  DAY,
  MOD,
  OPTED_OUT,
  START,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

const flagsOf = async (id: number) => (await api.call('GET', `/api/profile/${id}`)).json;
const optOut = (id: number, optedOut: boolean, as = id) =>
  api.call('PUT', '/api/profile', { as, body: { id, optedOut } });

describe('the flags of a user', () => {
  test.each([
    [AURORA, []],
    [MOD, [2]],
    [ADMIN, [1]],
    [ADMIN_AND_MOD, [1, 2]],
    [SUPPORT, []],
  ])('of %i have the roles %j', async (id, profileRoles) => {
    expect(getProfile.response.parse(await flagsOf(id))).toEqual({
      id,
      postsBanned: false,
      optedOut: false,
      optOutChanged: null,
      profileRoles,
    });
  });

  test('include bans in force and the opt-out', async () => {
    expect(await flagsOf(BANNED)).toMatchObject({ postsBanned: true });
    expect(await flagsOf(OPTED_OUT)).toMatchObject({ optedOut: true, optOutChanged: expect.any(String) });
  });

  test('are available for players who never signed in', async () => {
    const id = await api.addPlayer();
    expect(await flagsOf(id)).toMatchObject({ id, profileRoles: [] });
  });
});

describe('changing the opt-out (rule 12.3)', () => {
  test('answers 204 and is refused for seven days after that', async () => {
    const { status, text } = await optOut(AURORA, true);
    expect([status, text]).toEqual([204, '']);
    expect(await flagsOf(AURORA)).toMatchObject({
      optedOut: true,
      optOutChanged: new Date(START).toISOString(),
    });
    api.clock.now = START + 7 * DAY - 1000;
    const early = await optOut(AURORA, false);
    expect([early.status, early.json.title]).toEqual([423, 'Opt-Out change is currently on Cooldown.']);
    expect(early.json.type).toMatch(/CooldownException$/);
    expect(early.json.detail).toContain(new Date(START + 7 * DAY).toISOString());
    api.clock.now = START + 7 * DAY;
    expect((await optOut(AURORA, false)).status).toBe(204);
  });

  test('to the current value changes nothing and starts no cooldown', async () => {
    expect((await optOut(BORODINO, false)).status).toBe(204);
    expect(await flagsOf(BORODINO)).not.toHaveProperty('optOutChanged');
  });

  test('of another user is refused, for staff too', async () => {
    for (const as of [BORODINO, ADMIN_AND_MOD]) {
      const { status, json } = await optOut(AURORA, true, as);
      expect([status, Object.keys(json)]).toEqual([400, ['id']]);
    }
  });

  test('is refused for banned users', async () => {
    const { status, text } = await optOut(BANNED, true);
    expect([status, text]).toEqual([
      403,
      'You have been banned from the platform. Account settings cannot be changed.',
    ]);
  });

  test('counts once when sent twice at once', async () => {
    const id = await api.addPlayer();
    const statuses = (await Promise.all([optOut(id, true), optOut(id, true)])).map(({ status }) => status);
    expect(statuses).toEqual([204, 204]);
    expect((await optOut(id, false)).status).toBe(423);
  });

  test('adds up at once what it changed in the numbers of posts', async () => {
    const id = await api.addPlayer();
    for (const author of [AURORA, BORODINO]) await api.addPost({ author, player: id });
    await optOut(id, true);
    expect(await api.database.read('eu', (db) => db.$count(postCountChanges))).toBe(0);
  });

  test('requires both fields', async () => {
    const { status, json } = await api.call('PUT', '/api/profile', { as: AURORA, body: { id: AURORA } });
    expect([status, json.errors]).toEqual([400, { optedOut: ['This field is required.'] }]);
  });
});
