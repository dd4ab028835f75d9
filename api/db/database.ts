/** Reads and transactions of a region's data, on either database. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { ReadOnlyMode } from '#api/db/read-only.ts';
import type { Bus, HubEvent } from '#api/events/bus.ts';
import type { Pace } from '#api/events/pace.ts';
import type { RegionId } from '#lib/regions.ts';

/** Queries of one region. The embedded database returns the same shapes. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

declare const outside: unique symbol;

/** Queries outside transactions, which loaders may answer together. */
export type Reader = Db & { readonly [outside]: true };

/** Connections to a database server: in use, idle, and queries that wait for one. */
export interface PoolState {
  active: number;
  idle: number;
  waiting: number;
}

/** `isUnlimited`: its statements may take longer than 30 s. */
export interface TransactionOptions {
  isUnlimited?: boolean;
}

/** An open database with the data of several regions, embedded or on a server. Disposing of it closes it. */
export interface DataSource extends AsyncDisposable {
  readonly kind: 'embedded' | 'server';
  /** The regions of the deployment (`REGIONS`). Data of other regions may be stored, too; it is left alone. */
  readonly regions: readonly RegionId[];
  /** Runs queries outside a transaction. A server's lost connection is retried. */
  read<T>(region: RegionId, run: (db: Reader) => Promise<T>): Promise<T>;
  /**
   * A read whose result is cached under `key` until the next transaction in the region. A server is read each time,
   * because other processes write to it. The result is shared: never change it.
   */
  memo<T>(region: RegionId, key: string, run: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction. Use only the `db` it passes: with the embedded database, another one deadlocks. `now` is the
   * database's clock in milliseconds since 1970, because the clocks of several processes differ.
   */
  transaction<T>(
    region: RegionId,
    run: (db: Db, now: number) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Runs reads that all see the same state of the region. `now` as in `transaction`. */
  snapshot<T>(region: RegionId, run: (db: Db, now: number) => Promise<T>): Promise<T>;
  /** Applies the migrations that are pending, or those up to the one named `last`. */
  migrate(last?: string): Promise<void>;
  /** Copies the embedded database to a new folder, as it is at one moment; null for a server. */
  copyTo: ((folder: string) => Promise<void>) | null;
  /** A sentence for the operator when nothing can be stored; null when something can, and for a server. */
  problem(): Promise<string | null>;
  /** State of the connections, which serve all regions. */
  pool(): PoolState;
  /** Waits for running queries, then closes the folder or the connections. */
  close(): Promise<void>;
}

type Effect = () => void | Promise<void>;

/** One write: its queries, when it started, and what follows once it is committed. */
export interface Tx {
  db: Db;
  region: RegionId;
  /** When the transaction started, in milliseconds since 1970. */
  now: number;
  /** Sends the event to the hubs after the commit (rule 17.4); never after a rollback. `write` waits for its delivery. */
  publish(event: HubEvent): void;
  /**
   * The same for a change of `key` that may come often (rule 14.10). Unless it is sent at once, `rebuild` makes the event
   * later, in a transaction whose locks are held until it is published; null drops it.
   */
  publishPaced(key: string, event: HubEvent, rebuild: (db: Db) => Promise<HubEvent | null>): void;
  /** Runs `effect` after the commit; never after a rollback. */
  afterCommit(effect: Effect): void;
}

/** The database as the API uses it. `write` and `transaction` throw a ReadOnlyError in read-only mode. */
export interface Database extends DataSource {
  readonly readOnly: ReadOnlyMode;
  /** Runs one transaction, then its effects in order; resolves when those have run and events are on their way. */
  write<T>(region: RegionId, run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Publishes the events that wait for their turn, at a stop. */
  publishWaiting(): Promise<void>;
}

interface DatabaseOptions {
  bus: Bus;
  now?: () => number;
  onEffectError: (error: unknown) => void;
  /** Every event is sent at once unless given. */
  pace?: Pace | null;
  /** Off unless given. */
  readOnly?: ReadOnlyMode;
}

/**
 * Adds writes that publish events, and read-only mode. `onEffectError` receives the error of an effect; the other effects still
 * run. `now` replaces the database's clock in tests.
 */
export function createDatabase(source: DataSource, options: DatabaseOptions): Database {
  const { bus, now, onEffectError, pace, readOnly = new ReadOnlyMode() } = options;
  const transaction: DataSource['transaction'] = (region, run, limits) =>
    readOnly.write(() => source.transaction(region, run, limits));
  /** Also in read-only mode, because it stores nothing and the change was committed before. */
  const publishLocked = (region: RegionId, build: (db: Db) => Promise<HubEvent | null>): Promise<void> =>
    source.transaction(region, async (db) => {
      const event = await build(db);
      if (event !== null) await bus.publish(region, event);
    });
  return {
    ...source,
    readOnly,
    transaction,
    snapshot: (region, run) => source.snapshot(region, (db, clock) => run(db, now?.() ?? clock)),
    publishWaiting: async () => pace?.flush(),
    async write(region, run, limits) {
      const effects: Effect[] = [];
      const afterCommit = (effect: Effect): void => void effects.push(effect);
      const deliveries: Promise<void>[] = [];
      const publish = (event: HubEvent): void =>
        afterCommit(() => void deliveries.push(bus.publish(region, event)));
      const publishPaced: Tx['publishPaced'] = (key, event, rebuild) =>
        afterCommit(() => {
          const later = () => publishLocked(region, rebuild);
          if (pace?.admits(`${region} ${key}`, later) ?? true) deliveries.push(bus.publish(region, event));
        });
      const result = await transaction(
        region,
        (db, clock) => run({ db, region, now: now?.() ?? clock, publish, publishPaced, afterCommit }),
        limits,
      );
      for (const effect of effects) {
        try {
          await effect();
        } catch (error) {
          onEffectError(error);
        }
      }
      // Events of the caller's next write, also in another process, must be published after these.
      await Promise.all(deliveries);
      return result;
    },
  };
}

/**
 * The same database for work that no one waits for: a write waits until read-only mode has ended. It is
 * refused if `signal` aborts before that.
 */
export const patient = (database: Database, signal: AbortSignal): Database => ({
  ...database,
  async write(region, run, limits) {
    await database.readOnly.ended(signal);
    return database.write(region, run, limits);
  },
});

/** The database cannot be used; the message says why and what to do, in one sentence. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The connection to the database was lost or refused. That passes, so the caller may try again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** All connections of the region, or of the server (`cause`), are in use, and none became free in time. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  constructor(cause?: unknown) {
    super('no connection became free in time', { cause });
  }
}

const isCausedBy = (error: unknown, type: typeof DatabaseUnavailable | typeof DatabaseBusy): boolean =>
  error instanceof type || (error instanceof Error && isCausedBy(error.cause, type));

/** True when the connection to the database was lost, and not that to another service. */
export const isUnavailable = (error: unknown): boolean => isCausedBy(error, DatabaseUnavailable);

/** True when no connection became free in time. */
export const isBusy = (error: unknown): boolean => isCausedBy(error, DatabaseBusy);

/** SQL error code of an error from either database (drizzle wraps the driver's error as its cause). */
export function sqlState(error: unknown): string | null {
  for (let current = error; typeof current === 'object' && current !== null; ) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    if (typeof code === 'string') return code;
    current = cause;
  }
  return null;
}
