/** A database on a PostgreSQL server: one pool of connections for all regions. */
import { drizzle } from 'drizzle-orm/node-postgres';
import PQueue from 'p-queue';
import pg from 'pg';
import { BACK_OFF, withBackOff } from '#api/base/back-off.ts';
import { sleep, within } from '#api/base/waiting.ts';
import {
  DatabaseBusy,
  DatabaseUnavailable,
  type DataSource,
  type Db,
  isBusy,
  isUnavailable,
  type Reader,
  sqlState,
} from '#api/db/database.ts';
import { migrateServer } from '#api/db/migrate.ts';
import { type Statement, statementsOf } from '#api/db/statements.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';

const EVERY_MS = 1_000;

const SILENT_MS = 4_000;

/**
 * Sends the server a statement each second, on the only connection of `own`. When one has no answer after four,
 * the server counts as away until the next answer, which may be a refusal, and connections of `pool` that are in
 * use are ended. Closing it ends `own`.
 */
function createHeartbeat(own: pg.Pool, pool: pg.Pool) {
  const busy = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  const ending = new AbortController();
  let isAway = false;
  async function beat(): Promise<void> {
    let isAnswered = false;
    const answer = own.query('select 1').catch(() => {});
    const noted = answer.then(() => {
      isAnswered = true;
    });
    // Second by second: when this process itself was held up, answers that arrived meanwhile are read between them.
    for (let waited = 0; waited < SILENT_MS && !isAnswered; waited += EVERY_MS)
      await within(noted, EVERY_MS, undefined);
    isAway = !isAnswered;
    if (isAway) for (const client of busy) void (client as unknown as pg.Client).end();
  }
  async function run(): Promise<void> {
    for (;;) {
      await beat();
      await sleep(EVERY_MS, ending.signal);
    }
  }
  run().catch(() => {});
  return {
    isAway: () => isAway,
    /** Runs `work`; rejects with `DatabaseUnavailable` when the server is away. */
    async whileHere<T>(work: () => Promise<T>): Promise<T> {
      if (isAway) throw new DatabaseUnavailable(new DOMException('timeout expired', 'TimeoutError'));
      return work();
    },
    close(): Promise<void> {
      ending.abort();
      return own.end();
    },
  };
}

/** While a lock holds the statements of one region, the others have the rest of the pool. */
const REGION_SHARE = 10;

/** Of these. While transactions wait for one row, reads have the rest. */
const TRANSACTION_SHARE = 6;

/** A region's share. */
type RegionShare = ReturnType<typeof createRegionShare>;

/** Creates a share, in which work waits `waitMs` for its turn. */
function createRegionShare(waitMs: number) {
  const all = new PQueue({ concurrency: REGION_SHARE });
  const transactions = new PQueue({ concurrency: TRANSACTION_SHARE });
  return {
    /** Runs `work` when the share has room; rejects with `DatabaseBusy` after too long a wait. */
    use<T>(work: () => Promise<T>, { isTransaction = false } = {}): Promise<T> {
      const waiting = new AbortController();
      const { signal } = waiting;
      const timer = setTimeout(() => waiting.abort(new DatabaseBusy()), waitMs);
      const run = (): Promise<T> => {
        clearTimeout(timer);
        return work();
      };
      const inTurn = (): Promise<T> => all.add(run, { signal });
      return isTransaction ? transactions.add(inTurn, { signal }) : inTurn();
    },
    waiting: () => all.size + transactions.size,
  };
}

/** By this name the server lists the connections of the API and its commands. */
export const APPLICATION_NAME = 'fleet-karma';
const POOL_SIZE = 16;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time limit of a statement, except in migrations. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The longest that the driver can wait for a statement. */
const UNLIMITED_MS = 2 ** 31 - 1;

/** Codes of a lost connection, from the server, a pooler or the system: a read may be retried on another one. */
const LOST =
  /^(08...|57P0[1235]|25P0[34]|E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND)|EAI_AGAIN)$/;

/** Codes that mean the same only when a Unix socket is connected to: it does not exist, or its queue is full. */
const LOST_SOCKET = /^(ENOENT|EAGAIN)$/;

/** The server has no connection left for this role or at all. */
const TOO_MANY_CONNECTIONS = '53300';

/** Messages of the driver's own errors, which have no code. */
const LOST_MESSAGE =
  /connection terminated|(connection error and|was closed and) is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout/i;

/** True when the error says that the connection to the server was lost or refused. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message = '', cause } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code === 'string') return LOST.test(code) || (LOST_SOCKET.test(code) && isOfConnect(error));
  if (LOST_MESSAGE.test(message)) return true;
  return cause !== undefined && isConnectionLost(cause);
}

const isOfConnect = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall === 'connect';

/** True when the server may be used later, without anyone changing a setting: it is away or has no connection left. */
export const isServerAway = (error: unknown): boolean =>
  isConnectionLost(error) || isBusy(error) || sqlState(error) === TOO_MANY_CONNECTIONS;

/** Rejects with `DatabaseUnavailable` when the connection was lost: other services' errors have the same codes. */
const markLost = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (sqlState(error) === TOO_MANY_CONNECTIONS) throw new DatabaseBusy(error);
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  });

