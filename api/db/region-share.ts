/** The share of a server's connections that one region has (rule 17.27). */
import PQueue from 'p-queue';
import { DatabaseBusy } from '#api/db/database.ts';

/** Of the pool's sixteen: while a lock holds the statements of one region, the others have the rest. */
const REGION_SHARE = 10;

/** A region's share of the connections. */
export type Share = ReturnType<typeof createShare>;

/** Creates a share; `waitMs` is how long a caller waits, in milliseconds. */
export function createShare(waitMs: number) {
  const queue = new PQueue({ concurrency: REGION_SHARE });
  return {
    /** Runs `work` when fewer than `REGION_SHARE` others run; rejects with `DatabaseBusy` after too long a wait. */
    use<T>(work: () => Promise<T>): Promise<T> {
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(new DatabaseBusy()), waitMs);
      const run = (): Promise<T> => {
        clearTimeout(timer);
        return work();
      };
      return queue.add(run, { signal: waiting.signal });
    },
    /** How many wait. */
    waiting: () => queue.size,
  };
}
