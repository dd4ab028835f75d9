/** The connections of a PostgreSQL server that one region may use at once (rule 17.27). */
import PQueue from 'p-queue';
import { DatabaseBusy } from '#api/db/database.ts';

/** While a lock holds the statements of one region, the others have the rest of the pool. */
const REGION_SHARE = 10;
/** Of these. While transactions wait for one row, reads have the rest. */
const TRANSACTION_SHARE = 6;

/** A region's share. */
export type RegionShare = ReturnType<typeof createRegionShare>;

/** Creates a share, in which work waits `waitMs` for its turn. */
export function createRegionShare(waitMs: number) {
  const all = new PQueue({ concurrency: REGION_SHARE });
  const transactions = new PQueue({ concurrency: TRANSACTION_SHARE });
  return {
    /** Runs `work` when the share has room; rejects with `DatabaseBusy` after too long a wait. */
    use<T>(work: () => Promise<T>, { isTransaction = false } = {}): Promise<T> {
      const waiting = new AbortController();
      const { signal } = waiting;
      const timer = setTimeout(() => waiting.abort(new DatabaseBusy()), waitMs);
      const run = (): Promise<T> => {
        clearTimeout(timer);
        return work();
      };
      const inTurn = (): Promise<T> => all.add(run, { signal });
      return isTransaction ? transactions.add(inTurn, { signal }) : inTurn();
    },
    waiting: () => all.size + transactions.size,
  };
}
