/**
 * The queue of replays to be processed, kept in their own rows: `state` 1 while one waits or is under way, `run_after` when
 * its next attempt is due. A claim moves that time behind the longest an attempt may take, so that a job whose
 * process died is due again by itself.
 */
import { and, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/schema.ts';
import type { IncomingFile } from '#api/files/store.ts';
import type { DecodedParts } from '#api/replays/decoder.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';

/** One attempt at a replay. `attempt` counts from 1 and tells it apart from later ones. */
export interface Job {
  replayId: string;
  postId: string;
  attempt: number;
}

/** Columns of a replay that is to be processed from `now` on. */
export const queuedAt = (now: number) => ({
  state: REPLAY_STATE.processing,
  attempts: 0,
  lastError: null,
  startedAt: null,
  runAfter: new Date(now),
});

/** Queues the replays that match (all without a condition); answers how many. */
export async function enqueue(db: Db, where: SQL | undefined, now: number): Promise<number> {
  const rows = await db.update(replays).set(queuedAt(now)).where(where).returning({ id: replays.id });
  return rows.length;
}

/** Takes the job that has been due longest, for `leaseMs`; null when none is. Needs a transaction. */
export async function claim(db: Db, now: number, leaseMs: number): Promise<Job | null> {
  const [due] = await db
    .select({ id: replays.id })
    .from(replays)
    .where(lte(replays.runAfter, new Date(now)))
    .orderBy(replays.runAfter)
    .limit(1)
    .for('update', { skipLocked: true });
  if (due === undefined) return null;
  const [job] = await db
    .update(replays)
    .set({
      attempts: sql`${replays.attempts} + 1`,
      startedAt: new Date(now),
      runAfter: new Date(now + leaseMs),
    })
    .where(eq(replays.id, due.id))
    .returning({ replayId: replays.id, postId: replays.postId, attempt: replays.attempts });
  return job ?? null;
}

/** Matches the job's row as long as no later attempt has begun. */
const isCurrent = ({ replayId, attempt }: Job) =>
  and(eq(replays.id, replayId), eq(replays.attempts, attempt), isNotNull(replays.runAfter));

/** 2 with a minimap, else 0. */
const restingState = sql<number>`case when minimap_sha256 is null
  then ${REPLAY_STATE.notReady}::smallint else ${REPLAY_STATE.ready}::smallint end`;

/** Stores what an attempt made; false when the replay is gone or was queued anew. Needs a transaction. */
export async function complete(
  db: Db,
  job: Job,
  result: { parts: DecodedParts; minimap: IncomingFile | null },
  now: number,
): Promise<boolean> {
  const { parts, minimap } = result;
  const rows = await db
    .update(replays)
    .set({
      ...parts,
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

/** Notes a failure: tried again at `retryAt`, or never when that is null. False when the replay is gone. */
export async function fail(db: Db, job: Job, reason: string, retryAt: number | null): Promise<boolean> {
  const next =
    retryAt === null
      ? { runAfter: null, state: restingState }
      : { runAfter: new Date(retryAt), startedAt: null };
  const rows = await db
    .update(replays)
    .set({ ...next, lastError: reason })
    .where(isCurrent(job))
    .returning({ id: replays.id });
  return rows.length > 0;
}

/** Gives an attempt back that was cut off by a shutdown: it is due at once and does not count. */
export async function release(db: Db, job: Job, now: number): Promise<void> {
  await db
    .update(replays)
    .set({ runAfter: new Date(now), startedAt: null, attempts: job.attempt - 1 })
    .where(isCurrent(job));
}

/** Makes all claimed jobs due: for a start of the only process that can hold any. */
export async function releaseAll(db: Db, now: number): Promise<void> {
  await db
    .update(replays)
    .set({ runAfter: new Date(now), startedAt: null })
    .where(and(isNotNull(replays.startedAt), gt(replays.runAfter, new Date(now))));
}
