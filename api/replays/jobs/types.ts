/** Types of the background jobs, apart from the runner to avoid an import cycle through `deps.ts`. */
import type { RenderLimits } from '#api/replays/jobs/render.ts';

/** How the queue is worked off. */
export interface JobLimits extends RenderLimits {
  /** Waits before the second and every later attempt, in milliseconds; then the job has failed. */
  retryAfterMs: readonly number[];
  /** Time between two looks at the queue, in milliseconds. */
  pollMs: number;
}

/** The background work on replays. */
export interface ReplayJobs {
  /** Whether a renderer is configured: without one, uploaded replays need no processing. */
  readonly rendersMinimaps: boolean;
  /** Attempts at a job before it has failed. */
  readonly maxAttempts: number;
  /** Takes up what an earlier process left, and everything that becomes due. */
  start(): void;
  /** Looks at the queue now. Resolves when nothing is due any more. */
  wake(): Promise<void>;
  /** Stops the renderer, gives its job back and waits. */
  close(): Promise<void>;
}
