/**
 * The queue of replays to process, kept in the `replays` table: `state` is 1 while a job waits or runs, `run_after` is when
 * its next attempt is due. A claim moves that time past the longest possible attempt, so that a job becomes due again if its
 * process dies. A replay of an older decoder is claimed without a change of its state, and only decoded.
 */
import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { DECODER_VERSION } from 'wows-replay/replay';
import type { DataSource, Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import type { IncomingFile } from '#api/files/store.ts';
import type { DecodedFile } from '#api/model/replays/decoder.ts';
import { type columnsFor, type ReceivedThumbnail, thumbnailColumns } from '#api/model/replays/parts.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';

/** The part of the background work on replays that uploads use. */
export interface RenderQueue {
  /** Whether a video of a replay can be made; else an uploaded one needs no processing. */
  canRender(file: Pick<DecodedFile, 'timeline' | 'facts'>): boolean;
  /** Checks the queue now. Resolves when no job is due, and no replay of an older decoder and no old thumbnail is left. */
  wake(): Promise<void>;
}

/** One attempt at a replay. `attempt` counts from 1. */
export interface Job {
  replayId: string;
  postId: string;
  attempt: number;
  /** 1 when users wait for a video; any other when only the file is decoded again. */
  state: number;
}

/** Whether a job only decodes the file again. */
export const isRedecoding = ({ state }: Job): boolean => state !== REPLAY_STATE.processing;

/** The columns that queue a replay at `now`. */
export const queuedAt = (now: number) => ({
  state: REPLAY_STATE.processing,
  attempts: 0,
  lastError: null,
  startedAt: null,
  runAfter: new Date(now),
});

/** Replays that are queued at once: few enough that other writes never wait long. */
const ENQUEUE_BATCH = 1_000;

/**
 * Queues the next replays that match (all without a condition) and have a file: those after the id `after`, which is null at
 * first. Returns their number, and the `after` of the next ones, which is null at the end.
 */
export async function enqueue(db: Db, where: SQL | undefined, after: string | null, now: number) {
  const next = db
    .select({ id: replays.id })
    .from(replays)
    .where(and(where, isNotNull(replays.sha256), after === null ? undefined : gt(replays.id, after)))
    .orderBy(replays.id)
    .limit(ENQUEUE_BATCH);
  const ids = (await next).map(({ id }) => id);
  const queued = await db
    .update(replays)
    .set(queuedAt(now))
    .where(and(inArray(replays.id, ids), isNotNull(replays.sha256)))
    .returning({ id: replays.id });
  return { count: queued.length, after: ids[ENQUEUE_BATCH - 1] ?? null };
}

/** Claims the job that has been due longest, for `leaseMs`; null when none is due. */
export async function claim(db: Db, now: number, leaseMs: number): Promise<Job | null> {
  const due = db
    .select({ id: replays.id })
    .from(replays)
    .where(lte(replays.runAfter, new Date(now)))
    .orderBy(replays.runAfter)
    .limit(1)
    .for('update', { skipLocked: true });
  return begin(db, due, sql`${replays.attempts} + 1`, now, leaseMs);
}

const isOutdated = and(
  lt(replays.decoderVersion, DECODER_VERSION),
  isNotNull(replays.sha256),
  isNull(replays.runAfter),
);

/** Whether an older decoder has read a stored file that is not queued. */
export async function hasOutdated(db: Db): Promise<boolean> {
  // In the index's order, because otherwise the table would be read where most rows match.
  const rows = await db
    .select({ id: replays.id })
    .from(replays)
    .where(isOutdated)
    .orderBy(replays.decoderVersion)
    .limit(1);
  return rows.length > 0;
}

/** Claims the newest replay that an older decoder has read, as the first attempt; null when there is none. */
export async function claimOutdated(db: Db, now: number, leaseMs: number): Promise<Job | null> {
  const outdated = db
    .select({ id: replays.id })
    .from(replays)
    .where(isOutdated)
    .orderBy(desc(replays.decoderVersion), desc(replays.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return begin(db, outdated, sql`1`, now, leaseMs);
}

async function begin(
  db: Db,
  found: SQLWrapper,
  attempts: SQL,
  now: number,
  leaseMs: number,
): Promise<Job | null> {
  const { id: replayId, postId, attempts: attempt, state } = replays;
  const [job] = await db
    .update(replays)
    .set({ attempts, startedAt: new Date(now), runAfter: new Date(now + leaseMs) })
    .where(eq(replays.id, found))
    .returning({ replayId, postId, attempt, state });
  return job ?? null;
}

/** Extends the claim of a job that is still being worked on. */
export async function renew(db: Db, job: Job, now: number, leaseMs: number): Promise<void> {
  await db
    .update(replays)
    .set({ runAfter: new Date(now + leaseMs) })
    .where(and(isCurrent(job), isNotNull(replays.startedAt)));
}

/** Jobs by state. A failed one is no longer retried. */
export type JobCounts = Record<'waiting' | 'running' | 'failed', number>;

/** Counts the jobs of all regions, by indexes. */
export async function countJobs(database: Pick<DataSource, 'read' | 'regions'>): Promise<JobCounts> {
  const sums: JobCounts = { waiting: 0, running: 0, failed: 0 };
  const claimed = sql`${replays.startedAt} is not null`;
  for (const region of database.regions) {
    const { queued, failed } = await database.read(region, async (db) => ({
      queued: await db
        .select({ all: count(), running: sql`count(*) filter (where ${claimed})`.mapWith(Number) })
        .from(replays)
        .where(isNotNull(replays.runAfter)),
      failed: await db
        .select({ all: count() })
        .from(replays)
        .where(and(isNotNull(replays.lastError), isNull(replays.runAfter))),
    }));
    sums.running += queued[0]?.running ?? 0;
    sums.waiting += (queued[0]?.all ?? 0) - (queued[0]?.running ?? 0);
    sums.failed += failed[0]?.all ?? 0;
  }
  return sums;
}

/** Matches the job's row until it is done or a later attempt has begun. */
const isCurrent = ({ replayId, attempt }: Job) =>
  and(eq(replays.id, replayId), eq(replays.attempts, attempt), isNotNull(replays.runAfter));

/** The state of a replay that is not queued: 2 with a minimap, else 0. */
const restingState = sql<number>`case when minimap_sha256 is null
  then ${REPLAY_STATE.notReady}::smallint else ${REPLAY_STATE.ready}::smallint end`;

/** The result of an attempt. */
export interface JobResult {
  columns: Awaited<ReturnType<typeof columnsFor>> & Pick<typeof replays.$inferInsert, 'tracks'>;
  timeline: IncomingFile | null;
  thumbnail: ReceivedThumbnail | null;
  /** Null keeps the video that there may be. */
  minimap: IncomingFile | null;
}

/** Stores the result of an attempt; false when the replay was deleted or queued again. Needs a transaction. */
export async function complete(
  db: Db,
  job: Job,
  { columns, timeline, thumbnail, minimap }: JobResult,
  now: number,
): Promise<boolean> {
  const rows = await db
    .update(replays)
    .set({
      ...columns,
      timelineSha256: timeline?.sha256 ?? null,
      ...thumbnailColumns(thumbnail),
      ...(minimap === null ? {} : { minimapSha256: minimap.sha256 }),
      lastError: null,
      runAfter: null,
      processedAt: new Date(now),
    })
    .where(isCurrent(job))
    .returning({ id: replays.id });
  if (rows.length === 0) return false;
  await db.update(replays).set({ state: restingState }).where(eq(replays.id, job.replayId));
  return true;
}

/**
 * Stores a failure, to be retried at `retryAt` (never when null); a file that the current decoder cannot read counts as read by
 * it. False when the replay was deleted or queued again.
 */
export async function fail(db: Db, job: Job, reason: string, retryAt: number | null): Promise<boolean> {
  const next =
    retryAt === null
      ? { runAfter: null, state: restingState, ...(isRedecoding(job) && { decoderVersion: DECODER_VERSION }) }
      : { runAfter: new Date(retryAt), startedAt: null };
  const rows = await db
    .update(replays)
    .set({ ...next, lastError: reason })
    .where(isCurrent(job))
    .returning({ id: replays.id });
  return rows.length > 0;
}

/** Releases a job that a shutdown interrupted: it is due at once and the attempt does not count. */
export async function release(db: Db, job: Job, now: number): Promise<void> {
  await db
    .update(replays)
    .set({ runAfter: new Date(now), startedAt: null, attempts: job.attempt - 1 })
    .where(isCurrent(job));
}

/** Makes all claimed jobs due. Only for the start of the only process that can claim any. */
export async function releaseAll(db: Db, now: number): Promise<void> {
  await db
    .update(replays)
    .set({ runAfter: new Date(now), startedAt: null })
    .where(and(isNotNull(replays.startedAt), gt(replays.runAfter, new Date(now))));
}
