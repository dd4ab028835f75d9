/** Clans that are looked up at the publisher with their members, and refreshed in the background. */
import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { clans, players } from '#api/db/schema.ts';
import { getClan } from '#lib/schemas/calls/clan.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { createFakePublisher, down, type FakePublisher } from '#tests/support/publisher.ts';

const LARGE = 500_000_300;
let nextClan = LARGE;
let nextPlayer = 540_000_000;

interface Subject {
  api: TestApi;
  fake: FakePublisher;
}

async function start(applicationId: string | null): Promise<Subject> {
  const fake = createFakePublisher({
    applicationId,
    background: true,
    limits: { waitMs: 1_500, searchWaitMs: 200 },
    requestLimits: { backOff: ONCE, timeoutMs: 500, perSecond: 100_000 },
  });
  return { fake, api: await createTestApi({ publisher: fake.options }) };
}

/** A clan that only the publisher knows, with members; returns the ids. */
function publish(fake: FakePublisher, members: number, clan: Partial<typeof clans.$inferInsert> = {}) {
  const id = ++nextClan;
  fake.addClan({ id, tag: `T${id % 1000}`, name: `Clan ${id}`, leagueColor: 0xffcc9966, ...clan });
  const ids = Array.from({ length: members }, (_, index) => {
    fake.addPlayer({
      id: ++nextPlayer,
      username: `Member_${nextPlayer}`,
      gameKarma: 7,
      clanId: id,
      clanMemberRole: index === 0 ? 1 : 6,
      joinedClanAt: new Date('2023-04-05T00:00:00Z'),
      wgAccountCreatedAt: new Date('2019-01-01T00:00:00Z'),
    });
    return nextPlayer;
  });
  return { id, ids };
}

