/** Totals while several connections change posts, opt out and fold the changes (rules 24.1 and 24.3). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postCountChanges } from '#api/db/totals-schema.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { ADMIN_AND_MOD, type Answer, CONTENT, createTestApi, DAY, type TestApi } from '#tests/support/api.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';

const WRITERS = 6;
const ROUNDS = 12;

let api: TestApi;
let players: number[];
beforeAll(async () => {
  api = await createTestApi();
  players = await Promise.all(Array.from({ length: WRITERS }, () => api.addPlayer({ gameKarma: 0 })));
});
afterAll(() => api.close());

const statuses: number[] = [];

async function counted(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent;
  statuses.push(answer.status);
  return answer;
}

/** Writes about the other players, then staff change and remove it. */
async function write(author: number, round: number): Promise<void> {
  for (const player of players.filter((id) => id !== author)) {
    const { status, json } = await counted(api.createPost({ player: { id: player } }, { as: author }));
    if (status !== 201) continue;
    const body = { id: json.id, title: 'Said better', content: CONTENT, flairs: round };
    await counted(api.call('PUT', '/api/post?ignoreChecks=true', { as: ADMIN_AND_MOD, body }));
    await counted(api.moderate(json.id));
    if (round % 2 === 0)
      await counted(api.call('DELETE', `/api/post/${json.id}?ignoreChecks=true`, { as: ADMIN_AND_MOD }));
  }
}

test('are exact, and no change waits for another one in a circle', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Past all cooldowns.
    api.clock.now += 400 * DAY;
    let isOver = false;
    const fold = async () => {
      while (!isOver) await keepTotalsFolded(api.database, 'eu');
    };
    const folding = [fold(), fold()];
    await Promise.all([
      ...players.map((id) => write(id, round)),
      ...players.slice(0, 3).map((id) => {
        const body = { id, optedOut: round % 2 === 0 };
        return counted(api.call('PUT', '/api/profile', { as: id, body }));
      }),
    ]);
    isOver = true;
    await Promise.all(folding);
    expect(await wrongTotals(api.database)).toEqual([]);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(ROUNDS * WRITERS);
  await keepTotalsFolded(api.database, 'eu');
  expect(await wrongTotals(api.database)).toEqual([]);
  expect(await api.database.read('eu', (db) => db.$count(postCountChanges))).toBe(0);
}, 120_000);
