/** The one way to the data: reads and transactions of a region, on either database. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { RegionId } from '#lib/regions.ts';

/** Queries of one region; names resolve by `search_path`. The embedded database answers the same shapes. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** Registers what is to happen once the transaction is committed; never run when it is rolled back. */
export type AfterCommit = (effect: () => void | Promise<void>) => void;

/** Access to the data of all regions. Never use the outer handle inside `write`: take the one it passes. */
export interface Database {
  readonly kind: 'embedded' | 'server';
  /** Runs queries outside a transaction. On a server, sent again when the connection was lost. */
  read<T>(region: RegionId, run: (db: Db) => Promise<T>): Promise<T>;
  /**
   * A read whose result is kept under `key` until the next write to the region, when this process is the only one that
   * writes. On a server it is read anew each time. The result is shared: never change it.
   */
  memo<T>(region: RegionId, key: string, run: (db: Db) => Promise<T>): Promise<T>;
  /** Runs one transaction, then its after-commit effects in order; resolves when those have run. */
  write<T>(region: RegionId, run: (db: Db, afterCommit: AfterCommit) => Promise<T>): Promise<T>;
  /** Lets running queries end and lets go of the folder or the connections. */
  close(): Promise<void>;
}

/** The database cannot be used; the message says why and what to do, in one sentence. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** SQL error code of an error from either database (drizzle wraps the driver's error as its cause). */
export function sqlState(error: unknown): string | null {
  for (let current = error; typeof current === 'object' && current !== null; ) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    if (typeof code === 'string') return code;
    current = cause;
  }
  return null;
}

/** Runs `run` with a collector of effects and, when it succeeded, the effects. A failing effect never undoes the rest. */
export async function withEffects<T>(
  run: (afterCommit: AfterCommit) => Promise<T>,
  onEffectError: (error: unknown) => void,
): Promise<T> {
  const effects: (() => void | Promise<void>)[] = [];
  const result = await run((effect) => effects.push(effect));
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      onEffectError(error);
    }
  }
  return result;
}
