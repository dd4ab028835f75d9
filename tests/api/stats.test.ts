/** The numbers of the week (Rule 2.32). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, DAY, type TestApi } from '#tests/support/api.ts';

const MINUTE = 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const stats = async () => (await api.call('GET', '/api/stats')).json;
/** The numbers that are counted after those kept in memory. */
const counted = async () => {
  api.clock.now += MINUTE + 1;
  return stats();
};
const pass = (days: number) => {
  api.clock.now += days * DAY;
};

test('counts posts, their authors and players once each, and the clans of these', async () => {
  const [first, second] = [await api.addClan(), await api.addClan()];
  const author = await api.addPlayer({ clanId: first });
  const comrade = await api.addPlayer({ clanId: first });
  const rival = await api.addPlayer({ clanId: second });
  const loner = await api.addPlayer();
  pass(30);
  expect(await stats()).toEqual({ posts: 0, players: 0, clans: 0 });
  const createdAt = api.clock.now - 6 * DAY;
  await api.addPost({ author, player: rival, createdAt });
  await api.addPost({ author: rival, player: author, createdAt });
  await api.addPost({ author, player: loner, createdAt });
  await api.addPost({ author, player: comrade, createdAt: createdAt - 2 * DAY });
  expect(await counted()).toEqual({ posts: 3, players: 3, clans: 2 });
});

test('counts no posts that a moderator removed or whose player opted out', async () => {
  pass(30);
  const createdAt = api.clock.now;
  await api.addPost({ modLocked: true, createdAt });
  await api.addPost({ player: await api.addPlayer({ optedOut: true }), createdAt });
  expect(await counted()).toEqual({ posts: 0, players: 0, clans: 0 });
});

test('is counted again after a minute', async () => {
  pass(30);
  await stats();
  await api.addPost({ createdAt: api.clock.now });
  api.clock.now += MINUTE;
  expect(await stats()).toMatchObject({ posts: 0 });
  api.clock.now += 1;
  expect(await stats()).toMatchObject({ posts: 1, players: 2 });
});

test('is counted per region', async () => {
  pass(30);
  await api.addPost({ createdAt: api.clock.now });
  expect(await counted()).toMatchObject({ posts: 1 });
  expect((await api.call('GET', '/api/stats', { region: 'sea' })).json).toMatchObject({ posts: 0 });
});
