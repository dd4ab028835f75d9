/** One connection to a hub that looks after itself: it connects, retries, sleeps with the page and wakes with it. */
import type { Hub } from '#lib/hubs/hub.ts';
import { runtime } from '#lib/runtime.ts';

/** Waits before each further attempt, in milliseconds; after the last one fails the connection is stopped. */
export const RECONNECT_DELAYS_MS = [0, 2000, 10_000, 30_000] as const;
/** A server silent for so long is gone, in milliseconds. */
export const SERVER_TIMEOUT_MS = 30_000;
/** How often the client says that it is there, in milliseconds. */
export const KEEP_ALIVE_MS = 15_000;

/** State of a connection: not wanted, on its way, up, lost and being retried, or given up. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'stopped';

/** What a connection is for. */
export interface ConnectionOptions {
  /** Path of the hub, such as `/api/hubs/post`. */
  path: string;
  /** Bearer token for hubs that need one. */
  accessToken?: () => string;
  /** Handlers by event name; they get the event's arguments as they came. */
  events: Readonly<Record<string, (...args: unknown[]) => void>>;
  onStatus: (status: LiveStatus) => void;
  /** Called when the connection is up again after it was lost: something may have been missed. */
  onReconnected?: () => void;
  /** Called at every successful start, the first one included. */
  onStarted?: () => void;
}

/** A running connection. */
export interface Connection {
  /** Tries again at once, when it was given up or waits for its next attempt. */
  retry(): void;
  /** Ends it for good. */
  close(): void;
  /** Calls a method of the hub without waiting for a result; rejects when not connected. */
  send(method: string, ...args: unknown[]): Promise<void>;
  /** Calls a streaming method; resolves when complete. */
  stream(method: string, onItem: (item: unknown) => void): Promise<void>;
}

class HubConnection implements Connection {
  #options: ConnectionOptions;
  #hub: Promise<Hub> | undefined;
  #status: LiveStatus = 'idle';
  #wasLive = false;
  /** Grows with every new run of attempts; an attempt of an older run has no say any more. */
  #run = 0;
  #cancelWait: (() => void) | undefined;
  #stops: (() => void)[];

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#stops = [
      runtime.on('online', () => this.retry()),
      runtime.on('visible', () => this.retry()),
      // A page with an open socket cannot enter the back/forward cache.
      runtime.on('pagehide', () => this.#sleep()),
      runtime.on('pageshow', () => this.retry()),
    ];
    void this.#connect(-1);
  }

  retry(): void {
    if (this.#status === 'stopped' || this.#status === 'idle' || this.#cancelWait !== undefined)
      void this.#connect(-1);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#sleep();
  }

  async send(method: string, ...args: unknown[]): Promise<void> {
    await (await this.#opened()).send(method, ...args);
  }

  async stream(method: string, onItem: (item: unknown) => void): Promise<void> {
    await (await this.#opened()).stream(method, onItem);
  }

  #opened(): Promise<Hub> {
    return this.#status === 'live' && this.#hub !== undefined
      ? this.#hub
      : Promise.reject(new Error(`${this.#options.path} is not connected.`));
  }

  #become(status: LiveStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  #create(): Promise<Hub> {
    const { path, accessToken, events } = this.#options;
    if (runtime.createHub === undefined) return Promise.reject(new Error('There are no hubs here.'));
    return runtime
      .createHub(runtime.apiOrigin() + path, {
        ...(accessToken && { accessToken }),
        serverTimeout: SERVER_TIMEOUT_MS,
        keepAlive: KEEP_ALIVE_MS,
      })
      .then((hub) => {
        for (const [event, handler] of Object.entries(events)) hub.on(event, handler);
        hub.onClose(() => this.#lost());
        return hub;
      });
  }

  /** One attempt; `failures` counts those before it in this run, −1 for an attempt that nothing preceded. */
  async #connect(failures: number): Promise<void> {
    const run = failures < 0 ? ++this.#run : this.#run;
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#become(this.#wasLive ? 'reconnecting' : 'connecting');
    try {
      this.#hub ??= this.#create();
      const hub = await this.#hub;
      await hub.start();
      if (run !== this.#run) await hub.stop();
      else this.#started();
    } catch (error) {
      if (run === this.#run) this.#failedAttempt(failures + 1, error);
    }
  }

  #started(): void {
    const again = this.#wasLive;
    this.#wasLive = true;
    this.#become('live');
    this.#options.onStarted?.();
    if (again) this.#options.onReconnected?.();
  }

  #failedAttempt(failures: number, error: unknown): void {
    this.#hub?.catch(() => {
      this.#hub = undefined;
    });
    const delay = RECONNECT_DELAYS_MS[failures];
    if (delay === undefined) {
      runtime.warn(`${this.#options.path} could not be reached.`, error);
      this.#become('stopped');
    } else this.#wait(failures, delay);
  }

  #wait(failures: number, delay: number): void {
    this.#cancelWait = runtime.setTimer(() => {
      this.#cancelWait = undefined;
      void this.#connect(failures);
    }, delay);
  }

  #lost(): void {
    if (this.#status !== 'live') return;
    this.#run += 1;
    this.#become('reconnecting');
    this.#wait(0, RECONNECT_DELAYS_MS[0]);
  }

  /** Closes without giving up what is known: waking up counts as a reconnect. */
  #sleep(): void {
    this.#run += 1;
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#become('idle');
    this.#hub?.then((hub) => hub.stop()).catch(() => {});
  }
}

/** Opens a connection; it starts at once and keeps itself up until `close`. */
export function openConnection(options: ConnectionOptions): Connection {
  return new HubConnection(options);
}
