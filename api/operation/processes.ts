/**
 * The processes of the API that use one database server. Without Redis a second one would miss events, and with another secret it
 * would sign users out, so it is refused. Each process updates its row every second by the database's clock; the row of a killed
 * process expires.
 */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import { createWorkLoop } from '#api/base/work-loop.ts';
import { DatabaseError, type DataSource, type Db } from '#api/db/database.ts';
import { processes } from '#api/db/process-schema.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

const BEAT_MS = 1_000;
/** A process that was not seen for this long has ended. */
const EXPIRY_MS = 5_000;
/** By then every other process has noticed. */
const FORGOTTEN_MS = 60_000;
const POLL_MS = 250;
/** Key of an advisory lock, any number: processes that start together join one after another. */
const JOIN_LOCK = 4_212_018;

/** The region whose table is used, whatever the order of `REGIONS`. */
const registryOf = ({ regions }: DataSource): RegionId =>
  REGION_IDS.find((region) => regions.includes(region)) ?? 'eu';

const before = (ms: number) => sql`clock_timestamp() - ${`${ms} milliseconds`}::interval`;

/** A process, with whether it is still alive. */
type Process = typeof processes.$inferSelect & { isAlive: boolean };

/** Properties that decide whether two processes may share the database. */
interface Traits {
  hasRedis: boolean;
  /** Fingerprints of the keys whose tokens a process accepts; it signs with the first. Null for one of an earlier version. */
  keys: string[] | null;
}

/** The row of this process. */
type Row = typeof processes.$inferInsert & Traits;

/** This process among the others. */
export interface Membership {
  /** A sentence while a process that must not share the database uses it; null otherwise. */
  conflict(): string | null;
  /** Calls `listener` when another process was killed: its last events may be lost. */
  onKilled(listener: () => void): void;
  leave(): Promise<void>;
}

interface Options extends Traits {
  log: (text: string) => void;
}

const others = (db: Db, id: string): Promise<Process[]> =>
  db
    .select({
      ...getTableColumns(processes),
      isAlive: sql<boolean>`${processes.seenAt} > ${before(EXPIRY_MS)}`,
    })
    .from(processes)
    .where(ne(processes.id, id));

/** Whether each accepts the tokens that the other signs. */
const acceptEachOther = (a: string[], b: string[]): boolean =>
  a.includes(b[0] as string) && b.includes(a[0] as string);

/** Why two processes must not share the database, as a part of a sentence; null if they may. */
function conflictOf(own: Traits, other: Traits): string | null {
  if (!own.hasRedis || !other.hasRedis) {
    const without = own.hasRedis ? 'it has' : other.hasRedis ? 'this process has' : 'both have';
    return `uses this database, and ${without} no REDIS_URL: set it to the same server for all processes`;
  }
  if (own.keys === null || other.keys === null || acceptEachOther(own.keys, other.keys)) return null;
  return 'uses this database with another JWT_SECRET: set the same for all processes, let each accept that of the other as JWT_SECRET_PREVIOUS';
}

/** A process with which this one must not share the database. */
const rivalIn = (found: readonly Process[], own: Traits): Process | null =>
  found.find((other) => other.isAlive && conflictOf(own, other) !== null) ?? null;

/** The sentence for the operator. */
const sentence = (rival: Process, own: Traits): string =>
  `Process ${rival.pid} on ${rival.host}, started at ${rival.startedAt.toISOString()}, ${conflictOf(own, rival)}, or stop that one.`;

/** Adds the row, unless there is a rival. */
const tryToJoin = (database: DataSource, row: Row): Promise<Process | null> =>
  database.transaction(registryOf(database), async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${JOIN_LOCK})`);
    const rival = rivalIn(await others(db, row.id), row);
    if (rival === null) await db.insert(processes).values(row);
    return rival;
  });

/** Waits until a killed rival has expired. Throws a DatabaseError for one that is alive. */
async function join(database: DataSource, row: Row): Promise<void> {
  const seen = new Map<string, number>();
  for (;;) {
    const rival = await tryToJoin(database, row);
    if (rival === null) return;
    const seenAt = rival.seenAt.getTime();
    if (seenAt > (seen.get(rival.id) ?? seenAt)) throw new DatabaseError(sentence(rival, row));
    seen.set(rival.id, seenAt);
    await wait(POLL_MS);
  }
}

/** Updates the row, which another process may have removed while this one was stopped; returns the other processes. */
const beat = (database: DataSource, row: Row): Promise<Process[]> =>
  database.transaction(registryOf(database), async (db) => {
    const seenAt = sql`clock_timestamp()`;
    await db.insert(processes).values(row).onConflictDoUpdate({ target: processes.id, set: { seenAt } });
    await db
      .delete(processes)
      .where(and(ne(processes.id, row.id), lt(processes.seenAt, before(FORGOTTEN_MS))));
    return others(db, row.id);
  });

/** Detects, at each heartbeat, a second process on the same data, and processes that were killed. */
function createWatch({ log, ...own }: Options) {
  const alive = new Set<string>();
  const listeners: (() => void)[] = [];
  let conflict: string | null = null;
  return {
    conflict: () => conflict,
    onKilled: (listener: () => void): void => void listeners.push(listener),
    see(found: readonly Process[]): void {
      const rival = rivalIn(found, own);
      const next = rival && sentence(rival, own);
      if (next !== null && conflict === null) log(next);
      conflict = next;
      const killed = found.filter(({ id, isAlive }) => !isAlive && alive.delete(id));
      for (const { id, isAlive } of found) if (isAlive) alive.add(id);
      if (killed.length > 0) for (const listener of listeners) listener();
    },
  };
}

/**
 * Joins the processes of a database server. Throws a DatabaseError with one sentence when another process is in the way. Null
 * for the embedded database, whose folder is locked.
 */
export async function joinProcesses(database: DataSource, options: Options): Promise<Membership | null> {
  if (database.kind === 'embedded') return null;
  const { hasRedis, keys } = options;
  const row = { id: randomUUID(), host: os.hostname(), pid: process.pid, hasRedis, keys };
  await join(database, row);
  const { conflict, onKilled, see } = createWatch(options);
  const heartbeat = createWorkLoop({
    async work() {
      see(await beat(database, row));
      return false;
    },
    everyMs: BEAT_MS,
    // While the database is away, `/ready` says so.
    onError: () => {},
  });
  heartbeat.start();
  return {
    conflict,
    onKilled,
    async leave() {
      await heartbeat.close();
      const leaving = database.transaction(registryOf(database), (db) =>
        db.delete(processes).where(eq(processes.id, row.id)),
      );
      // Without the database, the row expires.
      await leaving.catch(() => {});
    },
  };
}
