/** Look-ups that no one waits for: bounded in number, at most one for the same thing, none soon after a failure. */
import PQueue from 'p-queue';
import { createTimedSet } from '#api/base/timed-map.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';

/** Look-ups of a region at the same time. They leave most of the region's requests to those that someone waits for. */
const AT_ONCE = 4;
/** Look-ups of a region that may wait; further ones are dropped until their page is viewed again. */
const WAITING_MAX = 1_000;
/** Time until something that failed is looked up again, in milliseconds. */
const FAILURE_REST_MS = 60_000;

/** Runs look-ups in the background. */
export interface Background {
  /** Runs `task` later unless it is waiting, running or has just failed. `key` names what it looks up. */
  schedule(region: RegionId, key: string, task: () => Promise<unknown>): void;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
  /** Drops what waits, and resolves when nothing runs. */
  close(): Promise<void>;
}

/** Creates the queues. `now` is in milliseconds; `onError` receives what a task throws. */
export function createBackground(now: () => number, onError: (error: unknown) => void): Background {
  const queues = perRegion(() => new PQueue({ concurrency: AT_ONCE }));
  const scheduled = new Set<string>();
  const failed = createTimedSet(FAILURE_REST_MS, now);
  let closed = false;
  const idle = async (): Promise<void> => {
    await Promise.all(REGION_IDS.map((region) => queues[region].onIdle()));
  };
  return {
    schedule(region, key, task) {
      const name = `${region} ${key}`;
      const queue = queues[region];
      if (closed || scheduled.has(name) || failed.has(name) || queue.size >= WAITING_MAX) return;
      scheduled.add(name);
      void queue.add(async () => {
        try {
          await task();
        } catch (error) {
          failed.add(name);
          onError(error);
        } finally {
          scheduled.delete(name);
        }
      });
    },
    idle,
    async close() {
      closed = true;
      for (const region of REGION_IDS) queues[region].clear();
      await idle();
    },
  };
}
