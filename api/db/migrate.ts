/** Applies the numbered migrations to every region's schema. */
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type pg from 'pg';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Key of an advisory lock, any number. Processes that start together migrate one after another. */
const MIGRATION_LOCK = 4_212_017;

const configOf = (region: RegionId) => ({ migrationsFolder, migrationsSchema: region });

/** Brings all four schemas of the embedded database up to date. */
export async function migrateEmbedded(pglite: PGlite): Promise<void> {
  for (const region of REGION_IDS) {
    await pglite.exec(`create schema if not exists ${region}; set search_path to ${region}`);
    await migratePglite(drizzlePglite({ client: pglite }), configOf(region));
  }
}

/** Brings all four schemas of a PostgreSQL server up to date, on one connection, which is then closed. */
export async function migrateServer(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    for (const region of REGION_IDS) {
      await client.query(`create schema if not exists ${region}; set search_path to ${region}`);
      await migratePg(drizzlePg({ client }), configOf(region));
    }
  } finally {
    // Ends the session, and with it the lock and the changed search_path.
    client.release(true);
  }
}
