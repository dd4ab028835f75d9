/**
 * The embedded database: one PGlite instance with a schema per region. Its single connection runs statements one after
 * another.
 */
import { writeSync } from 'node:fs';
import { constants, cp } from 'node:fs/promises';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DISK_RESERVE, freeBytesOf } from '#api/base/disk.ts';
import { diskProblem, isDiskFull } from '#api/base/failures.ts';
import { remember } from '#api/base/timed-memory.ts';
import type { DataSource, Db, Reader } from '#api/db/database.ts';
import { migrateEmbedded } from '#api/db/migrate.ts';
import { statementsOf } from '#api/db/statements.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';

type Queryable = Pick<PGlite, 'query'>;

/** The two methods that drizzle calls, each queued and run in the region's schema. */
function regionClient(pglite: PGlite, region: RegionId, queue: PQueue): PGlite {
  const toStatement = statementsOf(region, { named: false });
  const inSchema = (client: Queryable): Queryable => ({
    query: (text, ...rest) => client.query(toStatement(text).text, ...rest),
  });
  const client = {
    query: ((...args) => queue.add(() => inSchema(pglite).query(...args))) as PGlite['query'],
    transaction: ((run) =>
      queue.add(() =>
        pglite.transaction((tx) => run({ ...inSchema(tx), rollback: () => tx.rollback() } as typeof tx)),
      )) as PGlite['transaction'],
  };
  return client as PGlite;
}

/** Most cached results per region. */
const MEMO_MAX = 64;

/** Free bytes for a database in a folder; one in memory has no limit. */
const roomOf = async (folder: string | undefined): Promise<number> =>
  folder === undefined ? Number.POSITIVE_INFINITY : freeBytesOf(folder);

/**
 * Throws the system's error of a full disk when less than the reserve is free: PGlite never returns from a write that does not
 * fit.
 */
async function requireRoom(folder: string | undefined, freeBytes: () => Promise<number>): Promise<void> {
  if ((await freeBytes()) >= DISK_RESERVE) return;
  throw Object.assign(new Error('the disk is almost full'), { code: 'ENOSPC', path: folder });
}

const problemOf = (error: unknown): string =>
  isDiskFull(error)
    ? 'The disk of DATA_DIR is full: free space, or nothing can be stored.'
    : `DATA_DIR cannot be used: ${diskProblem(error) ?? String(error)}.`;

interface Options {
  regions?: readonly RegionId[] | undefined;
  /** The space on the disk. */
  freeBytes?: () => Promise<number>;
}

/** Wraps an opened PGlite instance. The schemas of the regions must exist, or be created by `migrate` first. */
export function createEmbeddedDatabase(
  pglite: PGlite,
  { regions = REGION_IDS, freeBytes = () => roomOf(pglite.dataDir) }: Options = {},
): DataSource {
  const queue = new PQueue({ concurrency: 1 });
  const checkRoom = () => requireRoom(pglite.dataDir, freeBytes);
  const handles = perRegion(
    (id) => drizzle({ client: regionClient(pglite, id, queue) }) as unknown as Reader,
  );
  const memos = perRegion(() => new LRUCache<string, Promise<unknown>>({ max: MEMO_MAX }));
  return {
    kind: 'embedded',
    regions,
    read: (region, run) => run(handles[region]),
    memo: <T>(region: RegionId, key: string, run: (db: Db) => Promise<T>) =>
      remember(memos[region], key, () => run(handles[region])) as Promise<T>,
    transaction: (region, run) =>
      handles[region]
        .transaction(async (db) => {
          await checkRoom();
          return run(db, Date.now());
        })
        .finally(() => memos[region].clear()),
    snapshot: (region, run) =>
      handles[region].transaction((db) => run(db, Date.now()), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
    migrate: (last) => queue.add(() => migrateEmbedded(pglite, { regions, last })),
    copyTo: (folder) =>
      queue.add(async () => {
        await checkRoom();
        // Whatever is in memory only.
        await pglite.exec('checkpoint');
        await cp(pglite.dataDir ?? '', folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
      }),
    problem: () => checkRoom().then(() => null, problemOf),
    pool: () => ({ active: queue.pending, idle: 1 - queue.pending, waiting: queue.size }),
    close: () => queue.add(() => pglite.close()),
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}

/**
 * Lines of the log that report the server's end. Values of users never begin a line: further
 * lines of an entry begin with a tab.
 */
const END = /^(?:\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] PANIC: |Aborted\()/;

/**
 * Ends the process, or only the thread of a worker, at such a line: PGlite would answer the next statement without rows and
 * never the one after it.
 */
function endWithServer(line: string, folder: string | undefined): void {
  if (!END.test(line)) return;
  const reason = line.replace(/^.*? PANIC: +/, '');
  const ended = isMainThread ? 'process' : 'thread';
  const sentence = `The database in ${folder ?? 'memory'} failed (${reason}), so the ${ended} ends: free space if the disk is full.`;
  try {
    // A thread's own streams would lose it.
    writeSync(2, `${sentence}\n`);
  } finally {
    process.exit(1);
  }
}

/**
 * Opens the folder, or an in-memory database without one. `template`: a dumped data folder to start from. Opening on a full disk
 * would fail with an error that says nothing of the disk.
 */
export async function openPglite(
  folder: string | undefined,
  template?: Blob,
  freeBytes: () => Promise<number> = () => roomOf(folder && path.dirname(folder)),
): Promise<PGlite> {
  await requireRoom(folder, freeBytes);
  let isOpen = false;
  const pglite = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(template !== undefined && { loadDataDir: template }),
    relaxedDurability: false,
    extensions: { pg_trgm },
    // The default, 128 MB, is allocated at once. The system caches the folder's files anyway.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    // A database that cannot be opened rejects by itself.
    onStderr(line) {
      if (isOpen) endWithServer(line, folder);
      return false;
    },
  });
  isOpen = true;
  return pglite;
}
