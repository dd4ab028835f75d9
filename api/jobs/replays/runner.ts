/** Processes queued replays and those of an older decoder in the background, one at a time, with retries, across restarts. */
import { sleep } from '#api/base/waiting.ts';
import { patient } from '#api/db/database.ts';
import { type AttemptOptions, attempt, canRender, type JobLimits } from '#api/jobs/replays/attempt.ts';
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
export interface ReplayJobs extends RenderQueue {
  /** Attempts before a job has failed. */
  readonly maxAttempts: number;
  /** Resumes the jobs of an earlier process, and checks the queue at intervals. */
  start(): void;
  /** Stops the renderer, releases its job and waits. */
  close(): Promise<void>;
}

const JOB_LIMITS: JobLimits = {
  ...RENDER_LIMITS,
  retryAfterMs: [30_000, 300_000],
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

/** Creates the runner; nothing happens before `start` or `wake`. */
export function createReplayJobs(dependencies: Dependencies): ReplayJobs {
  const { config, onError } = dependencies;
  const limits = { ...JOB_LIMITS, ...dependencies.limits };
  const ending = new AbortController();
  const database = patient(dependencies.database, ending.signal);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;

  const { signal } = ending;
  const options: RunOptions = { ...dependencies, database, limits, signal };

  const workOff = async (): Promise<void> => {
    do {
      again = false;
      await runDueJobs(options);
      if (!(await decodeOutdated(options))) continue;
      again = true;
      await sleep(limits.restMs, signal).catch(() => undefined);
    } while (again && !signal.aborted);
  };

  const loop = async (): Promise<void> => {
    await workOff().catch(onError);
    running = null;
    if (again) await wake();
  };

  const wake = (): Promise<void> => {
    if (ending.signal.aborted) return Promise.resolve();
    again = true;
    running ??= loop();
    return running;
  };

  return {
    canRender: (file) => canRender(config, file),
    maxAttempts: limits.retryAfterMs.length + 1,
    start() {
      // The embedded database has one process, so all claims are those of an earlier process.
      const stale = database.kind === 'embedded' ? database.regions : [];
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
