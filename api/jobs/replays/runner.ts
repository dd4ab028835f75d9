/** Processes queued replays, those of an older decoder and old thumbnails in the background, with retries, across restarts. */
import { BACK_OFF } from '#api/base/back-off.ts';
import { sleep } from '#api/base/waiting.ts';
import { createWorkLoop, type WorkLoop } from '#api/base/work-loop.ts';
import { patient } from '#api/db/database.ts';
import { type AttemptOptions, attempt, canRender, type JobLimits } from '#api/jobs/replays/attempt.ts';
import { createRedrawing } from '#api/jobs/replays/redraw.ts';
import { RENDER_LIMITS } from '#api/jobs/replays/render.ts';
import {
  claim,
  claimOutdated,
  hasOutdated,
  type Job,
  type RenderQueue,
  releaseAll,
  renew,
} from '#api/model/replays/job-queue.ts';
import type { RegionId } from '#lib/regions.ts';

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
