/** When the API repeats its own work that failed. Hubs, open pages and Redis have their own times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { millisecondsInHour } from 'date-fns/constants';

/** How often something is tried, and the waits between. */
export interface BackOff {
  /** Wait after the first failure, in milliseconds. */
  firstMs: number;
  /** How many times as long each further wait is. */
  factor: number;
  /** Longest wait, in milliseconds. */
  mostMs?: number;
  /** Attempts before it is given up. */
  attempts: number;
}

/** The waits of everything that is repeated. */
export const BACK_OFF = {
  /** A read whose connection was lost. Each attempt may meet another connection of the pool that was cut as well. */
  read: { firstMs: 20, factor: 10, attempts: 3 },
  /** A request to the publisher, for which a user may wait. */
  lookUp: { firstMs: 400, factor: 2, attempts: 3 },
  /** The start, while the database server does not respond. */
  start: { firstMs: 2_000, factor: 1, attempts: Number.POSITIVE_INFINITY },
  /** A replay to decode, and its video. */
  replay: { firstMs: 30_000, factor: 10, attempts: 3 },
  /** A message to Discord: for about four days. */
  message: { firstMs: 5_000, factor: 2, mostMs: millisecondsInHour, attempts: 100 },
} as const satisfies Record<string, BackOff>;

/** Milliseconds until the next attempt after a number of failed ones; null when there is none. */
export const waitAfter = (
  { firstMs, factor, mostMs = Number.POSITIVE_INFINITY, attempts }: BackOff,
  failed: number,
): number | null => (failed >= attempts ? null : Math.min(firstMs * factor ** (failed - 1), mostMs));

/** Tries `run` until it succeeds, is given up, or fails with an error that `mayRepeat` refuses. Throws the last error. */
export async function withBackOff<T>(
  backOff: BackOff,
  run: () => Promise<T>,
  mayRepeat: (error: unknown, failed: number) => boolean,
): Promise<T> {
  for (let failed = 1; ; failed++)
    try {
      return await run();
    } catch (error) {
      const wait = waitAfter(backOff, failed);
      if (wait === null || !mayRepeat(error, failed)) throw error;
      await sleep(wait);
    }
}
