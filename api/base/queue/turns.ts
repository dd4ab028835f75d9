/** Which waiting task is next: callers take turns, those with a higher priority first. */
import type { Queue, QueueAddOptions } from 'p-queue';
import type { Caller, Callers } from '#api/base/queue/callers.ts';

type Run = () => Promise<unknown>;

/** A task's name, and who waits for it. */
export interface TurnOptions extends QueueAddOptions {
  callers: Callers;
}

/** The tasks of one caller. */
interface Lane {
  caller: Caller;
  waiting: Task[];
  running: number;
}

/** A task is in the lane of everyone who waits for it, and starts with the first turn of any. */
interface Task {
  id: string;
  run: Run;
  lanes: Lane[];
}

/** The order of a `PQueue`. `perCaller` tasks of one caller may run at the same time. */
export class Turns implements Queue<Run, TurnOptions> {
  readonly #perCaller: number;
  /** In the order of their next turns: a lane moves to the end when its task starts, and when it ends. */
  readonly #lanes = new Map<string, Lane>();
  readonly #waiting = new Map<string, Task>();
  /** By task, the lane whose turn started it. */
  readonly #running = new Map<string, Lane>();

  constructor(perCaller: number) {
    this.#perCaller = perCaller;
  }

  /** Waiting tasks; 0 while none of them may start. */
  get size(): number {
    return this.#next() === null ? 0 : this.#waiting.size;
  }

  /** Waiting tasks of a caller. */
  waitingOf(caller: Caller): number {
    return this.#lanes.get(caller.id)?.waiting.length ?? 0;
  }

  /** Waiting tasks of all callers with a priority. Tasks of several of them count several times. */
  waitingAt(priority: number): number {
    let sum = 0;
    for (const { caller, waiting } of this.#lanes.values())
      if (caller.priority === priority) sum += waiting.length;
    return sum;
  }

  enqueue(run: Run, { id = '', callers }: Partial<TurnOptions> = {}): void {
    const task: Task = { id, run, lanes: [] };
    this.#waiting.set(id, task);
    callers?.each((caller) => {
      if (this.#waiting.get(id) === task) this.#join(task, caller);
    });
  }

  dequeue(): Run | undefined {
    const lane = this.#next();
    const task = lane?.waiting[0];
    if (lane === null || task === undefined) return undefined;
    lane.running += 1;
    this.#running.set(task.id, lane);
    this.#moveToEnd(lane);
    this.remove(task.id);
    return task.run;
  }

  /** Returns the place of a task that was started. */
  ended(id: string): void {
    const lane = this.#running.get(id);
    if (lane === undefined) return;
    this.#running.delete(id);
    lane.running -= 1;
    // Also after callers who came while the task ran.
    this.#moveToEnd(lane);
    this.#forgetIfUnused(lane);
  }

  /** Removes a waiting task. */
  remove(id: string): void {
    const task = this.#waiting.get(id);
    if (task === undefined) return;
    this.#waiting.delete(id);
    for (const lane of task.lanes) {
      lane.waiting.splice(lane.waiting.indexOf(task), 1);
      this.#forgetIfUnused(lane);
    }
  }

  filter(): Run[] {
    return [...this.#waiting.values()].map(({ run }) => run);
  }

  setPriority(): void {
    throw new Error('The priority of a task is that of its callers.');
  }

  #join(task: Task, caller: Caller): void {
    const lane = this.#lanes.get(caller.id) ?? { caller, waiting: [], running: 0 };
    this.#lanes.set(caller.id, lane);
    lane.waiting.push(task);
    task.lanes.push(lane);
  }

  #next(): Lane | null {
    let next: Lane | null = null;
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length === 0 || lane.running >= this.#perCaller) continue;
      if (next === null || lane.caller.priority > next.caller.priority) next = lane;
    }
    return next;
  }

  #moveToEnd(lane: Lane): void {
    this.#lanes.delete(lane.caller.id);
    this.#lanes.set(lane.caller.id, lane);
  }

  #forgetIfUnused({ caller, waiting, running }: Lane): void {
    if (waiting.length === 0 && running === 0) this.#lanes.delete(caller.id);
  }
}
