/** Sends requests to the publisher: one at a time for the same thing, bounded per region, repeated when they fail. */
import { type AttemptOptions, asFailure, attempt } from '#api/publisher/attempt.ts';
import type { PublisherCall } from '#api/publisher/call.ts';
import { PublisherError } from '#api/publisher/publisher-error.ts';
import { createReporter, type Log, type Reporter } from '#api/publisher/reporter.ts';
import { createRequestQueue, type QueueLimits, type RequestQueue } from '#api/publisher/request-queue.ts';
import type { Priority } from '#api/publisher/types.ts';
import { sleep } from '#api/waiting.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';

/** Bounds of the requests of one region. */
export interface TransportLimits extends QueueLimits {
  /** Time for one attempt, in milliseconds. */
  timeoutMs: number;
  attempts: number;
  /** Wait before the second attempt, in milliseconds; it doubles with each further one. */
  backoffMs: number;
  /** Pause after "too many requests" without a time, in milliseconds. */
  pauseMs: number;
  /** Requests that may wait; further ones that someone waits for are refused at once. */
  maxWaiting: number;
}

/** The publisher accepts ten requests per second of one application id, and twenty at a time. */
export const DEFAULT_TRANSPORT_LIMITS: TransportLimits = {
  concurrency: 10,
  perSecond: 10,
  timeoutMs: 5_000,
  attempts: 3,
  backoffMs: 400,
  pauseMs: 1_000,
  maxWaiting: 100,
};

/** What the transport needs. */
export interface TransportOptions extends Omit<AttemptOptions, 'ending' | 'timeoutMs'> {
  log: Log;
  limits: TransportLimits;
}

interface Running {
  priority: Priority;
  answer: Promise<unknown>;
}

interface RegionState {
  queue: RequestQueue;
  /** By what they request. */
  running: Map<string, Running>;
}

/** Half of the time is random, so that requests that failed together are not repeated together. */
const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2);

const isRetryable = ({ kind }: PublisherError): boolean => kind !== 'invalid' && kind !== 'refused';

/** Sends requests. */
export class Transport {
  readonly #ending = new AbortController();
  readonly #limits: TransportLimits;
  readonly #reporter: Reporter;
  readonly #states: Record<RegionId, RegionState>;
  readonly #attempt: AttemptOptions;

  constructor({ log, limits, ...options }: TransportOptions) {
    this.#limits = limits;
    this.#reporter = createReporter(log);
    this.#states = perRegion(() => ({ queue: createRequestQueue(limits), running: new Map() }));
    this.#attempt = { ...options, ending: this.#ending.signal, timeoutMs: limits.timeoutMs };
  }

  /** The answer to a call; callers that want the same thing share one request. Throws a PublisherError. */
  send<T>(region: RegionId, call: PublisherCall<T>, priority: Priority): Promise<T> {
    const { queue, running } = this.#states[region];
    const key = `${call.service}${call.path}?${new URLSearchParams(call.query)}`;
    const same = running.get(key);
    if (same !== undefined) {
      if (priority === 'waiting') {
        same.priority = priority;
        queue.raise(key);
      }
      return same.answer as Promise<T>;
    }
    if (priority === 'waiting' && queue.waiting() >= this.#limits.maxWaiting)
      return Promise.reject(new PublisherError('limited', 'too many requests are waiting'));
    const entry: { priority: Priority } = { priority };
    const answer = this.#untilAnswered(region, call, key, entry).finally(() => running.delete(key));
    running.set(key, Object.assign(entry, { answer }));
    return answer;
  }

  /** Milliseconds until requests start again. */
  pausedFor(region: RegionId): number {
    return this.#states[region].queue.pausedFor();
  }

  /** Aborts all requests and waits for their end. */
  async close(): Promise<void> {
    this.#ending.abort();
    const states = REGION_IDS.map((region) => this.#states[region]);
    for (const { queue } of states) queue.close();
    await Promise.allSettled(
      states.flatMap(({ running }) => [...running.values()].map(({ answer }) => answer)),
    );
  }

  async #untilAnswered<T>(
    region: RegionId,
    call: PublisherCall<T>,
    key: string,
    entry: { readonly priority: Priority },
  ): Promise<T> {
    const { queue } = this.#states[region];
    const { signal } = this.#ending;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await queue.run(key, entry.priority, signal, () =>
          attempt(this.#attempt, region, call),
        );
        this.#reporter.succeeded(region, call.name);
        return answer;
      } catch (error) {
        const failure = asFailure(error);
        if (await this.#mayRetry(queue, failure, tries)) continue;
        if (!signal.aborted) this.#reporter.failed(region, call.name, failure);
        throw failure;
      }
    }
  }

  /** Waits before the next attempt; false when there is none. */
  async #mayRetry(queue: RequestQueue, failure: PublisherError, tries: number): Promise<boolean> {
    const { signal } = this.#ending;
    const { attempts, backoffMs, pauseMs } = this.#limits;
    const { kind, retryAfterMs } = failure;
    if (kind === 'limited' || retryAfterMs !== null) queue.pause(retryAfterMs ?? pauseMs);
    if (!isRetryable(failure) || tries >= attempts || signal.aborted) return false;
    await sleep(jittered(backoffMs * 2 ** (tries - 1)), signal).catch(() => undefined);
    return !signal.aborted;
  }
}
