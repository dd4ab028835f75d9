/** Whose data a database holds, and who may open it. */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadStorage, type StorageConfig } from '#api/config/storage.ts';
import type { DataSource, Db } from '#api/db/database.ts';
import { pendingMigrations } from '#api/db/migrate.ts';
import { connectDatabase, EMBEDDED_FOLDER, openDatabase } from '#api/db/open.ts';
import { meta, players } from '#api/db/schema.ts';
import { resetDatabase } from '#api/storage/reset.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { ensureFixedAccounts } from '#tests/support/fixed-accounts.ts';
import { addDatabase, dropDatabase } from '#tests/support/postgres/databases.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { onPostgres } from '#tests/support/test-database.ts';

let storage: Pick<StorageConfig, 'dataDir' | 'filesDir' | 'bucket' | 'databaseUrl'>;
beforeEach(async () => {
  const dataDir = temporaryFolder();
  storage = { dataDir, filesDir: path.join(dataDir, 'files'), bucket: null, databaseUrl: null };
  if (!onPostgres) return;
  storage.databaseUrl = await addDatabase();
});
afterEach(async () => {
  if (storage.databaseUrl !== null) await dropDatabase(storage.databaseUrl);
});

const openDemo = () => openDatabase({ ...storage, mode: 'demo', migrateAtStart: true });
const openProduction = (migrateAtStart = false) =>
  openDatabase({ ...storage, mode: 'production', migrateAtStart });
const openForCommand = () => openDatabase({ ...storage, mode: null, migrateAtStart: false });

