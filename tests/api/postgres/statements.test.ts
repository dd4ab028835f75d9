/** How statements reach a PostgreSQL server: their schema, their names, and the clock of a transaction. */
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { meta } from '#api/db/schema.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { AURORA } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';
import { recordStatements } from '#tests/support/postgres/plans.ts';

async function open(): Promise<DataSource> {
  const copy = await openCopy();
  const database = createServerDatabase({ url: copy.url });
  onTestFinished(async () => {
    vi.useRealTimers();
    await database.close();
    await copy.close();
  });
  return database;
}

/** Prepared statements of the pool's only connection, after the same read ran three times. */
async function preparedAfterReads(database: DataSource): Promise<number> {
  for (let run = 0; run < 3; run += 1)
    await database.read('eu', (db) =>
      db
        .select()
        .from(meta)
        .where(eq(meta.key, `key ${run}`)),
    );
  const { rows } = await database.read('eu', (db) =>
    db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_prepared_statements where statement like '%"eu"."meta"%'`,
    ),
  );
  return rows[0]?.count ?? -1;
}

test('a statement that recurs is prepared once', async () => {
  expect(await preparedAfterReads(await open())).toBe(1);
});

test('one connection serves all regions, each with its own rows (rule 24.31)', async () => {
  const database = await open();
  for (const region of REGION_IDS)
    await database.transaction(region, (db) => db.insert(meta).values({ key: 'own', value: region }));
  const found = [];
  for (const region of REGION_IDS)
    found.push(await database.read(region, (db) => db.select().from(meta).where(eq(meta.key, 'own'))));
  expect(found).toEqual(REGION_IDS.map((value) => [{ key: 'own', value }]));
  expect(database.pool()).toEqual({ active: 0, idle: 1, waiting: 0 });
});

test('a profile is read in one statement, so that its numbers are of the same moment', async () => {
  const database = await open();
  const api = await openTestApi({ database });
  const sent = await recordStatements(async () => {
    expect((await api.call('GET', `/api/player/${AURORA}`)).status).toBe(200);
  });
  // Jobs of the API, which has just started, read other rows.
  const reads = sent.filter(
    ({ text, values }) => /"players"|"posts"|"player_post_totals"/.test(text) && values.includes(AURORA),
  );
  expect(reads).toHaveLength(1);
});

test('a transaction has the server’s clock', async () => {
  const database = await open();
  vi.useFakeTimers({ now: Date.parse('2001-01-01T00:00:00Z'), toFake: ['Date'] });
  const now = await database.transaction('eu', async (_db, clock) => clock);
  expect(now).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
});
