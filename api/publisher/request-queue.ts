/** Requests of one region: how many run, how many start per second, and who comes first. */
import PQueue from 'p-queue';
import type { Priority } from '#api/publisher/types.ts';

const PRIORITIES: Readonly<Record<Priority, number>> = { waiting: 1, background: 0 };

/** Bounds of a region's requests. */
export interface QueueLimits {
  /** Requests that run at the same time. */
  concurrency: number;
  /** Requests that start within any second. */
  perSecond: number;
}

/** A region's requests. */
export interface RequestQueue {
  /** Runs `task` in its turn. `id` names it for `raise`. Rejects with the signal's reason when that aborts first. */
  run<T>(id: string, priority: Priority, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /** Moves a waiting task in front of those in the background. */
  raise(id: string): void;
  /** Starts no task for `ms`; a longer pause that is in force stays. */
  pause(ms: number): void;
  /** Tasks that wait to start. */
  waiting(): number;
  /** Milliseconds until the pause ends; 0 without one. */
  pausedFor(): number;
  /** Stops the timer of a pause. */
  close(): void;
}

/** Creates the queue of a region. */
export function createRequestQueue({ concurrency, perSecond }: QueueLimits): RequestQueue {
  const queue = new PQueue({ concurrency, intervalCap: perSecond, interval: 1000, strict: true });
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    run: (id, priority, signal, task) => queue.add(task, { id, priority: PRIORITIES[priority], signal }),
    raise(id) {
      try {
        queue.setPriority(id, PRIORITIES.waiting);
      } catch (error) {
        // It has started already.
        if (!(error instanceof ReferenceError)) throw error;
      }
    },
    pause(ms) {
      const until = Date.now() + ms;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      clearTimeout(timer);
      queue.pause();
      timer = setTimeout(() => queue.start(), ms);
    },
    waiting: () => queue.size,
    pausedFor: () => Math.max(0, pausedUntil - Date.now()),
    close: () => clearTimeout(timer),
  };
}
