/** A PostgreSQL server: one pool per region whose connections look into that region's schema. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Db } from '#api/db/database.ts';
import { sqlState, withEffects } from '#api/db/database.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

const POOL_SIZE = 8;
const CONNECT_TIMEOUT_MS = 5_000;

/** Codes of a connection that is gone: the statement may be sent again on another one. */
const LOST = /^(08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;

/** True when the error says that the connection to the server was lost or refused. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return LOST.test(state);
  const { message = '', cause } = (error ?? {}) as { message?: string; cause?: unknown };
  if (/connection terminated|timeout exceeded when trying to connect/i.test(message)) return true;
  return cause !== undefined && isConnectionLost(cause);
}

/** A pool for administration or for one region. Lost idle connections are replaced, never thrown. */
export function createPool(url: string, region?: RegionId, size = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(region === undefined ? {} : { options: `-c search_path=${region}` }),
  });
  pool.on('error', () => {});
  return pool;
}

/** Access to a server whose schemas exist. */
export function createServerDatabase(
  url: string,
  onEffectError: (error: unknown) => void = () => {},
): Database {
  const pools = REGION_IDS.map((id) => [id, createPool(url, id)] as const);
  const handles = Object.fromEntries(
    pools.map(([id, pool]) => [id, drizzle({ client: pool }) as unknown as Db]),
  ) as Record<RegionId, Db>;
  const read: Database['read'] = async (region, run) => {
    try {
      return await run(handles[region]);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return run(handles[region]);
    }
  };
  return {
    kind: 'server',
    read,
    memo: (region, _key, run) => read(region, run),
    write: (region, run) =>
      withEffects((afterCommit) => handles[region].transaction((tx) => run(tx, afterCommit)), onEffectError),
    async close() {
      await Promise.all(pools.map(([, pool]) => pool.end()));
    },
  };
}
