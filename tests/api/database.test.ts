import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database, type DataSource } from '#api/db/database.ts';
import { meta } from '#api/db/schema.ts';
import { createInProcessBus } from '#api/events/bus.ts';
import { onPostgres, openTestDatabase } from '#tests/support/test-database.ts';

describe('reads and writes', () => {
  let database: DataSource;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const put = (key: string) => database.transaction('eu', (db) => db.insert(meta).values({ key, value: '' }));
  const has = async (region: 'eu' | 'na', key: string): Promise<boolean> =>
    (await database.read(region, (db) => db.select().from(meta).where(eq(meta.key, key)))).length > 0;

  test('keep the regions apart when they alternate', async () => {
    await put('only in EU');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => has(index % 2 === 0 ? 'eu' : 'na', 'only in EU')),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => index % 2 === 0));
  });

  test('cache a memo until the next write, but only on the embedded database', async () => {
    const asks = (embedded: number, server: number) => (onPostgres ? server : embedded);
    let asked = 0;
    const count = () =>
      database.memo('eu', 'count', async (db) => {
        asked += 1;
        return (await db.select().from(meta)).length;
      });
    const [first, second] = await Promise.all([count(), count()]);
    expect([second, asked]).toEqual([first, asks(1, 2)]);
    await put('one more');
    expect([await count(), asked]).toEqual([(first as number) + 1, asks(2, 3)]);
    await database.transaction('na', (db) => db.insert(meta).values({ key: 'elsewhere', value: '' }));
    await count();
    expect(asked).toBe(asks(2, 4));
  });

  test('do not cache a failed memo', async () => {
    const failing = () => database.memo('eu', 'failing', () => Promise.reject(new Error('no')));
    await expect(failing()).rejects.toThrow('no');
    await expect(database.memo('eu', 'failing', async () => 1)).resolves.toBe(1);
  });

  describe('with effects', () => {
    const failures: unknown[] = [];
    const events: unknown[] = [];
    const write: Database['write'] = (region, run) => {
      const bus = createInProcessBus((error) => failures.push(error));
      bus.subscribe((...event) => events.push(event));
      const onEffectError = (error: unknown) => failures.push(error);
      return createDatabase(database, { bus, now: () => 1_000, onEffectError }).write(region, run);
    };
    afterEach(() => {
      failures.length = 0;
      events.length = 0;
    });

    test('runs an effect after the commit, when it can read what was written (Rule 17.4)', async () => {
      const seen: boolean[] = [];
      await write('eu', async ({ db, afterCommit }) => {
        afterCommit(async () => void seen.push(await has('eu', 'announced')));
        await db.insert(meta).values({ key: 'announced', value: '' });
      });
      expect(seen).toEqual([true]);
    });

    test('publishes events of the region after the commit (Rule 17.4)', async () => {
      const event = { type: 'seedTokenInvalidated', accountId: 1 } as const;
      const during = await write('na', async ({ now, publish }) => {
        publish(event);
        return [now, events.length];
      });
      expect([during, events]).toEqual([[1_000, 0], [['na', event]]]);
    });

    test('undoes a write that fails, and runs none of its effects', async () => {
      let ran = false;
      const failing = write('eu', async ({ db, afterCommit }) => {
        afterCommit(() => {
          ran = true;
        });
        await db.insert(meta).values({ key: 'half', value: '' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect([await has('eu', 'half'), ran]).toEqual([false, false]);
    });

    test('keeps the write when an effect fails, and runs the other effects', async () => {
      const error = new Error('no listener');
      await write('eu', async ({ db, afterCommit, publish }) => {
        afterCommit(() => {
          throw error;
        });
        publish({ type: 'deletedPost', postId: 'a post', version: 1 });
        await db.insert(meta).values({ key: 'stays', value: '' });
      });
      expect([await has('eu', 'stays'), failures, events.length]).toEqual([true, [error], 1]);
    });
  });
});
