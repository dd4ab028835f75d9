/** How much one client may ask for: messages within a minute, and calls that run or were made. */

const MINUTE_MS = 60_000;

/** Counts what happens within a minute, from the first event on. */
export class MinuteCounter {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** Counts one more; false when there were `max` already. `now` in milliseconds of `performance.now()`. */
  add(now: number, max: number): boolean {
    if (this.isOver(now)) {
      this.#start = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= max;
  }

  /** True when the minute has passed. */
  isOver(now: number): boolean {
    return now - this.#start >= MINUTE_MS;
  }
}

/** What a budget allows. */
export interface CallLimits {
  running: number;
  perMinute: number;
}

/** The calls of one connection, or of one account over all of its connections. */
export class CallBudget {
  readonly #limits: CallLimits;
  readonly #made = new MinuteCounter();
  #running = 0;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /** Counts an attempt; answers why it is refused, null when it may start. */
  refusal(now: number): string | null {
    if (!this.#made.add(now, this.#limits.perMinute))
      return 'Too many calls within a minute; try again later.';
    return this.#running >= this.#limits.running ? 'Too many calls are running; wait for one to end.' : null;
  }

  /** A call starts. */
  start(): void {
    this.#running += 1;
  }

  /** A call has ended. */
  end(): void {
    this.#running -= 1;
  }

  /** True when this budget can be forgotten: a new one would allow no more. */
  isIdle(now: number): boolean {
    return this.#running === 0 && this.#made.isOver(now);
  }
}