describe.each([
  ['documented calls', 'test-application'],
  ['undocumented calls', null],
])('by %s', (_name, applicationId) => {
  let api: TestApi;
  let fake: FakePublisher;
  beforeAll(async () => {
    ({ api, fake } = await start(applicationId));
  });
  afterAll(() => api.close());
  beforeEach(() => {
    fake.behaviour = null;
    fake.requests.length = 0;
  });
  const clanOf = async (id: number) => (await api.call('GET', `/api/clan/${id}`)).json;
  /** The clan once it has been refreshed. */
  async function refreshed(id: number, check: (clan: ReturnType<typeof getClan.response.parse>) => void) {
    const isRefreshed = async () => {
      check(getClan.response.parse(await clanOf(id)));
      return true;
    };
    await expect.poll(isRefreshed).toBe(true);
  }

  test('a clan of 50 has N/A for karma and dates, then the numbers (Rule 19.6)', async () => {
    const { id } = publish(fake, 50, { description: '**Calm**' });
    const first = getClan.response.parse(await clanOf(id));
    expect(first).toMatchObject({ description: '**Calm**', leagueColor: 0xffcc9966, outdated: false });
    expect(first.members).toHaveLength(50);
    expect(first.members?.[0]).toMatchObject({
      gameKarma: null,
      siteKarma: 0,
      wgAccountCreatedAt: null,
      clan: { clanMemberRole: 1, joinedClanAt: '2023-04-05T00:00:00.000Z' },
    });
    await refreshed(id, ({ members }) => {
      expect(members?.every(({ gameKarma }) => gameKarma === 7)).toBe(true);
      expect(members?.every(({ wgAccountCreatedAt }) => wgAccountCreatedAt !== null)).toBe(true);
    });
    // With an application id: the clan, its colour, and all members at once. Without: a request per member.
    expect(fake.requests).toHaveLength(applicationId === null ? 52 : 3);
  });

  test('members join, leave, rise and are renamed (Rule 19.7)', async () => {
    const { id, ids } = publish(fake, 3);
    await clanOf(id);
    const [commander = 0, leaver = 0, riser = 0] = ids;
    const world = fake.worlds.eu.players;
    const edit = (player: number, changes: object) =>
      fake.addPlayer({ ...(world.get(player) as typeof players.$inferInsert), ...changes });
    edit(leaver, { clanId: null });
    edit(riser, { clanMemberRole: 2, username: 'Risen' });
    const joined = ++nextPlayer;
    fake.addPlayer({ id: joined, username: 'Newcomer', clanId: id, clanMemberRole: 6 });
    api.clock.now += 5 * millisecondsInHour;
    await refreshed(id, ({ members }) =>
      expect(members?.map((member) => [member.id, member.username, member.clan?.clanMemberRole])).toEqual([
        [commander, `Member_${commander}`, 1],
        [riser, 'Risen', 2],
        [joined, 'Newcomer', 6],
      ]),
    );
    expect((await api.call('GET', `/api/player/${leaver}`)).json.clan).toBeNull();
  });

  test('a disbanded clan keeps its name and loses its members', async () => {
    const { id, ids } = publish(fake, 2, { tag: 'GONE', description: 'Was here' });
    await clanOf(id);
    fake.addClan({ ...(fake.worlds.eu.clans.get(id) as typeof clans.$inferInsert), isDisbanded: true });
    for (const player of ids) fake.worlds.eu.players.delete(player);
    api.clock.now += 5 * millisecondsInHour;
    await refreshed(id, (clan) =>
      expect(clan).toMatchObject({ isDisbanded: true, tag: 'GONE', description: 'Was here', members: [] }),
    );
  });

  test('a clan that the publisher no longer knows counts as disbanded', async () => {
    const { id } = publish(fake, 1);
    await clanOf(id);
    fake.worlds.eu.clans.delete(id);
    api.clock.now += 5 * millisecondsInHour;
    await refreshed(id, ({ isDisbanded }) => expect(isDisbanded).toBe(true));
  });

  test('the search shows the publisher’s clans with the stored ones, with colours', async () => {
    const { id } = publish(fake, 1, { tag: 'ZEBRA', name: 'Far Away' });
    const stored = { id: ++nextClan, tag: 'NEAR', name: 'Zebra Friends', leagueColor: 5 };
    await api.addClan({ ...stored, refreshedAt: null });
    const { json } = await api.call('GET', '/api/clan/search/zebra');
    expect(json).toEqual([{ id, tag: 'ZEBRA', name: 'Far Away', leagueColor: 0xffcc9966 }, stored]);
  });

  test('an unknown clan is 404, and 503 when the publisher is down', async () => {
    expect((await api.call('GET', '/api/clan/500999999')).status).toBe(404);
    fake.behaviour = down;
    const { status, json } = await api.call('GET', `/api/clan/${++nextClan}`);
    expect([status, json.detail]).toEqual([
      503,
      'The game’s publisher does not answer, so this clan can’t be looked up. Try again in a moment.',
    ]);
  });

  test('a known clan is shown with the age of its data when the publisher is down', async () => {
    fake.behaviour = null;
    const { id } = publish(fake, 1);
    await clanOf(id);
    fake.behaviour = down;
    api.clock.now += 5 * millisecondsInHour;
    await refreshed(id, (clan) =>
      expect(clan).toMatchObject({ outdated: true, members: [{ gameKarma: 7 }] }),
    );
  });
});

test('a day of joining that is counted in whole days does not move', async () => {
  const { api, fake } = await start(null);
  const { id, ids } = publish(fake, 1);
  const [member = 0] = ids;
  await api.call('GET', `/api/clan/${id}`);
  const joinedClanAt = new Date('2023-04-05T13:14:15.000Z');
  await api.changePlayer(member, { joinedClanAt });
  api.clock.now += 5 * millisecondsInHour;
  const at = new Date(api.clock.now).toISOString();
  await expect
    .poll(async () => (await api.call('GET', `/api/clan/${id}`)).json)
    .toMatchObject({
      refreshedAt: at,
      members: [{ clan: { joinedClanAt: joinedClanAt.toISOString() } }],
    });
  await api.close();
});
