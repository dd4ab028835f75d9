/** Types of the background jobs, apart from the runner to avoid an import cycle through `deps.ts`. */
import type { RenderLimits } from '#api/jobs/replays/render.ts';

/** Limits and intervals of the background work. */
export interface JobLimits extends RenderLimits {
  /** Waits before the second and later attempts, in milliseconds. After the last one the job has failed. */
  retryAfterMs: readonly number[];
  /** Time between two checks of the queue, in milliseconds. */
  pollMs: number;
  /** Pause after each replay that is decoded again because its decoder was older, in milliseconds. */
  restMs: number;
}

/** The background work on replays. */
export interface ReplayJobs {
  /** Whether a video of a replay can be made; else an uploaded one needs no processing. */
  canRender(hasTimeline: boolean): boolean;
  /** Attempts before a job has failed. */
  readonly maxAttempts: number;
  /** Resumes the jobs of an earlier process, and checks the queue at intervals. */
  start(): void;
  /** Checks the queue now. Resolves when no job is due, and no replay of an older decoder is left. */
  wake(): Promise<void>;
  /** Stops the renderer, releases its job and waits. */
  close(): Promise<void>;
}
