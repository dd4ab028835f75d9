/** Read-only mode: while it is on, the API responds to reads and stores nothing (rules 22.11 to 22.13). */
import { EventEmitter, once } from 'node:events';

/** A write was refused, because read-only mode is on. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
  constructor() {
    super('read-only mode is on');
  }
}

/** Whether this process may write. */
export class ReadOnlyMode {
  #isOn: boolean;
  #writing = 0;
  readonly #switched = new EventEmitter().setMaxListeners(0);

  constructor(isOn = false) {
    this.#isOn = isOn;
  }

  /** Whether writes are refused. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether writes are refused and all earlier writes have ended. */
  get isSettled(): boolean {
    return this.#isOn && this.#writing === 0;
  }

  /** Switches the mode on or off. */
  toggle(): void {
    this.#isOn = !this.#isOn;
    this.#switched.emit('switched');
  }

  /** Calls `listener` whenever the mode was switched. */
  onSwitch(listener: () => void): void {
    this.#switched.on('switched', listener);
  }

  /** Runs a write. Throws a ReadOnlyError while the mode is on. */
  async write<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isOn) throw new ReadOnlyError();
    this.#writing += 1;
    try {
      return await run();
    } finally {
      this.#writing -= 1;
    }
  }

  /** Resolves when the mode is off, or `signal` aborts. */
  async ended(signal: AbortSignal): Promise<void> {
    while (this.#isOn && !signal.aborted) await once(this.#switched, 'switched', { signal }).catch(() => {});
  }
}
