/** Processes queued replays in the background, one at a time, with retries, across restarts. */
import type { Deps } from '#api/deps.ts';
import { keepFile, releaseFilesOf } from '#api/files/references.ts';
import { maskErased, storeMasked } from '#api/persons/mask-erased.ts';
import { lockPost } from '#api/posts/queries.ts';
import { announceEdited } from '#api/posts/visibility.ts';
import type { ReplayDecoder } from '#api/replays/decoder.ts';
import { claim, complete, fail, type Job, release, releaseAll } from '#api/replays/jobs/queue.ts';
import { RENDER_LIMITS, renderMinimap } from '#api/replays/jobs/render.ts';
import type { JobLimits, ReplayJobs } from '#api/replays/jobs/types.ts';
import { findReplay } from '#api/replays/queries.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

const JOB_LIMITS: JobLimits = { ...RENDER_LIMITS, retryAfterMs: [30_000, 300_000], pollMs: 15_000 };
/** A claim lasts this much longer than the renderer's time limit, in milliseconds. */
const LEASE_MARGIN_MS = 60_000;

type Dependencies = Pick<Deps, 'config' | 'database' | 'files'> & {
  decoder: ReplayDecoder;
  limits?: Partial<JobLimits>;
  onError: (error: unknown) => void;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Decodes the file and renders its minimap if a renderer is configured. */
async function processReplay(
  { config, database, files, decoder }: Dependencies,
  limits: JobLimits,
  region: RegionId,
  job: Job,
  signal: AbortSignal,
) {
  const row = await database.read(region, (db) => findReplay(db, job.replayId));
  const sha256 = row?.sha256 ?? null;
  await using replay = sha256 === null ? null : await files.local(region, sha256);
  if (replay === null) throw new Error('The file is missing.');
  const parts = await decoder.decode(replay.path);
  const command = config.minimapRenderer;
  const minimap = command && (await renderMinimap(command, replay.path, limits, signal, files.receive));
  return { parts, minimap };
}

/** Stores that an attempt failed; publishes the post when it was the last attempt. */
async function storeFailure(
  { database }: Dependencies,
  { retryAfterMs }: JobLimits,
  region: RegionId,
  job: Job,
  error: unknown,
): Promise<void> {
  const wait = retryAfterMs[job.attempt - 1];
  await database.write(region, async (tx) => {
    await lockPost(tx.db, job.postId);
    const retryAt = wait === undefined ? null : tx.now + wait;
    const stored = await fail(tx.db, job, reasonOf(error), retryAt);
    if (stored && retryAt === null) await announceEdited(tx, job.postId);
  });
}

/** Runs a claimed job. Releases it when the process ends meanwhile. */
async function attempt(
  dependencies: Dependencies,
  limits: JobLimits,
  signal: AbortSignal,
  region: RegionId,
  job: Job,
): Promise<void> {
  const { database, files } = dependencies;
  try {
    const result = await processReplay(dependencies, limits, region, job, signal);
    await using minimap = result.minimap;
    await database.write(region, async (tx) => {
      // An erasure takes the locks in the same order.
      const masked = await maskErased(tx.db, result.parts);
      await lockPost(tx.db, job.postId);
      if (masked !== null) {
        await releaseFilesOf(tx, dependencies, job.postId);
        await storeMasked(tx.db, job.replayId, masked);
        return;
      }
      if (minimap !== null) await releaseFilesOf(tx, dependencies, job.postId);
      const stored = await complete(tx.db, job, { parts: result.parts, minimap }, tx.now);
      if (stored && minimap !== null) await keepFile(tx, files, minimap);
      if (stored) await announceEdited(tx, job.postId);
    });
  } catch (error) {
    if (signal.aborted) await database.write(region, ({ db, now }) => release(db, job, now));
    else await storeFailure(dependencies, limits, region, job, error);
  }
}

/** Creates the runner; nothing happens before `start` or `wake`. */
export function createReplayJobs(dependencies: Dependencies): ReplayJobs {
  const { config, database, onError } = dependencies;
  const limits = { ...JOB_LIMITS, ...dependencies.limits };
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;

  const runDueJobs = async (): Promise<void> => {
    for (const region of REGION_IDS) {
      while (!ending.signal.aborted) {
        const job = await database.write(region, ({ db, now }) =>
          claim(db, now, limits.timeoutMs + LEASE_MARGIN_MS),
        );
        if (job === null) break;
        await attempt(dependencies, limits, ending.signal, region, job);
      }
    }
  };

  const loop = async (): Promise<void> => {
    do {
      again = false;
      await runDueJobs().catch(onError);
    } while (again && !ending.signal.aborted);
    running = null;
  };

  const wake = (): Promise<void> => {
    if (ending.signal.aborted) return Promise.resolve();
    again = true;
    running ??= loop();
    return running;
  };

  return {
    rendersMinimaps: config.minimapRenderer !== null,
    maxAttempts: limits.retryAfterMs.length + 1,
    start() {
      // The embedded database has one process, so all claims are those of an earlier process.
      const stale = database.kind === 'embedded' ? REGION_IDS : [];
      const resume = stale.map((region) => database.write(region, ({ db, now }) => releaseAll(db, now)));
      running = Promise.all(resume).catch(onError).then(loop);
      timer = setInterval(() => void wake(), limits.pollMs);
      timer.unref();
    },
    wake,
    async close() {
      clearInterval(timer);
      ending.abort(new Error('The process is ending.'));
      await running;
    },
  };
}
