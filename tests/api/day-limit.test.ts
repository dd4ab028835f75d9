/** How many posts an account may write within 24 hours (rule 9.19). */
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#api/db/schema.ts';
import { ADMIN, AURORA, BORODINO, HOUR, MOD, postDto, postForm, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi({ env: { POSTS_PER_DAY: '4' } });
let author: number;
let players: number[];

const joined = (id: number, at: number) =>
  api.database.transaction('eu', (db) =>
    db
      .update(users)
      .set({ createdAt: new Date(at) })
      .where(eq(users.id, id)),
  );
const inHours = (hours: number) => new Date(START + hours * HOUR).toISOString();
const create = (player: number | undefined, as = author, query = '') =>
  api.call('POST', `/api/Post${query}`, {
    as,
    form: postForm(postDto({ author: { id: as }, player: { id: player } })),
  });
const cooldown = async (player: number | undefined, as = author) =>
  (await api.call('GET', `/api/Post/cooldown?playerId=${player}`, { as })).json;

beforeAll(async () => {
  players = [];
  for (let n = 0; n < 6; n += 1) players.push(await api.addPlayer());
});
beforeEach(async () => {
  author = await api.addPlayer();
  await joined(author, START - 48 * HOUR);
});

/** Posts at these hours after the start, about another player each. */
async function written(...hours: number[]) {
  for (const [n, player] of players.slice(0, hours.length).entries())
    await api.addPost({ author, player, createdAt: START + (hours[n] ?? 0) * HOUR });
}

describe('an account', () => {
  test('writes four posts within 24 hours, then gets 429 with the time of the next one', async () => {
    await written(-23, -2, -1);
    expect(await cooldown(players[3])).toEqual({ until: null, postsLeft: 1 });
    expect((await create(players[3])).status).toBe(201);
    const { status, headers, json } = await create(players[4]);
    expect([status, headers['retry-after'], json.until]).toEqual([429, '3600', inHours(1)]);
    expect(json.detail).toBe(
      `You have written as many posts as an account may within 24 hours. You can write the next one on ${inHours(1)}.`,
    );
    expect(await cooldown(players[4])).toEqual({ until: inHours(1), postsLeft: 0 });
    api.clock.now = START + HOUR;
    expect(await cooldown(players[4])).toEqual({ until: null, postsLeft: 1 });
    expect((await create(players[4])).status).toBe(201);
  });

  test('gets the later of the limit and the cooldown for the player', async () => {
    await written(-23, -20, -2, -1);
    expect(await cooldown(players[0])).toEqual({ until: inHours(1), postsLeft: 0 });
    expect(await cooldown(players[3])).toEqual({ until: inHours(23), postsLeft: 0 });
    expect((await create(players[3])).status).toBe(423);
  });

  test('has no more posts after it deleted one', async () => {
    await written(-3, -2, -1);
    const { json } = await create(players[3]);
    await api.call('DELETE', `/api/Post/${json.id}`, { as: author });
    expect((await create(players[4])).status).toBe(429);
  });

  test('does not use up the posts of other accounts', async () => {
    await written(-4, -3, -2, -1);
    expect((await create(players[4])).status).toBe(429);
    await joined(BORODINO, START - 48 * HOUR);
    expect((await create(players[4], BORODINO)).status).toBe(201);
  });
});

describe('on the first day here', () => {
  test('an account writes three posts, and more when the day is over', async () => {
    await joined(author, START - 20 * HOUR);
    await written(-3, -2);
    expect(await cooldown(players[3])).toEqual({ until: null, postsLeft: 1 });
    expect((await create(players[2])).status).toBe(201);
    const { status, json } = await create(players[3]);
    expect([status, json.until]).toEqual([429, inHours(4)]);
    api.clock.now = START + 4 * HOUR;
    expect(await cooldown(players[3])).toEqual({ until: null, postsLeft: 1 });
    expect((await create(players[3])).status).toBe(201);
  });

  test('the next post is possible earlier when one of the three is 24 hours old before', async () => {
    await joined(author, START - 20 * HOUR);
    await written(-22, -2, -1);
    expect((await cooldown(players[3])).until).toBe(inHours(2));
  });
});

test.each([MOD, ADMIN])('staff (%i) write as many posts as they like', async (as) => {
  author = as;
  await joined(as, START - HOUR);
  for (const player of players.slice(0, 5)) expect((await create(player)).status).toBe(201);
  expect(await cooldown(players[5])).toEqual({ until: null, postsLeft: null });
});

describe('without a limit', () => {
  const unlimited = setUpApi();

  test('posts are not counted', async () => {
    for (let n = 0; n < 12; n += 1) expect((await unlimited.createPost()).status).toBe(201);
    const { json } = await unlimited.call('GET', `/api/Post/cooldown?playerId=${BORODINO}`, { as: AURORA });
    expect(json).toEqual({ until: null, postsLeft: null });
  });
});
