/** Sends requests to the publisher: one at a time for the same thing, in turns, bounded per region, repeated when they fail. */

import { BACK_OFF, type BackOff, waitAfter } from '#api/base/back-off.ts';
import { type Caller, type Callers, SharedWork } from '#api/base/queue/callers.ts';
import { createFairQueue, type FairLimits, type FairQueue } from '#api/base/queue/fair-queue.ts';
import { sleep } from '#api/base/waiting.ts';
import type { Service } from '#api/config/load-config.ts';
import { type AttemptOptions, asFailure, attempt } from '#api/publisher/attempt.ts';
import { BACKGROUND, type PublisherCall, PublisherError } from '#api/publisher/call.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';

/** When a service is spared. */
interface BreakerLimits {
  /** Failures in a row until then. */
  failures: number;
  /** Milliseconds between two requests to a spared service. */
  restMs: number;
}

const isOutage = ({ kind }: PublisherError): boolean => kind === 'unreachable' || kind === 'timeout';

type Breaker = ReturnType<typeof createBreaker>;

/** Decides whether a service gets a request. */
function createBreaker({ failures: failuresMax, restMs }: BreakerLimits) {
  let failures = 0;
  let restsUntil = 0;
  const rest = (): void => {
    restsUntil = Date.now() + restMs;
  };
  const answered = (): void => {
    failures = 0;
    restsUntil = 0;
  };
  /** Milliseconds until the service gets the next request; 0 when it gets all. */
  const restsFor = (): number => Math.max(0, restsUntil - Date.now());
  /** Throws a PublisherError while the service is spared. */
  const check = (): void => {
    const seconds = Math.ceil(restsFor() / 1000);
    if (seconds > 0)
      throw new PublisherError('unreachable', `it did not answer, and is asked again in ${seconds} seconds`);
  };
  /** Sends a request, unless the service is spared, and counts how it ended. Only the first one after a rest is sent. */
  const guard = async <T>(request: () => Promise<T>): Promise<T> => {
    check();
    if (failures >= failuresMax) rest();
    try {
      const answer = await request();
      answered();
      return answer;
    } catch (error) {
      if (!(error instanceof PublisherError && isOutage(error))) answered();
      else if (++failures >= failuresMax) rest();
      throw error;
    }
  };
  return { restsFor, check, guard };
}

/** Bounds of the requests of one region. */
export interface TransportLimits extends Required<FairLimits>, BreakerLimits {
  /** Time for one attempt, in milliseconds. */
  timeoutMs: number;
  backOff: BackOff;
  /** Pause after "too many requests" without a time, in milliseconds. */
  pauseMs: number;
  /** Requests of users that may wait, and as many of visitors; further ones are refused at once. */
  maxWaiting: number;
  /** How many of them may be of one caller. */
  maxWaitingOfCaller: number;
}

/** The publisher accepts ten requests per second of one application id, and twenty at a time. */
export const DEFAULT_TRANSPORT_LIMITS: TransportLimits = {
  concurrency: 10,
  perCaller: 5,
  perSecond: 10,
  timeoutMs: 5_000,
  backOff: BACK_OFF.lookUp,
  pauseMs: 1_000,
  maxWaiting: 100,
  maxWaitingOfCaller: 20,
  failures: 5,
  restMs: 15_000,
};

/** Receives what an operator should know. */
export type Log = (
  level: 'warn' | 'info',
  details: Readonly<Record<string, string>>,
  message: string,
) => void;

/** Dependencies and limits of the transport. */
export interface TransportOptions extends Omit<AttemptOptions, 'ending' | 'timeoutMs'> {
  log: Log;
  limits: TransportLimits;
}

interface RegionState {
  queue: FairQueue;
  breakers: Record<Service, Breaker>;
}

/** Half of the time is random, so that requests that failed together are not repeated together. */
const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2);

const isRetryable = ({ kind }: PublisherError): boolean => kind !== 'invalid' && kind !== 'refused';

/** Sends requests to the publisher, with queues, retries and a circuit breaker. */
export class Transport {
  /** Requests, and the look-ups that need them. */
  readonly running = perRegion(() => new SharedWork());
  readonly #ending = new AbortController();
  readonly #limits: TransportLimits;
  readonly #log: Log;
  /** Kinds of the problems of each call that were logged since it last worked. */
  readonly #logged = new Map<string, Set<string>>();
  readonly #states: Record<RegionId, RegionState>;
  readonly #attempt: AttemptOptions;

