/** Types of the background jobs. */
import type { RenderLimits } from '#api/jobs/replays/render.ts';
import type { RenderQueue } from '#api/model/replays/job-queue.ts';

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
export interface ReplayJobs extends RenderQueue {
  /** Attempts before a job has failed. */
  readonly maxAttempts: number;
  /** Resumes the jobs of an earlier process, and checks the queue at intervals. */
  start(): void;
  /** Stops the renderer, releases its job and waits. */
  close(): Promise<void>;
}
