/** The posting cooldown continues after its post was deleted (rule 5.9). */
import { beforeEach, describe, expect, test } from 'vitest';
import { deletedPosts } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import { AURORA, BORODINO, DAY, HOUR, MOD, START, type TestApi } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
let player: number;
beforeEach(async () => {
  player = await api.addPlayer();
});

const create = (as = AURORA, from: TestApi = api, region: RegionId = 'eu') =>
  from.createPost({ player: { id: player } }, { as, region });
const remove = (id: string, as = AURORA, query = '', region: RegionId = 'eu') =>
  api.call('DELETE', `/api/Post/${id}${query}`, { as, region });
const until = async (as = AURORA, from: TestApi = api) =>
  (await from.call('GET', `/api/Post/cooldown?playerId=${player}`, { as })).json.until;
const inHours = (hours: number) => new Date(START + hours * HOUR).toISOString();

describe('a post that is deleted', () => {
  test('counts for 24 hours after it was written when its author deletes it', async () => {
    const { json } = await create();
    api.clock.now = START + 2 * HOUR;
    expect((await remove(json.id)).status).toBe(205);
    expect(await until()).toBe(inHours(24));
    api.clock.now = START + 24 * HOUR - 1000;
    const { status, headers, json: refusal } = await create();
    expect([status, headers['retry-after']]).toEqual([423, '1']);
    expect(refusal).toMatchObject({
      title: 'Author is on cooldown for this player.',
      status: 423,
      detail: `You must wait until ${inHours(24)} before posting again.`,
      until: inHours(24),
    });
    expect(refusal.type).toMatch(/CooldownException$/);
    api.clock.now = START + 24 * HOUR;
    expect(await until()).toBeNull();
    expect((await create()).status).toBe(201);
  });

  test('counts when a moderator or staff who skip checks delete it', async () => {
    const first = (await create()).json.id;
    expect((await api.moderate(first)).status).toBe(202);
    expect((await create()).status).toBe(423);
    expect((await remove(first, MOD, '?ignoreChecks=true')).status).toBe(205);
    expect((await create()).json.until).toBe(inHours(24));
  });

  test('does not count when a later post about the same player exists', async () => {
    const older = await api.addPost({ author: AURORA, player, createdAt: START - 20 * HOUR });
    const newer = await api.addPost({ author: AURORA, player, createdAt: START - HOUR });
    await remove(newer);
    await remove(older);
    expect(await until()).toBe(inHours(23));
  });

  test('does not affect other authors, players and regions', async () => {
    await remove((await create()).json.id);
    expect(await until(BORODINO)).toBeNull();
    expect((await create(BORODINO)).status).toBe(201);
    await api.addPlayer({ id: player }, 'na');
    expect((await create(AURORA, api, 'na')).status).toBe(201);
    player = await api.addPlayer();
    expect((await create()).status).toBe(201);
  });

  test.each(REGION_IDS)('counts in %s', async (region) => {
    if (region !== 'eu') await api.addPlayer({ id: player }, region);
    const { json } = await create(AURORA, api, region);
    expect((await remove(json.id, AURORA, '', region)).status).toBe(205);
    expect((await create(AURORA, api, region)).status).toBe(423);
  });

  test('is removed by housekeeping after 30 days, not by posts of others', async () => {
    const authors = async () => {
      const rows = await api.database.read('eu', (db) => db.select().from(deletedPosts));
      return rows.filter(({ playerId }) => playerId === player).map(({ authorId }) => authorId);
    };
    await remove((await create()).json.id);
    api.clock.now = START + 30 * DAY;
    await remove((await create(BORODINO)).json.id, BORODINO);
    expect(await authors()).toEqual([AURORA, BORODINO]);
    await applyRetention(api.database, api.clock.now, new AbortController().signal);
    expect(await authors()).toEqual([BORODINO]);
  });

  test('counts when deletion and create are sent at once', async () => {
    const { json } = await create();
    const [removed, second] = await Promise.all([remove(json.id), create()]);
    expect([removed.status, second.status]).toEqual([205, 423]);
  });
});

test('keeps the cooldown of a deleted post over a restart', async () => {
  await remove((await create()).json.id);
  const restarted = await openTestApi({ database: api.database });
  expect(await until(AURORA, restarted)).toBe(inHours(24));
});

test('stores one of two creates that two processes receive at once', async () => {
  const other = await openTestApi({ database: api.database });
  const answers = await Promise.all([create(), create(AURORA, other)]);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(1);
  // The race is the subject: 423 when the first was committed before the second one's check, otherwise 429.
  expect([429, 423]).toContain(refused[0]?.status);
  expect((await api.call('GET', `/api/Post/${player}/received`)).json).toHaveLength(1);
});

describe('GET /api/Post/cooldown', () => {
  test('is null for oneself and for players whom the user has not posted about', async () => {
    expect(await until()).toBeNull();
    player = AURORA;
    expect(await until()).toBeNull();
  });

  test.each([['?'], ['?playerId=x'], ['?playerId=0'], ['?playerId=1.5']])(
    'answers 400 with the field for %s',
    async (query) => {
      const { status, json } = await api.call('GET', `/api/Post/cooldown${query}`, { as: AURORA });
      expect([status, Object.keys(json.errors)]).toEqual([400, ['playerId']]);
    },
  );
});
