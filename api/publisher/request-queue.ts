/** Requests of one region: a fair queue that can be paused for a time. */
import { createFairQueue, type FairLimits, type FairQueue } from '#api/base/queue/fair-queue.ts';

/** Bounds of a region's requests. */
export type QueueLimits = Required<FairLimits>;

/** A region's requests. */
export interface RequestQueue extends Pick<FairQueue, 'run' | 'waitingOf' | 'waitingAt'> {
  /** Starts no task for `ms`; a longer pause that is in force stays. */
  pause(ms: number): void;
  /** Milliseconds until the pause ends; 0 without one. */
  pausedFor(): number;
  /** Stops the timer of a pause. */
  close(): void;
}

/** Creates the queue of a region. */
export function createRequestQueue(limits: QueueLimits): RequestQueue {
  const queue = createFairQueue(limits);
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    run: queue.run,
    waitingOf: queue.waitingOf,
    waitingAt: queue.waitingAt,
    pause(ms) {
      const until = Date.now() + ms;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      clearTimeout(timer);
      queue.pause();
      timer = setTimeout(() => queue.start(), ms);
    },
    pausedFor: () => Math.max(0, pausedUntil - Date.now()),
    close: () => clearTimeout(timer),
  };
}
