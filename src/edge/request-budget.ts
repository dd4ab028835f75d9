/** Limits the requests that visitors can cause at the API, for example with random ids. */

/** Requests at a time, and on average per minute. Both are per region. */
export interface RequestLimits {
  atOnce: number;
  perMinute: number;
}

/** Counts requests of one region. */
export interface RequestBudget {
  /** Whether another request may start now; if so it counts until `end`. */
  start(): boolean;
  end(): void;
  /** Ends a request that was not made, which then counts for nothing. */
  cancel(): void;
}

/** A budget that refills continuously, up to one minute's worth. `now` in milliseconds. */
export function createRequestBudget(limits: RequestLimits, now: () => number): RequestBudget {
  let running = 0;
  let left = limits.perMinute;
  let refilledAt = now();
  return {
    start() {
      const at = now();
      left = Math.min(limits.perMinute, left + (Math.max(0, at - refilledAt) / 60_000) * limits.perMinute);
      refilledAt = at;
      if (running >= limits.atOnce || left < 1) return false;
      running += 1;
      left -= 1;
      return true;
    },
    end() {
      running -= 1;
    },
    cancel() {
      running -= 1;
      left += 1;
    },
  };
}
