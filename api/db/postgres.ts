/** A database on a PostgreSQL server: one pool per region, whose connections use that region's schema. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type DataSource, type Db, sqlState } from '#api/db/database.ts';
import { migrateServer } from '#api/db/migrate.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';

/** By this name the server lists the connections of the API and its commands. */
export const APPLICATION_NAME = 'fleet-karma';
const POOL_SIZE = 8;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time limit of a statement, except in migrations. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Waits before a read is retried. Each retry may meet another connection of the pool that was cut as well. */
const RETRY_AFTER_MS = [20, 200];

/** Codes of a lost connection: a read may be retried on another one. */
const LOST = /^(08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;

/** Messages of the driver's own errors, which have no code. */
const LOST_MESSAGE =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|query read timeout/i;

/** True when the error says that the connection to the server was lost or refused. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return LOST.test(state);
  const { message = '', cause } = (error ?? {}) as { message?: string; cause?: unknown };
  if (LOST_MESSAGE.test(message)) return true;
  return cause !== undefined && isConnectionLost(cause);
}

/** A pool for administration or for one region. Lost idle connections are replaced and cause no error. */
export function createPool(url: string, region?: RegionId, size = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(region !== undefined && {
      options: `-c search_path=${region}`,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // A little longer, for a server that no longer responds.
      query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
    }),
  });
  pool.on('error', () => {});
  // The pool handles errors of idle connections only. One that is cut during a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Runs one transaction on its own connection. Not drizzle's, which never releases the connection when `begin` fails, and
 * hides the original error when `rollback` fails.
 */
async function transaction<T>(pool: pg.Pool, run: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isUsable = true;
  try {
    await client.query('begin');
    const result = await run(drizzle({ client }) as unknown as Db);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isUsable = false;
    });
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/** Opens the pools of a server. Its schemas must exist, or be created by `migrate` first. */
export function createServerDatabase(url: string): DataSource {
  const pools = perRegion((id) => createPool(url, id));
  const handles = perRegion((id) => drizzle({ client: pools[id] }) as unknown as Db);
  const read: DataSource['read'] = async (region, run) => {
    for (const wait of RETRY_AFTER_MS) {
      try {
        return await run(handles[region]);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await sleep(wait);
      }
    }
    return run(handles[region]);
  };
  return {
    kind: 'server',
    read,
    memo: (region, _key, run) => read(region, run),
    transaction: (region, run) => transaction(pools[region], run),
    async migrate(last) {
      const pool = createPool(url, undefined, 1);
      await migrateServer(pool, last).finally(() => pool.end());
    },
    pools: () =>
      new Map(
        REGION_IDS.map((id) => {
          const { totalCount, idleCount: idle, waitingCount: waiting } = pools[id];
          return [id, { active: totalCount - idle, idle, waiting }];
        }),
      ),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
