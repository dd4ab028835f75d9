/** The publisher goes on listing a player who was erased; the API does not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSignIn } from '#api/model/auth/queries.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { createFakePublisher } from '#tests/support/publisher.ts';
import { erase } from './world.ts';

const CLAN = 500_000_700;
const [ERASED, OTHER] = [550_000_001, 550_000_002];

let api: TestApi;
beforeAll(async () => {
  const fake = createFakePublisher({ background: true, requestLimits: { attempts: 1, perSecond: 100_000 } });
  api = await createTestApi({ publisher: fake.options });
  fake.addClan({ id: CLAN, tag: 'LEFT', name: 'Left behind', leagueColor: 0xffcc9966 });
  for (const id of [ERASED, OTHER])
    fake.addPlayer({ id, username: `Listed_${id}`, gameKarma: 3, clanId: CLAN, clanMemberRole: 6 });
  expect((await api.call('GET', `/api/player/${ERASED}`)).status).toBe(200);
  await erase(api, ERASED);
});
afterAll(() => api.close());

const status = async (path: string) => (await api.call('GET', path)).status;

test('an erased player is found in no profile, search or clan (Rule 20.8)', async () => {
  expect(await status(`/api/player/${ERASED}`)).toBe(404);
  const found = await api.call('GET', '/api/player/search/Listed_55');
  expect(found.json).toMatchObject([{ id: OTHER, username: `Listed_${OTHER}` }]);
  const clan = await api.call('GET', `/api/clan/${CLAN}`);
  expect(clan.json.members.map(({ id }: { id: number }) => id)).toEqual([OTHER]);
  expect((await api.call('GET', '/api/player')).text).not.toContain(String(ERASED));
});

test('an erased player is found again after the next sign-in (Rule 20.9)', async () => {
  await api.database.transaction('eu', (db) =>
    recordSignIn(db, { id: ERASED, username: `Listed_${ERASED}` }, api.clock.now),
  );
  expect(await status(`/api/player/${ERASED}`)).toBe(200);
});
