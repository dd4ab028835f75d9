/** Look-ups while one address requests many unknown players and clans (Rules 19.11, 19.12). */
import { beforeEach, expect, test } from 'vitest';
import { AURORA } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { createFakePublisher, down } from '#tests/support/publisher.ts';

const fake = createFakePublisher({ requestLimits: { perSecond: 100_000 } });
const api = setUpApi({ mode: 'production', env: { TRUST_PROXY: '1' }, publisher: fake.options });
let nextId = 540_000_000;

beforeEach(() => {
  fake.behaviour = null;
});

const from = (address: string) => ({ headers: { host: 'api.fleet.example', 'x-forwarded-for': address } });
const player = (options: object) => api.call('GET', `/api/player/${++nextId}`, options);

test('users and other addresses are answered while twenty connections of one request unknown ids', async () => {
  const held: (() => void)[] = [];
  const order: string[] = [];
  fake.behaviour = (address) => {
    order.push(address.searchParams.get('account_id') ?? '');
    return new Promise((resolve) => held.push(() => resolve(Response.json({ status: 'ok', data: {} }))));
  };
  const first = nextId + 1;
  const flood = Array.from({ length: 20 }, () => player(from('203.0.113.9')));
  await expect.poll(() => order.length).toBe(5);
  const other = player(from('198.51.100.7'));
  const user = player({ ...from('203.0.113.9'), as: AURORA });
  const [otherId, userId] = [first + 20, first + 21].map(String);
  await expect.poll(() => order.length).toBe(9);
  expect(order.slice(5).sort()).toEqual([otherId, otherId, userId, userId]);
  fake.behaviour = null;
  for (const release of held.splice(0)) release();
  expect((await Promise.all([other, user])).map(({ status }) => status)).toEqual([404, 404]);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404, 503]));
});

test('a clan search is answered from the database at once while the publisher is down (Rule 19.12)', async () => {
  const id = 540_900_000;
  fake.addClan({ id, tag: 'KNOWN', name: 'Stored Waves', leagueColor: 0xffcc9966 });
  await api.call('GET', `/api/clan/${id}`);
  fake.behaviour = down;
  const search = (text: string) => api.call('GET', `/api/clan/search/${text}`, from('198.51.100.7'));
  for (let count = 0; count < 3; count += 1) await search('nothing');
  fake.requests.length = 0;
  const found = await search('known');
  expect([found.status, found.json]).toMatchObject([200, [{ tag: 'KNOWN' }]]);
  const { status, headers } = await search('nothing');
  expect([status, fake.requests.length]).toEqual([503, 0]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});
