/** Who waits in a queue. */

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

  /** Calls `visit` with those who wait now, and with everyone who joins later. */
  each(visit: (caller: Caller) => void): void {
    for (const caller of this.#callers.values()) visit(caller);
    this.#visitors.push(visit);
  }

  /** Those who wait now. */
  get current(): Caller[] {
    return [...this.#callers.values()];
  }
}