/** Opens it, uses it, and closes it. */
async function within<T>(
  opening: Promise<DataSource>,
  use: (database: DataSource) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const isOpened = (opening: Promise<DataSource>): Promise<boolean> => within(opening, async () => true);

const marks = (opening: Promise<DataSource>): Promise<string[][]> =>
  within(opening, (database) =>
    Promise.all(
      REGION_IDS.map((region) =>
        database.read(region, async (db) => (await db.select().from(meta)).map(({ value }) => value)),
      ),
    ),
  );

/** Embedded databases by mode, for tests to copy. */
const made = temporaryFolder();

/** A migrated database with the mark of the mode. */
async function prepare(mode: 'demo' | 'production'): Promise<void> {
  const open = mode === 'demo' ? openDemo : () => openProduction(true);
  const [own, copy] = [path.join(storage.dataDir, EMBEDDED_FOLDER), path.join(made, mode)];
  if (existsSync(copy)) return cpSync(copy, own, { recursive: true });
  await isOpened(open());
  if (!onPostgres) cpSync(own, copy, { recursive: true });
}

/** A database without marks, with what `fill` adds to every region. */
async function prepareUnmarked(fill: (db: Db) => Promise<unknown>): Promise<void> {
  await prepare('production');
  await within(openProduction(), async (database) => {
    for (const region of REGION_IDS)
      await database.transaction(region, async (db) => {
        await db.delete(meta).where(eq(meta.key, 'mode'));
        await fill(db);
      });
  });
}

const addPlayer = (db: Db) => db.insert(players).values({ id: 500_999_999, username: 'A_Real_Player' });
const NONE = async () => undefined;

describe('the demo (rule 18.8)', () => {
  test('marks every region of an empty database, and opens it again', async () => {
    expect(await marks(openDemo())).toEqual(REGION_IDS.map(() => ['demo']));
    expect(await isOpened(openDemo())).toBe(true);
  });

  test.runIf(onPostgres)('opens a database whose tables are empty', async () => {
    await prepareUnmarked(NONE);
    expect(await marks(openDemo())).toEqual(REGION_IDS.map(() => ['demo']));
  });

  test('refuses a database with data that it did not make', async () => {
    await prepareUnmarked(addPlayer);
    await expect(openDemo()).rejects.toThrow(
      /^The .*database .* holds data of eu that the demo did not make, .*npm run production"\.$/,
    );
  });

  test.runIf(onPostgres)('refuses data in one region, even when it has marked the others', async () => {
    await prepare('demo');
    await within(openForCommand(), (database) =>
      database.transaction('sea', async (db) => {
        await db.delete(meta);
        await addPlayer(db);
      }),
    );
    await expect(openDemo()).rejects.toThrow('holds data of sea that the demo did not make');
  });

  test.runIf(onPostgres)('refuses the database of a production that has no data yet', async () => {
    await prepare('production');
    await expect(openDemo()).rejects.toThrow('that the demo did not make');
  });

  test('refuses a database with tables of another program', async () => {
    await prepareUnmarked(async () => undefined);
    await within(openForCommand(), (database) =>
      database.transaction('eu', (db) => db.execute(sql`create table public.orders (id int)`)),
    );
    await expect(openDemo()).rejects.toThrow('holds public.orders that the demo did not make');
  });

  test('leaves the database that it refuses as it was', async () => {
    await within(connectDatabase(storage), (database) =>
      database.transaction('eu', (db) => db.execute(sql`create table public.orders (id int)`)),
    );
    await expect(openDemo()).rejects.toThrow('holds public.orders');
    await expect(openForCommand()).rejects.toThrow('lacks migrations (0000_initial');
  });

  test.runIf(onPostgres)(
    'does not take a database without marks for its own because of its accounts',
    async () => {
      await prepareUnmarked((db) => ensureFixedAccounts(db, Date.now()));
      await expect(openDemo()).rejects.toThrow('holds data of eu');
    },
  );
});

test.each(['demo', 'production', 'command'] as const)(
  'a database from before the first release is refused with a sentence: %s (rule 18.9)',
  async (opener) => {
    await prepare(opener === 'demo' ? 'demo' : 'production');
    await within(openForCommand(), (database) =>
      database.transaction('sea', (db) =>
        db.execute(
          sql`update sea.__drizzle_migrations
            set created_at = (select min(created_at) from sea.__drizzle_migrations) - 1`,
        ),
      ),
    );
    const open = { demo: openDemo, production: () => openProduction(true), command: openForCommand }[opener];
    await expect(open()).rejects.toThrow(
      /^The .*database .* was made by a version before the first release and cannot be upgraded: .*--reset"\.$/,
    );
  },
);

describe('production', () => {
  test.runIf(onPostgres)('refuses a database with the mark of the demo (rule 18.8)', async () => {
    await prepare('demo');
    await expect(openProduction()).rejects.toThrow(
      /holds the demo's invented data: set DATABASE_URL or DATA_DIR to another one/,
    );
    await expect(openProduction(true)).rejects.toThrow("holds the demo's invented data");
  });

  test.runIf(onPostgres)('marks a database without a mark as its own', async () => {
    await prepareUnmarked(addPlayer);
    expect(await marks(openProduction())).toEqual(REGION_IDS.map(() => ['production']));
  });

  test('applies no migrations when it starts, and names the command (rule 18.10)', async () => {
    if (onPostgres)
      await expect(openProduction()).rejects.toThrow(
        /^The database lacks migrations \(0000_initial\b.*migrate"\.$/,
      );
    else {
      await expect(openProduction()).rejects.toThrow(/^There is no database in .*npm run migrate".*\.$/);
      expect(readdirSync(storage.dataDir)).toEqual([]);
    }
    await isOpened(openProduction(true));
    expect(await within(openProduction(), pendingMigrations)).toEqual([]);
  });
});

describe('a command', () => {
  test.each(['demo', 'production'] as const)('opens the data of %s', async (mode) => {
    await prepare(mode);
    expect(await marks(openForCommand())).toEqual(REGION_IDS.map(() => [mode]));
  });

  test.skipIf(onPostgres)('reads where data is stored from the environment', () => {
    expect(loadStorage({ DATA_DIR: '/srv/data', REGIONS: 'na,eu' })).toEqual({
      regions: ['na', 'eu'],
      dataDir: '/srv/data',
      filesDir: '/srv/data/files',
      bucket: null,
      databaseUrl: null,
      mode: null,
      migrateAtStart: false,
    });
    expect(() => loadStorage({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL must be an address');
  });
});

describe('a reset', () => {
  test('removes the data of the demo', async () => {
    await prepare('demo');
    await resetDatabase(storage);
    expect(existsSync(path.join(storage.dataDir, 'database'))).toBe(false);
    if (onPostgres) await expect(openForCommand()).rejects.toThrow('0000_initial');
  });

  test.runIf(onPostgres)('refuses data that the demo did not make (rule 18.8)', async () => {
    await prepareUnmarked(addPlayer);
    await expect(resetDatabase(storage)).rejects.toThrow('holds data of eu');
    const rows = await within(openForCommand(), (database) =>
      database.read('eu', (db) => db.$count(players, eq(players.id, 500_999_999))),
    );
    expect(rows).toBe(1);
  });
});
