/** A queue in which callers take turns, so that no one waits for all the work of someone else. */
import PQueue, { type Queue, type QueueAddOptions } from 'p-queue';
import type { Caller, Callers } from '#api/base/queue/callers.ts';

type Run = () => Promise<unknown>;

/** A task's name, and who waits for it. */
interface TurnOptions extends QueueAddOptions {
  callers: Callers;
}

/** A caller's tasks, by their names. A waiting task is in the lane of everyone who waits for it. */
interface Lane {
  caller: Caller;
  waiting: Set<string>;
  running: Set<string>;
}

/** The order of a `PQueue`: callers with a higher priority first, then by turns. */
class Turns implements Queue<Run, TurnOptions> {
  readonly #perCaller: number;
  readonly #tasks = new Map<string, Run>();
  /** In the order of their next turns: a lane moves to the end when its task starts, and when it ends. */
  readonly lanes = new Map<string, Lane>();

  constructor(perCaller: number) {
    this.#perCaller = perCaller;
  }

  /** Waiting tasks; 0 while none of them may start. */
  get size(): number {
    return this.#next() === null ? 0 : this.#tasks.size;
  }

  enqueue(run: Run, { id = '', callers }: Partial<TurnOptions> = {}): void {
    this.#tasks.set(id, run);
    callers?.each((caller) => {
      if (this.#tasks.get(id) !== run) return;
      const lane = this.lanes.get(caller.id) ?? { caller, waiting: new Set(), running: new Set() };
      this.lanes.set(caller.id, lane);
      lane.waiting.add(id);
    });
  }

  dequeue(): Run | undefined {
    const lane = this.#next();
    if (lane === null) return undefined;
    const [id = ''] = lane.waiting;
    const run = this.#tasks.get(id);
    lane.running.add(id);
    this.#moveToEnd(lane);
    this.remove(id);
    return run;
  }

  /** Removes a waiting task. */
  remove(id: string): void {
    this.#tasks.delete(id);
    for (const lane of this.lanes.values()) {
      lane.waiting.delete(id);
      this.#forgetIfUnused(lane);
    }
  }

  /** Returns the place of a task that was started. The next turn of its caller comes after those of all who wait now. */
  ended(id: string): void {
    const lane = [...this.lanes.values()].find(({ running }) => running.delete(id));
    if (lane === undefined) return;
    this.#moveToEnd(lane);
    this.#forgetIfUnused(lane);
  }

  filter(): Run[] {
    return [...this.#tasks.values()];
  }

  setPriority(): void {
    throw new Error('The priority of a task is that of its callers.');
  }

  #next(): Lane | null {
    let next: Lane | null = null;
    for (const lane of this.lanes.values()) {
      if (lane.waiting.size === 0 || lane.running.size >= this.#perCaller) continue;
      if (next === null || lane.caller.priority > next.caller.priority) next = lane;
    }
    return next;
  }

  #moveToEnd(lane: Lane): void {
    this.lanes.delete(lane.caller.id);
    this.lanes.set(lane.caller.id, lane);
  }

  #forgetIfUnused({ caller, waiting, running }: Lane): void {
    if (waiting.size + running.size === 0) this.lanes.delete(caller.id);
  }
}

/** Bounds of a queue. */
export interface FairLimits {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** How many of them may be of one caller; by default all. */
  perCaller?: number;
  /** Tasks that start within any second; by default any number. */
  perSecond?: number;
}

/** A queue in which callers take turns. */
export type FairQueue = ReturnType<typeof createFairQueue>;

/** Creates a queue. */
export function createFairQueue({ concurrency, perCaller = concurrency, perSecond }: FairLimits) {
  const turns = new Turns(perCaller);
  const queue = new PQueue<Turns, TurnOptions>({
    concurrency,
    ...(perSecond !== undefined && { intervalCap: perSecond, interval: 1000, strict: true }),
    // Called with `new`, which returns this object: the queue does not tell what it has created.
    queueClass: function turnsOfThisQueue() {
      return turns;
    } as unknown as new () => Turns,
  });
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    /**
     * Runs `task` in the first turn of any of its callers. `id` differs between all tasks of the queue. Rejects with the
     * signal's reason when the signal aborts first.
     */
    run: <T>(id: string, callers: Callers, task: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      queue.add(() => task().finally(() => turns.ended(id)), { id, callers, signal }),
    /** Waiting tasks of a caller. */
    waitingOf: (caller: Caller): number => turns.lanes.get(caller.id)?.waiting.size ?? 0,
    /** Waiting tasks of all callers with a priority. Tasks of several of them count several times. */
    waitingAt: (priority: number): number =>
      [...turns.lanes.values()].reduce(
        (sum, { caller, waiting }) => sum + (caller.priority === priority ? waiting.size : 0),
        0,
      ),
    /** Resolves when nothing waits or runs. */
    idle: () => queue.onIdle(),
    /** Starts no task for `ms`; a longer pause that is in force stays. */
    pause(ms: number): void {
      const until = Date.now() + ms;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      clearTimeout(timer);
      queue.pause();
      timer = setTimeout(() => queue.start(), ms);
    },
    /** Milliseconds until the pause ends; 0 without one. */
    pausedFor: () => Math.max(0, pausedUntil - Date.now()),
    /** Stops the timer of a pause. */
    close: () => clearTimeout(timer),
  };
}
