/** A queue in which callers take turns, so that no one waits for all the work of someone else. */
import PQueue from 'p-queue';
import type { Caller, Callers } from '#api/base/queue/callers.ts';
import { type TurnOptions, Turns } from '#api/base/queue/turns.ts';

/** Bounds of a queue. */
export interface FairLimits {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** How many of them may be of one caller; by default all. */
  perCaller?: number;
  /** Tasks that start within any second; by default any number. */
  perSecond?: number;
}

/** A queue. Its order is that of `Turns`. */
export type FairQueue = ReturnType<typeof createFairQueue>;

/** Creates a queue. */
export function createFairQueue({ concurrency, perCaller = concurrency, perSecond }: FairLimits) {
  const turns = new Turns(perCaller);
  const queue = new PQueue<Turns, TurnOptions>({
    concurrency,
    ...(perSecond !== undefined && { intervalCap: perSecond, interval: 1000, strict: true }),
    // Called with `new`, which returns this object: the queue does not tell what it has created.
    queueClass: function turnsOfThisQueue() {
      return turns;
    } as unknown as new () => Turns,
  });
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    /**
     * Runs `task` in the first turn of any of its callers. `id` differs between all tasks of the queue. Rejects with the
     * signal's reason when the signal aborts first.
     */
    run<T>(id: string, callers: Callers, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const run = async () => {
        try {
          return await task();
        } finally {
          turns.ended(id);
        }
      };
      return queue.add(run, { id, callers, signal });
    },
    /** Waiting tasks of a caller. */
    waitingOf: (caller: Caller): number => turns.waitingOf(caller),
    /** Waiting tasks of all callers with a priority. */
    waitingAt: (priority: number): number => turns.waitingAt(priority),
    /** Resolves when nothing waits or runs. */
    idle: () => queue.onIdle(),
    /** Starts no task for `ms`; a longer pause that is in force stays. */
    pause(ms: number): void {
      const until = Date.now() + ms;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      clearTimeout(timer);
      queue.pause();
      timer = setTimeout(() => queue.start(), ms);
    },
    /** Milliseconds until the pause ends; 0 without one. */
    pausedFor: () => Math.max(0, pausedUntil - Date.now()),
    /** Stops the timer of a pause. */
    close: () => clearTimeout(timer),
  };
}
