/** The share of a server's connections that one region has (rule 17.27). */
import { DatabaseBusy } from '#api/db/database.ts';

/** Of the pool's sixteen: while a lock holds the statements of one region, the others have the rest. */
const REGION_SHARE = 10;

/** A region's share of the connections. */
export interface Share {
  /** Runs `work` when fewer than `REGION_SHARE` others run; rejects with `DatabaseBusy` after too long a wait. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait. */
  waiting(): number;
}

/** Creates a share; `waitMs` is how long a caller waits, in milliseconds. */
export function createShare(waitMs: number): Share {
  let free = REGION_SHARE;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new DatabaseBusy());
      }, waitMs);
      waiting.push(start);
    });
  return {
    async use(work) {
      if (free > 0) free -= 1;
      else await turn();
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
    waiting: () => waiting.length,
  };
}
