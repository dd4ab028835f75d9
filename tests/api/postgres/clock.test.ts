/** Claims of processes whose clocks differ (rule 24.19). */
import { randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { Database } from '#api/db/database.ts';
import { discordMessages } from '#api/db/message-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { createDiscord } from '#api/discord/discord.ts';
import { claim } from '#api/model/replays/job-queue.ts';
import { perRegion } from '#lib/regions.ts';
import { BORODINO, createTestApi, type TestApi } from '#tests/support/api.ts';
import { startDiscord, storedMessages } from '#tests/support/discord-server.ts';
import { withEffects } from '#tests/support/test-database.ts';

const fail = (error: unknown): never => {
  throw error;
};

let api: TestApi;
let database: Database;
beforeAll(async () => {
  api = await createTestApi();
  database = withEffects(api.database);
});
afterAll(() => api.close());

/** The database's clock. */
async function clock(): Promise<number> {
  const { rows } = await database.read('eu', (db) =>
    db.execute<{ now: string }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`,
    ),
  );
  return Number(rows[0]?.now);
}

/** This process is a day ahead until the end of the test. */
function runAhead(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + millisecondsInDay });
  onTestFinished(() => void vi.useRealTimers());
}

test('a process whose clock is ahead claims no replay before it is due', async () => {
  const postId = await api.addPost();
  const [id, now] = [randomUUID(), await clock()];
  const due = async (at: number) => {
    await database.transaction('eu', (db) => db.delete(replays));
    await api.addReplay(postId, { id, sha256: 'a', runAfter: new Date(at) });
  };
  const claimed = () => database.write('eu', (tx) => claim(tx.db, tx.now, millisecondsInHour));
  runAhead();
  await due(now + millisecondsInHour);
  expect(await claimed()).toBeNull();
  await due(now - 1);
  expect(await claimed()).toMatchObject({ replayId: id });
  const [row] = await database.read('eu', (db) => db.select().from(replays));
  const lease = (row?.runAfter?.getTime() ?? 0) - (await clock());
  expect(lease).toBeLessThanOrEqual(millisecondsInHour);
  expect(lease).toBeGreaterThan(0);
});

test('a process whose clock is ahead leaves messages to the one that has claimed them', async () => {
  const server = await startDiscord();
  onTestFinished(() => server.close());
  const now = await clock();
  const message = { kind: 'post', playerId: BORODINO, dueAt: new Date(now) };
  const [taken, free] = [randomUUID(), randomUUID()];
  await database.transaction('eu', (db) =>
    db.insert(discordMessages).values([
      { ...message, id: taken, claimedUntil: new Date(now + millisecondsInHour), attempts: 1 },
      { ...message, id: free },
    ]),
  );
  runAhead();
  const none: ApiConfig['discordWebhooks']['posts'] = perRegion(() => null);
  const discord = createDiscord({
    webhooks: { posts: { ...none, eu: server.url(1) }, moderation: none },
    siteOrigins: api.config.siteOrigins,
    database,
    now: Date.now,
    onProblem: fail,
    onError: fail,
  });
  discord.start();
  // Neither post exists, so a message that is handled is forgotten.
  await expect.poll(() => storedMessages(database)).toHaveLength(1);
  await discord.close();
  expect(await storedMessages(database)).toMatchObject([{ id: taken, attempts: 1 }]);
});
