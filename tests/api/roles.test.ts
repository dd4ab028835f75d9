/** Roles that change while the API runs, and the record of the changes. */
import { beforeEach, describe, expect, test } from 'vitest';
import { grantRole, listRoles, type RoleChange, revokeRole } from '#api/commands/role/change.ts';
import { roleChanges } from '#api/db/person-schema.ts';
import type { Role } from '#lib/schemas/session.ts';
import { AURORA, HOOD, MOD, SUPPORT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

const api = setUpApi();
beforeEach(() => {
  // Hubs check the expiry of tokens by the real clock.
  api.clock.now = Date.now();
});

const changeOf = (accountId: number, role: Role): RoleChange => ({
  accountId,
  role,
  changedBy: 'a test',
  now: api.clock.now,
});
const change = (apply: typeof grantRole, accountId: number, role: Role, region: 'eu' | 'na' = 'eu') =>
  api.database.transaction(region, (db) => apply(db, changeOf(accountId, role)));

/** Statuses of a call for administrators, of one for any user, and of the staff page. */
async function statuses(token: string): Promise<number[]> {
  const paths: [method: string, path: string][] = [
    ['PATCH', `/api/player/recalculate?playerId=${AURORA}`],
    ['HEAD', '/api/auth'],
    ['GET', '/jobs'],
  ];
  const answers = [];
  for (const [method, path] of paths) answers.push((await api.call(method, path, { token })).status);
  return answers;
}

describe('a granted role', () => {
  test('counts from the next request, with the token from before (Rule 20.4)', async () => {
    const player = await api.addPlayer();
    const token = await api.tokenOf(player);
    expect(await statuses(token)).toEqual([403, 200, 403]);
    expect(await change(grantRole, player, 'admin')).toBe(true);
    expect(await statuses(token)).toEqual([202, 200, 200]);
    expect((await api.call('GET', `/api/profile/${player}`)).json.profileRoles).toEqual([1]);
  });

  test('works for an account that never signed in and has no player yet (Rule 20.3)', async () => {
    const id = 987_654_321;
    expect(await change(grantRole, id, 'admin')).toBe(true);
    expect((await api.call('GET', `/api/player/${id}`)).json.username).toBe(`Player ${id}`);
    expect(await statuses(await api.tokenOf(id))).toEqual([202, 200, 200]);
  });

  test('is granted once, and only in its region', async () => {
    const player = await api.addPlayer();
    await api.addPlayer({ id: player }, 'na');
    expect(await change(grantRole, player, 'mod')).toBe(true);
    expect(await change(grantRole, player, 'mod')).toBe(false);
    const idsIn = async (region: 'eu' | 'na') =>
      (await api.database.read(region, listRoles)).map(({ id }) => id);
    expect([await idsIn('eu'), await idsIn('na')].map((ids) => ids.includes(player))).toEqual([true, false]);
  });
});

describe('a revoked role', () => {
  let staff: number;
  beforeEach(async () => {
    staff = await api.addPlayer();
    for (const role of ['admin', 'mod'] as const) await change(grantRole, staff, role);
  });

  test('ends every sign-in of the account at once, other accounts stay (Rule 20.4)', async () => {
    const [token, other] = [await api.tokenOf(staff), await api.tokenOf(MOD)];
    expect(await statuses(token)).toEqual([202, 200, 200]);
    expect(await change(revokeRole, staff, 'admin')).toBe(true);
    expect(await statuses(token)).toEqual([401, 401, 401]);
    expect(await statuses(other)).toEqual([403, 200, 200]);
  });

  test('leaves the account with its other roles after the next sign-in', async () => {
    await change(revokeRole, staff, 'admin');
    expect(await statuses(await api.tokenOf(staff))).toEqual([403, 200, 200]);
    expect(await change(revokeRole, staff, 'admin')).toBe(false);
    await change(revokeRole, staff, 'mod');
    expect(await statuses(await api.tokenOf(staff))).toEqual([403, 200, 403]);
  });

  test('closes the hub connections of the account, not those of others (Rule 20.4)', async () => {
    const [mine, others] = [
      await connectHub(api, 'notifications', staff),
      await connectHub(api, 'notifications', HOOD),
    ];
    const closed = new Promise<Error | undefined>((resolve) => mine.connection.onclose(resolve));
    await change(revokeRole, staff, 'mod');
    expect((await closed)?.message).toContain('The sign-in is no longer valid.');
    await expect(mine.connection.invoke('AcknowledgeNotifications', [])).rejects.toThrow();
    expect(await readStream(others.connection, 'GetPendingNotifications')).toEqual([]);
    await others.connection.stop();
  });
});

test('lists accounts with a role, with the date of their last sign-in', async () => {
  const holders = await api.database.read('eu', listRoles);
  expect(holders.find(({ id }) => id === SUPPORT)).toEqual({
    id: SUPPORT,
    username: 'Iowa_CS',
    roles: ['wg'],
    lastLoginAt: null,
  });
  expect(holders.map(({ id }) => id)).not.toContain(AURORA);
});

test('records who changed which role and when, but nothing that did not change (Rule 20.5)', async () => {
  const player = await api.addPlayer();
  await change(grantRole, player, 'wg');
  await change(grantRole, player, 'wg');
  await change(revokeRole, player, 'wg');
  const rows = await api.database.read('eu', (db) =>
    db.select().from(roleChanges).orderBy(roleChanges.changedAt),
  );
  const recorded = rows.filter(({ accountId }) => accountId === player);
  const common = { accountId: player, role: 'wg', changedBy: 'a test', changedAt: new Date(api.clock.now) };
  expect(recorded).toHaveLength(2);
  expect(recorded).toEqual(
    expect.arrayContaining([true, false].map((granted) => expect.objectContaining({ ...common, granted }))),
  );
});