function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Compiling a statement takes longer than running it.
    options: '-c jit=off',
    ...options,
  });
  pool.on('error', () => {});
  // The pool handles errors of idle connections only. One that is cut during a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A single connection without a time limit, for administration. */
export const createPool = (url: string): pg.Pool => openPool(url, { max: 1 });

/** How the API reaches its server. */
export interface ServerAddress {
  url: string;
  regions?: readonly RegionId[] | undefined;
}

const createQueryPool = (url: string): pg.Pool =>
  openPool(url, {
    max: POOL_SIZE,
    // One stays open, by which commands that need a stopped API notice a running one.
    min: 1,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A little longer, for a server that no longer responds.
    query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
  });

/** The connection of the heartbeat, by another name than those that use the data. */
const createHeartPool = (url: string): pg.Pool =>
  openPool(url, {
    max: 1,
    idleTimeoutMillis: 0,
    application_name: `${APPLICATION_NAME}-heartbeat`,
    query_timeout: CONNECT_TIMEOUT_MS,
  });

/** The client that drizzle calls: statements run in the region's schema. */
const regionClient = (
  client: pg.Pool | pg.PoolClient,
  toStatement: (text: string) => Statement,
  use: RegionShare['use'] = (work) => work(),
  limit: { query_timeout?: number } = {},
): pg.Pool =>
  ({
    query: (config: pg.QueryConfig, values: unknown[]) => {
      const statement = () => ({ ...config, name: undefined, ...toStatement(config.text), ...limit });
      return use(() => markLost(client.query(statement(), values)));
    },
  }) as unknown as pg.Pool;

/** What `begin` is followed by: a mode, or another statement. */
const SNAPSHOT = 'isolation level repeatable read, read only';
const UNLIMITED = '; set local statement_timeout = 0';

const CLOCK = 'select floor(extract(epoch from clock_timestamp()) * 1000)::text as now';

/**
 * Begins a transaction; returns the server's clock in milliseconds since 1970. Limited as connecting is: a pooler accepts
 * connections and statements while its server is away. A connection on which this fails is closed.
 */
async function begin(client: pg.PoolClient, mode: string): Promise<number> {
  // Several statements without values are one message, and have a result each.
  const query = { text: `begin ${mode}; ${CLOCK}`, query_timeout: CONNECT_TIMEOUT_MS };
  try {
    const results = (await markLost(client.query(query))) as unknown as pg.QueryResult<{ now: string }>[];
    return Number(results.at(-1)?.rows[0]?.now);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Runs one transaction on its own connection. Not drizzle's, which never releases the connection when `begin` fails, and
 * hides the original error when `rollback` fails.
 */
async function transaction<T>(
  pool: pg.Pool,
  toStatement: (text: string) => Statement,
  run: (db: Db, now: number) => Promise<T>,
  mode = '',
): Promise<T> {
  const client = await markLost(pool.connect());
  const now = await begin(client, mode);
  let isUsable = true;
  try {
    const limit = mode === UNLIMITED ? { query_timeout: UNLIMITED_MS } : {};
    const limited = regionClient(client, toStatement, undefined, limit);
    const result = await run(drizzle({ client: limited }) as unknown as Db, now);
    await markLost(client.query('commit'));
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

/** Opens the pool of a server. Its schemas must exist, or be created by `migrate` first. */
export function createServerDatabase({ url, regions = REGION_IDS }: ServerAddress): DataSource {
  const pool = createQueryPool(url);
  const statements = perRegion((id) => statementsOf(id, { named: true }));
  const heart = createHeartbeat(createHeartPool(url), pool);
  const shares = perRegion(() => createRegionShare(CONNECT_TIMEOUT_MS));
  const uses = perRegion(
    (id): RegionShare['use'] =>
      (work, kind) =>
        shares[id].use(() => heart.whileHere(work), kind),
  );
  const handles = perRegion(
    (id) => drizzle({ client: regionClient(pool, statements[id], uses[id]) }) as unknown as Reader,
  );
  const read: DataSource['read'] = (region, run) => {
    const latest = performance.now() + STATEMENT_TIMEOUT_MS;
    return withBackOff(
      BACK_OFF.read,
      () => run(handles[region]),
      // A statement that used up its time waits for a lock.
      (error) => isUnavailable(error) && !heart.isAway() && performance.now() <= latest,
    );
  };
  return {
    kind: 'server',
    regions,
    read,
    memo: (region, _key, run) => read(region, run),
    transaction: (region, run, { isUnlimited = false } = {}) =>
      uses[region](() => transaction(pool, statements[region], run, isUnlimited ? UNLIMITED : ''), {
        isTransaction: true,
      }),
    snapshot: (region, run) => uses[region](() => transaction(pool, statements[region], run, SNAPSHOT)),
    async migrate(last) {
      const direct = createPool(url);
      await migrateServer(direct, { regions, last }).finally(() => direct.end());
    },
    copyTo: null,
    problem: async () => null,
    pool() {
      const { totalCount, idleCount: idle, waitingCount } = pool;
      const waiting = waitingCount + REGION_IDS.reduce((sum, id) => sum + shares[id].waiting(), 0);
      return { active: totalCount - idle, idle, waiting };
    },
    async close() {
      await Promise.all([heart.close(), pool.end()]);
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
