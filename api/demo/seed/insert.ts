/** Writes an invented world into a region's tables. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DataSource, Db } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { replays, ships } from '#api/db/replay-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { clans, meta, players, posts, users } from '#api/db/schema.ts';
import { demoBattles } from '#api/demo/seed/demo-battles.ts';
import { DEFAULT_WORLD_SIZE, inventWorld, type World, type WorldSize } from '#api/demo/seed/world.ts';
import { type InventedReplays, inventReplays } from '#api/demo/seed/world-replays.ts';
import { ADVISED_MARK, adviseAll } from '#api/model/advice/store.ts';
import { foldTotals } from '#api/model/posts/totals.ts';
import type { Data } from '#api/storage/open-data.ts';
import type { RegionId } from '#lib/regions.ts';

/** Rows per statement. */
const CHUNK = 1000;
/** Files that are written at the same time. */
const FILES_AT_ONCE = 32;
/** Posts with advice, the newest. */
const ADVISED = 200;
const SEEDED_KEY = 'seeded-at';

/**
 * Inserts rows that all have the same keys, as one JSON parameter: a parameter per value takes four times as long for tens
 * of thousands of rows. `shared` are columns of jsonb or bytes with the same value in all rows, which is sent once.
 */
async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: T['$inferInsert'][],
  shared: object = {},
): Promise<void> {
  const columns = getTableColumns(table);
  const keys = Object.keys(rows[0] ?? {}).filter((key) => key in columns && !(key in shared));
  const listOf = (ofKeys: string[]) => ofKeys.map((key) => sql.identifier(columns[key]?.name ?? key));
  const names = sql.join(listOf(keys), sql`, `);
  const sharedKeys = Object.keys(shared);
  const allNames = sql.join(listOf([...keys, ...sharedKeys]), sql`, `);
  const values = Object.values(shared).map((value) =>
    value instanceof Uint8Array ? sql`, ${value}::bytea` : sql`, ${JSON.stringify(value)}::jsonb`,
  );
  for (let start = 0; start < rows.length; start += CHUNK) {
    const records = rows
      .slice(start, start + CHUNK)
      .map((row) =>
        Object.fromEntries(keys.map((key) => [columns[key]?.name, (row as Record<string, unknown>)[key]])),
      );
    const json = JSON.stringify(records);
    await db.execute(
      sql`insert into ${table} (${allNames}) select ${names}${sql.join(values)}
        from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`,
    );
  }
}

async function insertWorld(
  db: Db,
  region: RegionId,
  world: World,
  invented: InventedReplays,
  now: number,
): Promise<void> {
  await insertAll(db, clans, world.clans);
  await insertAll(db, players, world.players);
  await insertAll(db, users, world.users);
  await insertAll(db, posts, world.posts);
  await insertAll(
    db,
    ships,
    demoBattles().fleet.map(({ shipParamsId: id, name }) => ({ id, name })),
  );
  for (const { rows, shared } of invented.battles) await insertAll(db, replays, rows, shared);
  await insertAll(db, modActions, world.modActions);
  await insertAll(db, platformBans, world.bans);
  await insertAll(db, notifications, world.notifications);
  await insertAll(db, reviews, world.reviews);
  await insertAll(db, reports, world.reports);
  await db.insert(meta).values({ key: SEEDED_KEY, value: new Date(now).toISOString() });
  await foldTotals(db, region);
  // Those that pages show first. All of them would take longer than everything else.
  await adviseAll(
    db,
    world.posts.slice(-ADVISED).map(({ id }) => id),
  );
  await db.insert(meta).values(ADVISED_MARK);
}

/** When a region was seeded, in milliseconds since 1970; now for one that was not. */
export async function findSeededAt(database: Pick<DataSource, 'read'>, region: RegionId): Promise<number> {
  const [row] = await database.read(region, (db) => db.select().from(meta).where(eq(meta.key, SEEDED_KEY)));
  return row === undefined ? Date.now() : Date.parse(row.value);
}

/**
 * Seeds every region that has not been seeded, each in one transaction, as of `now` (milliseconds since 1970). Files are
 * written first. Returns the seeded regions.
 */
export async function seedEmptyRegions(
  { database, files }: Data,
  now: number,
  size: WorldSize = DEFAULT_WORLD_SIZE,
): Promise<RegionId[]> {
  const seeded: RegionId[] = [];
  for (const region of database.regions) {
    const seedings = await database.read(region, (db) => db.$count(meta, eq(meta.key, SEEDED_KEY)));
    if (seedings > 0) continue;
    const world = inventWorld(region, now, size);
    const invented = await inventReplays(world);
    for (let start = 0; start < invented.files.length; start += FILES_AT_ONCE)
      await Promise.all(
        invented.files.slice(start, start + FILES_AT_ONCE).map((bytes) => files.put(region, bytes)),
      );
    await database.transaction(region, (db) => insertWorld(db, region, world, invented, now));
    seeded.push(region);
  }
  return seeded;
}