  constructor({ log, limits, ...options }: TransportOptions) {
    this.#limits = limits;
    this.#log = log;
    this.#states = perRegion(() => ({
      queue: createFairQueue(limits),
      breakers: { api: createBreaker(limits), vortex: createBreaker(limits), clans: createBreaker(limits) },
    }));
    this.#attempt = { ...options, ending: this.#ending.signal, timeoutMs: limits.timeoutMs };
  }

  /** The answer to a call; callers that want the same thing share one request. Throws a PublisherError. */
  send<T>(region: RegionId, call: PublisherCall<T>, callers: Callers): Promise<T> {
    const { queue, breakers } = this.#states[region];
    const key = `${call.service}${call.path}?${new URLSearchParams(call.query)}`;
    return this.running[region].run(key, callers, async (all) => {
      breakers[call.service].check();
      if (!all.current.some((caller) => this.#mayWait(queue, caller)))
        throw new PublisherError('limited', 'too many requests are waiting');
      return this.#untilAnswered(region, call, key, all);
    });
  }

  #mayWait(queue: FairQueue, caller: Caller): boolean {
    const { maxWaiting, maxWaitingOfCaller } = this.#limits;
    if (caller.priority === BACKGROUND.priority) return true;
    return queue.waitingOf(caller) < maxWaitingOfCaller && queue.waitingAt(caller.priority) < maxWaiting;
  }

  /** Milliseconds until requests start again, to all services. */
  pausedFor(region: RegionId): number {
    const { queue, breakers } = this.#states[region];
    return Math.max(queue.pausedFor(), ...Object.values(breakers).map((breaker) => breaker.restsFor()));
  }

  /** Aborts all requests, and waits for their end and that of the look-ups. */
  async close(): Promise<void> {
    this.#ending.abort();
    for (const region of REGION_IDS) this.#states[region].queue.close();
    await Promise.all(REGION_IDS.map((region) => this.running[region].idle()));
  }

  async #untilAnswered<T>(
    region: RegionId,
    call: PublisherCall<T>,
    key: string,
    callers: Callers,
  ): Promise<T> {
    const { queue, breakers } = this.#states[region];
    const breaker = breakers[call.service];
    const { signal } = this.#ending;
    for (let tries = 1; ; tries++) {
      try {
        const send = () => breaker.guard(() => attempt(this.#attempt, region, call));
        const answer = await queue.run(key, callers, send, signal);
        this.#succeeded(region, call.name);
        return answer;
      } catch (error) {
        const failure = asFailure(error);
        if (await this.#mayRetry(region, call.service, failure, tries)) continue;
        if (!signal.aborted) this.#failed(region, call.name, failure);
        throw failure;
      }
    }
  }

  /** Logs each problem of a call once, until the call works again. */
  #failed(region: RegionId, call: string, { kind, message: problem }: PublisherError): void {
    const key = `${region} ${call}`;
    const kinds = this.#logged.get(key) ?? new Set();
    if (kinds.has(kind)) return;
    this.#logged.set(key, kinds.add(kind));
    this.#log('warn', { region, call, kind, problem }, 'no usable answer from the publisher');
  }

  #succeeded(region: RegionId, call: string): void {
    if (this.#logged.delete(`${region} ${call}`))
      this.#log('info', { region, call }, 'the publisher answers again');
  }

  /** Waits before the next attempt; false when there is none. */
  async #mayRetry(
    region: RegionId,
    service: Service,
    failure: PublisherError,
    tries: number,
  ): Promise<boolean> {
    const { queue, breakers } = this.#states[region];
    const { signal } = this.#ending;
    const { backOff, pauseMs } = this.#limits;
    const { kind, retryAfterMs } = failure;
    if (kind === 'limited' || retryAfterMs !== null) queue.pause(retryAfterMs ?? pauseMs);
    const wait = waitAfter(backOff, tries);
    if (!isRetryable(failure) || wait === null || signal.aborted) return false;
    if (breakers[service].restsFor() > 0) return false;
    await sleep(jittered(wait), signal).catch(() => undefined);
    return !signal.aborted;
  }
}
