/** Who waits in a queue, and for what. */

/** Someone who waits: an account, an address, or background work. */
export interface Caller {
  id: string;
  /** Callers with a higher one always come first. */
  priority: number;
}

/** Everyone who waits for the same thing. */
export class Callers {
  readonly #callers = new Map<string, Caller>();
  readonly #visitors: ((caller: Caller) => void)[] = [];

  constructor(...callers: Caller[]) {
    for (const caller of callers) this.add(caller);
  }

  /** Adds a caller who begins to wait. */
  add(caller: Caller): void {
    if (this.#callers.has(caller.id)) return;
    this.#callers.set(caller.id, caller);
    for (const visit of this.#visitors) visit(caller);
  }

  /** Calls `visit` with each waiting caller, also with callers who join later. */
  each(visit: (caller: Caller) => void): void {
    for (const caller of this.#callers.values()) visit(caller);
    this.#visitors.push(visit);
  }

  /** Those who wait now. */
  get current(): Caller[] {
    return [...this.#callers.values()];
  }
}

/** Work that runs at most once at a time for each key: callers with the same key share the running one. */
export class SharedWork {
  readonly #running = new Map<string, { callers: Callers; result: Promise<unknown> }>();

  /** Number of keys that are waited for. */
  get size(): number {
    return this.#running.size;
  }

  has(key: string): boolean {
    return this.#running.has(key);
  }

  /**
   * The result of the work that runs for `key`, else of `start`. `start` gets all waiting callers, also callers who join later.
   */
  run<T>(key: string, callers: Callers, start: (all: Callers) => Promise<T>): Promise<T> {
    const same = this.#running.get(key);
    const all = same?.callers ?? new Callers();
    callers.each((caller) => all.add(caller));
    if (same !== undefined) return same.result as Promise<T>;
    const result = start(all).finally(() => this.#running.delete(key));
    this.#running.set(key, { callers: all, result });
    return result;
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0)
      await Promise.allSettled([...this.#running.values()].map(({ result }) => result));
  }
}
