/**
 * Work that is repeated while the API runs: removing files without rows and old data, new rules of advice,
 * adding up, names of ships, backups.
 */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { sleep } from '#api/base/waiting.ts';
import { createWorkLoop, type LoopOptions, type WorkLoop } from '#api/base/work-loop.ts';
import type { Database, DataSource, Db } from '#api/db/database.ts';
import { ships } from '#api/db/replay-schema.ts';
import { meta } from '#api/db/schema.ts';
import type { FileStore } from '#api/files/store.ts';
import { logFailures } from '#api/http/logger.ts';
import type { Backups } from '#api/jobs/backups/backups.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { adviseAgain, hasOutdatedAdvice } from '#api/model/advice/store.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { findUnreferenced, removeUnreferenced, type Stored } from '#api/model/replays/files.ts';
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
interface EncyclopediaNeeds {
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
      .onConflictDoUpdate({
        target: ships.id,
        set: { name: sql`excluded.name`, tier: sql`excluded.tier`, fromPublisher: true },
      });
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

/** One kind of work. It stops early when `signal` is aborted. */
export type Chore = (signal: AbortSignal) => Promise<unknown>;

type Intervals = Pick<LoopOptions, 'firstAfterMs' | 'everyMs'>;

/** The first time does not slow the start: on the embedded database it takes seconds of processor time. */
const RARELY: Intervals = { firstAfterMs: 5 * 60_000, everyMs: 6 * millisecondsInHour };
/** Soon, because a process that restarts every few minutes would never write a backup. It does nothing unless one is due. */
const EVERY_HOUR: Intervals = { firstAfterMs: 30_000, everyMs: millisecondsInHour };
const EVERY_MINUTE: Intervals = { firstAfterMs: 60_000, everyMs: 60_000 };

/** Creates the repetition of the chores, one after another; unless given, after five minutes and then every six hours. */
export const createHousekeeping = (
  chores: readonly Chore[],
  onError: (error: unknown) => void,
  intervals: Intervals = RARELY,
): WorkLoop =>
  createWorkLoop({
    async work(signal) {
      for (const chore of chores) if (!signal.aborted) await chore(signal).catch(onError);
      return false;
    },
    onError,
    ...intervals,
  });

/** Pause after each batch, in milliseconds. */
const REST_MS = 250;

/**
 * Works through the posts of every region, until `signal` is aborted. Another process, or the
 * next time, continues where it stopped.
 */
export async function advisePostsAgain(
  database: Pick<Database, 'read' | 'transaction' | 'regions'>,
  signal: AbortSignal,
  restMs: number = REST_MS,
): Promise<void> {
  for (const region of database.regions)
    while (!signal.aborted && (await database.read(region, hasOutdatedAdvice))) {
      await database.transaction(region, adviseAgain);
      await sleep(restMs, signal).catch(() => undefined);
    }
}

/** Younger files are kept, since their row may not be committed yet. In milliseconds. */
const GRACE_MS = millisecondsInHour;

/** Removes unreferenced files that are older than `graceMs`, in all regions. Returns their number. */
export async function sweepFiles(
  database: DataSource,
  files: FileStore,
  signal: AbortSignal,
  graceMs: number = GRACE_MS,
): Promise<number> {
  let removed = 0;
  await files.removeAbandoned(graceMs);
  for (const region of database.regions)
    for await (const sums of files.list(region)) {
      if (signal.aborted) return removed;
      for (const sum of await database.read(region, (db) => findUnreferenced(db, sums)))
        if (
          (await files.ageOf(region, sum)) > graceMs &&
          (await removeUnreferenced(database, files, region, sum))
        )
          removed += 1;
    }
  return removed;
}

/** Keeps the files and the data of an app in order while it runs, except in read-only mode. */
export function installHousekeeping(
  app: FastifyInstance,
  deps: Stored & EncyclopediaNeeds,
  backups: Backups | null,
): void {
  const { database, files, now } = deps;
  const chores: Chore[] = [
    (signal) => sweepFiles(database, files, signal),
    (signal) => applyRetention(database, now(), signal),
  ];
  const fold: Chore = async (signal) => {
    for (const region of database.regions) if (!signal.aborted) await keepTotalsFolded(database, region);
  };
  const repeated = (chores: readonly Chore[], failure: string, intervals?: Intervals) =>
    createHousekeeping(
      chores.map((chore) => async (signal) => database.readOnly.isOn || chore(signal)),
      logFailures(app.log, failure),
      intervals,
    );
  const all = [
    repeated(chores, 'files or old data could not be removed'),
    repeated([(signal) => readEncyclopedia(deps, signal)], 'names of ships could not be stored'),
    repeated([(signal) => advisePostsAgain(database, signal)], 'posts could not be advised about'),
    repeated([fold], 'numbers of posts could not be added up', EVERY_MINUTE),
  ];
  if (backups !== null) {
    // Also in read-only mode, which changes no backup.
    const onError = (err: unknown): void => app.log.error({ err }, 'the backup could not be written');
    all.push(createHousekeeping([backups.tend], onError, EVERY_HOUR));
    app.addHook('onReady', () => backups.look().catch(onError));
  }
  app.addHook('onReady', async () => {
    for (const housekeeping of all) housekeeping.start();
  });
  app.addHook('onClose', async () => {
    for (const housekeeping of all) await housekeeping.close();
  });
}
