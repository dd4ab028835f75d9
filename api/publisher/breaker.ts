/** Spares a service that does not respond: after some failures in a row it gets one request at a time, at intervals. */
import { PublisherError } from '#api/publisher/call.ts';

/** When a service is spared. */
export interface BreakerLimits {
  /** Failures in a row until then. */
  failures: number;
  /** Milliseconds between two requests to a spared service. */
  restMs: number;
}

const isOutage = ({ kind }: PublisherError): boolean => kind === 'unreachable' || kind === 'timeout';

/** Decides whether a service gets a request. */
export class Breaker {
  readonly #limits: BreakerLimits;
  #failures = 0;
  #restsUntil = 0;

  constructor(limits: BreakerLimits) {
    this.#limits = limits;
  }

  /** Milliseconds until the service gets the next request; 0 when it gets all. */
  restsFor(): number {
    return Math.max(0, this.#restsUntil - Date.now());
  }

  /** Throws a PublisherError while the service is spared. */
  check(): void {
    const seconds = Math.ceil(this.restsFor() / 1000);
    if (seconds > 0)
      throw new PublisherError('unreachable', `it did not answer, and is asked again in ${seconds} seconds`);
  }

  /** Sends a request, unless the service is spared, and counts how it ended. Only the first one after a rest is sent. */
  async guard<T>(request: () => Promise<T>): Promise<T> {
    this.check();
    if (this.#failures >= this.#limits.failures) this.#rest();
    try {
      const answer = await request();
      this.#answered();
      return answer;
    } catch (error) {
      if (!(error instanceof PublisherError && isOutage(error))) this.#answered();
      else if (++this.#failures >= this.#limits.failures) this.#rest();
      throw error;
    }
  }

  #answered(): void {
    this.#failures = 0;
    this.#restsUntil = 0;
  }

  #rest(): void {
    this.#restsUntil = Date.now() + this.#limits.restMs;
  }
}
