/** Migrations that must clean up existing data. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataSource, type Db, sqlState } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import { posts } from '#api/db/schema.ts';
import { playerPostTotals } from '#api/db/totals-schema.ts';
import { foldTotals } from '#api/model/posts/totals.ts';
import { AURORA, BORODINO, START } from '#tests/support/api.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: DataSource;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function migrate(db: Db, name: string): Promise<void> {
  await db.execute(sql`set local search_path to eu`);
  const file = new URL(`../../api/db/migrations/${name}.sql`, import.meta.url);
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
    await db.execute(sql.raw(statement.replace('INDEX CONCURRENTLY', 'INDEX')));
}

test('keeps the newest of several pending notifications of one post and type', async () => {
  const [post, other, action] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const row = (id: number, values: Partial<typeof notifications.$inferInsert> = {}) => ({
    id: `00000000-0000-4000-8000-0000000001${String(id).padStart(2, '0')}`,
    accountId: AURORA,
    type: 3,
    postId: post,
    emittedAt: new Date(START + id),
    ...values,
  });
  await database.transaction('eu', async (db) => {
    await db.execute(sql`drop index eu.notifications_pending_post`);
    await db.insert(notifications).values([
      row(1),
      row(2),
      row(3),
      // At the same time: the greater id stays.
      row(4, { postId: other, emittedAt: new Date(START) }),
      row(5, { postId: other, emittedAt: new Date(START) }),
      row(6, { type: 2 }),
      row(7, { accountId: BORODINO }),
      row(8, { acknowledgedAt: new Date(START) }),
      row(9, { type: 5, modActionId: action }),
      row(10, { type: 5, modActionId: other }),
      row(11, { type: 7, postId: null }),
      row(12, { type: 7, postId: null }),
    ]);
    await migrate(db, '0002_pending_notifications');
  });
  const kept = await database.read('eu', (db) =>
    db.select({ id: notifications.id }).from(notifications).orderBy(notifications.id),
  );
  expect(kept.map(({ id }) => Number(id.slice(-2)))).toEqual([3, 5, 6, 7, 8, 9, 10, 11, 12]);
  const second = database.transaction('eu', (db) => db.insert(notifications).values(row(13)));
  expect(sqlState(await second.catch((error: unknown) => error))).toBe('23505');
});

test('counts posts by flairs, also those whose changes are not in the totals yet', async () => {
  const write = (flairs: readonly number[]) =>
    database.transaction('eu', (db) =>
      db.insert(posts).values(
        flairs.map((one) => ({
          authorId: AURORA,
          playerId: BORODINO,
          flairs: one,
          title: 'A battle',
          content: 'What happened.',
        })),
      ),
    );
  await write([1, 1, 2]);
  await database.transaction('eu', (db) => foldTotals(db, 'eu'));
  await write([1]);
  await database.transaction('eu', async (db) => {
    await db.execute(sql`drop index eu.posts_public_received`);
    await db.execute(sql`alter table ${playerPostTotals} drop column flairs cascade`);
    await db.execute(sql`alter table eu.post_count_changes drop column flairs`);
    await migrate(db, '0017_posts_by_flairs');
  });
  expect(await wrongTotals(database)).toEqual([]);
  const received = await database.read('eu', (db) =>
    db
      .select({ flairs: playerPostTotals.flairs, count: playerPostTotals.count })
      .from(playerPostTotals)
      .where(sql`direction = 'received' and player_id = ${BORODINO}`)
      .orderBy(playerPostTotals.flairs),
  );
  expect(received).toEqual([
    { flairs: 1, count: 3 },
    { flairs: 2, count: 1 },
  ]);
});
