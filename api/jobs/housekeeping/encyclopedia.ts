/** Reads the names of all ships from the publisher, once a week, where an application id is configured (rule 25.26). */
import { millisecondsInDay } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '#api/db/database.ts';
import { ships } from '#api/db/replay-schema.ts';
import { meta } from '#api/db/schema.ts';
import { PublisherError } from '#api/publisher/call.ts';
import type { Directory } from '#api/publisher/directory.ts';
import type { NamedShip } from '#api/publisher/types.ts';
import type { RegionId } from '#lib/regions.ts';

const MAX_AGE_MS = 7 * millisecondsInDay;
/** Row of `meta` with the time of the last reading, in ISO 8601. */
const KEY = 'ships-read-at';
/** Ships of one statement. */
const CHUNK = 500;

/** Dependencies. */
export interface EncyclopediaNeeds {
  database: Database;
  publisher: Pick<Directory, 'ships'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

async function isDue(db: Db, now: number): Promise<boolean> {
  const [row] = await db.select().from(meta).where(eq(meta.key, KEY));
  return row === undefined || differenceInMilliseconds(now, row.value) > MAX_AGE_MS;
}

async function store(db: Db, found: readonly NamedShip[], now: number): Promise<void> {
  for (let start = 0; start < found.length; start += CHUNK)
    await db
      .insert(ships)
      .values(found.slice(start, start + CHUNK).map((ship) => ({ ...ship, fromPublisher: true })))
      .onConflictDoUpdate({ target: ships.id, set: { name: sql`excluded.name`, fromPublisher: true } });
  const value = new Date(now).toISOString();
  await db.insert(meta).values({ key: KEY, value }).onConflictDoUpdate({ target: meta.key, set: { value } });
}

async function readRegion({ database, publisher, now }: EncyclopediaNeeds, region: RegionId): Promise<void> {
  if (!(await database.read(region, (db) => isDue(db, now())))) return;
  const found = await publisher.ships(region);
  if (found === null) return;
  await database.write(region, ({ db }) => store(db, found, now()));
}

/** Reads the ships of every region whose names are older than a week; later if the publisher does not respond. */
export async function readEncyclopedia(needs: EncyclopediaNeeds, signal: AbortSignal): Promise<void> {
  for (const region of needs.database.regions) {
    if (signal.aborted) return;
    await readRegion(needs, region).catch((error: unknown) => {
      // The client has logged it.
      if (!(error instanceof PublisherError)) throw error;
    });
  }
}
