/** Processes queued replays, those of an older decoder and old thumbnails in the background, with retries, across restarts. */

import { millisecondsInDay } from 'date-fns/constants';
import { and, desc, eq, getTableColumns, isNotNull, lt, not, sql } from 'drizzle-orm';
import { THUMBNAIL_VERSION } from 'wows-replay/battle/surface';
import { BACK_OFF, type BackOff, waitAfter } from '#api/base/back-off.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import { sleep } from '#api/base/waiting.ts';
import { createWorkLoop, type WorkLoop } from '#api/base/work-loop.ts';
import { type Db, patient, type Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { type AttemptOptions, attempt, canRender, type JobLimits } from '#api/jobs/replays/attempt.ts';
import { RENDER_LIMITS } from '#api/jobs/replays/render.ts';
import { keepFile, readStored, removeUnreferenced } from '#api/model/replays/files.ts';
import {
  claim,
  claimOutdated,
  hasOutdated,
  type Job,
  type RenderQueue,
  releaseAll,
  renew,
} from '#api/model/replays/job-queue.ts';
import {
  LATE,
  type ReceivedThumbnail,
  receiveThumbnail,
  thumbnailColumns,
} from '#api/model/replays/parts.ts';
import type { RegionId } from '#lib/regions.ts';

/** Thumbnails in one transaction, because each empties the region's cache. */
const BATCH = 10;

const { id, thumbnailSha256, timelineSha256, thumbnailVersion } = getTableColumns(replays);

const isOld = and(lt(thumbnailVersion, THUMBNAIL_VERSION), isNotNull(timelineSha256));

const findOld = (db: Db, except: readonly string[]) =>
  db
    .select({ id, thumbnailSha256, timelineSha256, authorId: posts.authorId, playerId: posts.playerId })
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(and(isOld, not(sql`${id} = ${anyOf(except)}`)))
    .orderBy(desc(thumbnailVersion), desc(replays.createdAt))
    .limit(BATCH);

type Old = Awaited<ReturnType<typeof findOld>>[number];

/** Stores a thumbnail, unless the replay has changed or another process stores it. Without one, the old one stays for good. */
async function store(
  tx: Tx,
  { database, files }: AttemptOptions,
  old: Old,
  drawn: ReceivedThumbnail | null,
): Promise<void> {
  const isSame = and(isOld, eq(id, old.id), eq(timelineSha256, String(old.timelineSha256)));
  const free = tx.db.select({ id }).from(replays).where(isSame).for('update', { skipLocked: true });
  const columns = drawn ? thumbnailColumns(drawn) : { thumbnailVersion: THUMBNAIL_VERSION };
  const rows = await tx.db.update(replays).set(columns).where(eq(id, free)).returning({ id });
  if (rows.length === 0 || drawn === null || drawn.sha256 === null) return;
  await keepFile(tx, files, drawn);
  if (old.thumbnailSha256 === null) return;
  tx.afterCommit(async () => {
    await removeUnreferenced(database, files, tx.region, String(old.thumbnailSha256));
  });
}

/**
 * Late thumbnails wait for their next attempt. Kept in memory: after a restart, and in another
 * process, the attempts count from the start.
 */
function createWaiting() {
  const late = createTimedMap<{ failed: number; until: number }>(millisecondsInDay);
  return {
    ids: () => [...late].flatMap(([replayId, { until }]) => (until > performance.now() ? [replayId] : [])),
    /** False when its attempts are used up: then it counts as one that cannot be drawn. */
    postpone(replayId: string, backOff: BackOff): boolean {
      const failed = (late.get(replayId)?.failed ?? 0) + 1;
      const wait = waitAfter({ ...backOff, attempts: backOff.attempts + 1 }, failed);
      if (wait !== null) late.set(replayId, { failed, until: performance.now() + wait });
      return wait !== null;
    },
  };
}

type Waiting = ReturnType<typeof createWaiting>;

type Drawn = [Old, ReceivedThumbnail | null][];

/** Draws thumbnails up to the first late one. Null stands for one that cannot be drawn. */
async function draw(
  { files, decoder, limits }: AttemptOptions,
  region: RegionId,
  { found, waiting, received }: { found: readonly Old[]; waiting: Waiting; received: AsyncDisposableStack },
): Promise<Drawn> {
  const drawn: Drawn = [];
  for (const old of found) {
    const timeline = await readStored(files, region, old.timelineSha256);
    const thumbnail = received.use(await receiveThumbnail(files, decoder, { timeline }, old));
    if (thumbnail !== LATE) {
      drawn.push([old, thumbnail]);
      continue;
    }
    if (!waiting.postpone(old.id, limits.backOff)) drawn.push([old, null]);
    // A busy machine takes a minute for each, and other jobs wait.
    break;
  }
  return drawn;
}

/** Creates the function that draws some of the old and late thumbnails, the newest first; false when none is due. */
export function createRedrawing(): (options: AttemptOptions) => Promise<boolean> {
  const waiting = createWaiting();
  return async (options) => {
    const { database, signal } = options;
    for (const region of database.regions) {
      const found = signal.aborted ? [] : await database.read(region, (db) => findOld(db, waiting.ids()));
      if (!found.length) continue;
      await using received = new AsyncDisposableStack();
      const drawn = await draw(options, region, { found, waiting, received });
      if (drawn.length > 0)
        await database.write(region, async (tx) => {
          for (const [old, thumbnail] of drawn) await store(tx, options, old, thumbnail);
        });
      return true;
    }
    return false;
  };
}

/** The background work on replays. */
export interface ReplayJobs extends RenderQueue, WorkLoop {
  /** Attempts before a job has failed. */
  readonly maxAttempts: number;
}

const JOB_LIMITS: JobLimits = {
  ...RENDER_LIMITS,
  backOff: BACK_OFF.replay,
  pollMs: 15_000,
  leaseMs: 90_000,
  renewMs: 30_000,
  restMs: 1_000,
};

type Dependencies = Omit<AttemptOptions, 'limits' | 'signal'> & {
  limits?: Partial<JobLimits>;
  onError: (error: unknown) => void;
};
type RunOptions = AttemptOptions & Pick<Dependencies, 'onError'>;

/** Attempts a job, and keeps its claim meanwhile. */
async function attemptClaimed(options: RunOptions, region: RegionId, job: Job): Promise<void> {
  const { database, limits, onError } = options;
  const renewing = setInterval(() => {
    // In read-only mode the claim may expire: then another process repeats the attempt.
    if (database.readOnly.isOn) return;
    database.write(region, ({ db, now }) => renew(db, job, now, limits.leaseMs)).catch(onError);
  }, limits.renewMs);
  await attempt(options, region, job).finally(() => clearInterval(renewing));
}

async function runDueJobs(options: RunOptions): Promise<void> {
  const { database, limits, signal } = options;
  for (const region of database.regions) {
    while (!signal.aborted) {
      const job = await database.write(region, ({ db, now }) => claim(db, now, limits.leaseMs));
      if (job === null) break;
      await attemptClaimed(options, region, job);
    }
  }
}

/** Decodes one replay of an older decoder again; false when there is none. */
async function decodeOutdated(options: RunOptions): Promise<boolean> {
  const { database, limits, signal } = options;
  for (const region of database.regions) {
    // Checked first, because each write empties the region's cache.
    if (signal.aborted || !(await database.read(region, hasOutdated))) continue;
    const job = await database.write(region, ({ db, now }) => claimOutdated(db, now, limits.leaseMs));
    if (job === null) continue;
    await attemptClaimed(options, region, job);
    return true;
  }
  return false;
}

/** Releases the claims of an earlier process. */
const releaseClaims = ({ database }: RunOptions): Promise<unknown> =>
  Promise.all(database.regions.map((region) => database.write(region, ({ db, now }) => releaseAll(db, now))));

/** Creates the runner; nothing happens before `start` or `wake`. */
export function createReplayJobs(dependencies: Dependencies): ReplayJobs {
  const { config, database, onError } = dependencies;
  const limits = { ...JOB_LIMITS, ...dependencies.limits };
  const redrawOld = createRedrawing();
  // The embedded database has one process, so all claims at its start are those of an earlier process.
  let hasStale = database.kind === 'embedded';
  const loop = createWorkLoop({
    async work(signal) {
      const options = { ...dependencies, database: patient(database, signal), limits, signal };
      if (hasStale) await releaseClaims(options).catch(onError);
      hasStale = false;
      await runDueJobs(options);
      if (!(await decodeOutdated(options)) && !(await redrawOld(options))) return false;
      await sleep(limits.restMs, signal).catch(() => undefined);
      return true;
    },
    everyMs: limits.pollMs,
    onError,
  });
  return {
    ...loop,
    canRender: (file) => canRender(config, file),
    maxAttempts: limits.backOff.attempts,
  };
}
