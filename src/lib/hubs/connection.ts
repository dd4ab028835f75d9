/** A hub connection that connects, retries, closes on pagehide and reconnects by itself; and the parsing of its events. */
import { combineStops } from '#lib/combine-stops.ts';
import type { Hub, HubFactory } from '#lib/hubs/signalr.ts';
import { runtime } from '#lib/runtime.ts';
import type { z } from '#lib/schemas/zod.ts';

/** Waits before each retry, in milliseconds. When the last retry fails, the connection stops. */
export const RECONNECT_DELAYS_MS = [0, 2000, 10_000, 30_000] as const;
/** A server that is silent for this long counts as lost, in milliseconds. */
export const SERVER_TIMEOUT_MS = 30_000;
/** How often the client pings, in milliseconds. */
export const KEEP_ALIVE_MS = 15_000;

/** Makes the hubs, with a library that loads with the first one. Tests replace it. */
export const hubFactory: { create: HubFactory } = {
  create: async (url, options) => (await import('#lib/hubs/signalr.ts')).createSignalrHub(url, options),
};

/** `idle`: closed by the page. `reconnecting`: lost, being retried. `stopped`: every retry failed. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'stopped';

/** Hub and handlers of a connection. */
export interface ConnectionOptions {
  /** Path of the hub, such as `/api/hubs/post`. */
  path: string;
  /** Bearer token for hubs that need one. */
  accessToken?: () => string;
  /** Handlers by event name; they get the event's arguments as they came. */
  events: Readonly<Record<string, (...args: unknown[]) => void>>;
  onStatus: (status: LiveStatus) => void;
  /** Called when the connection is up again after it was lost: events may have been missed. */
  onReconnected?: () => void;
  /** Called at every successful start, the first one included. */
  onStarted?: () => void;
}

class HubConnection {
  #options: ConnectionOptions;
  #hub: Promise<Hub> | undefined;
  #status: LiveStatus = 'idle';
  #wasLive = false;
  /** Number of the current run: an attempt at once and its retries. Attempts of earlier runs are ignored. */
  #run = 0;
  #cancelRetry: (() => void) | undefined;
  #stopListening: () => void;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#stopListening = combineStops([
      runtime.on('online', () => this.retry()),
      runtime.on('visible', () => this.retry()),
      // A page with an open socket cannot enter the back/forward cache.
      runtime.on('pagehide', () => this.#sleep()),
      runtime.on('pageshow', () => this.retry()),
    ]);
    this.#connect();
  }

  /** Retries at once if the connection is closed, stopped or waiting for its next retry. */
  retry(): void {
    const isWaiting = this.#cancelRetry !== undefined;
    if (this.#status === 'stopped' || this.#status === 'idle' || isWaiting) this.#connect();
  }

  /** Closes for good. */
  close(): void {
    this.#stopListening();
    this.#sleep();
  }

  /** Calls a hub method; resolves when the server has run it, rejects with its error or when not connected. */
  async invoke(method: string, ...args: unknown[]): Promise<void> {
    await (await this.#opened()).invoke(method, ...args);
  }

  /** Calls a streaming method; resolves when complete. */
  async stream(method: string, onItem: (item: unknown) => void): Promise<void> {
    await (await this.#opened()).stream(method, onItem);
  }

  #opened(): Promise<Hub> {
    return this.#status === 'live' && this.#hub !== undefined
      ? this.#hub
      : Promise.reject(new Error(`${this.#options.path} is not connected.`));
  }

  #setStatus(status: LiveStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  #create(): Promise<Hub> {
    const { path, accessToken, events } = this.#options;
    return hubFactory
      .create(runtime.apiOrigin() + path, {
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

  /** Ends the current run and returns the number of the next. */
  #startRun(): number {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#run += 1;
    return this.#run;
  }

  #connect(): void {
    void this.#attempt(this.#startRun(), RECONNECT_DELAYS_MS);
  }

  /** One attempt to start; `retryDelays` are the waits before the retries that are left. */
  async #attempt(run: number, retryDelays: readonly number[]): Promise<void> {
    this.#setStatus(this.#wasLive ? 'reconnecting' : 'connecting');
    try {
      this.#hub ??= this.#create();
      const hub = await this.#hub;
      await hub.start();
      if (run !== this.#run) await hub.stop();
      else this.#started();
    } catch (error) {
      if (run === this.#run) this.#failed(run, retryDelays, error);
    }
  }

  #started(): void {
    const isReconnect = this.#wasLive;
    this.#wasLive = true;
    this.#setStatus('live');
    this.#options.onStarted?.();
    if (isReconnect) this.#options.onReconnected?.();
  }

  #failed(run: number, retryDelays: readonly number[], error: unknown): void {
    // A hub whose code could not be loaded is created again; one that could not start is reused.
    this.#hub?.catch(() => {
      this.#hub = undefined;
    });
    if (retryDelays.length > 0) {
      this.#scheduleRetry(run, retryDelays);
    } else {
      runtime.warn(`${this.#options.path} could not be reached.`, error);
      this.#setStatus('stopped');
    }
  }

  #scheduleRetry(run: number, [delay = 0, ...laterDelays]: readonly number[]): void {
    this.#cancelRetry = runtime.setTimer(() => {
      this.#cancelRetry = undefined;
      void this.#attempt(run, laterDelays);
    }, delay);
  }

  #lost(): void {
    if (this.#status !== 'live') return;
    const run = this.#startRun();
    this.#setStatus('reconnecting');
    this.#scheduleRetry(run, RECONNECT_DELAYS_MS);
  }

  /** Closes but remembers having been live, so that waking up counts as a reconnect. */
  #sleep(): void {
    this.#startRun();
    this.#setStatus('idle');
    this.#hub?.then((hub) => hub.stop()).catch(() => {});
  }
}

/** A running connection. */
export type Connection = Pick<HubConnection, keyof HubConnection>;

/** Opens a connection; it starts at once and keeps itself up until `close`. */
export function openConnection(options: ConnectionOptions): Connection {
  return new HubConnection(options);
}

/** Removes what .NET serializers add, at most `levels` deep: `{"$values": […]}` becomes the array, `$type` and `$id` go. */
export function unwrap(value: unknown, levels = 32): unknown {
  if (typeof value !== 'object' || value === null || levels < 0) return value;
  if (Array.isArray(value)) return value.map((item) => unwrap(item, levels - 1));
  if ('$values' in value) return unwrap(value.$values, levels - 1);
  const entries = Object.entries(value).filter(([name]) => name !== '$type' && name !== '$id');
  return Object.fromEntries(entries.map(([name, item]) => [name, unwrap(item, levels - 1)]));
}

/** Parses an event's argument. One that does not fit the schema is dropped with a warning: undefined. */
export function parseEvent<T>(name: string, schema: z.ZodMiniType<T>, value: unknown): T | undefined {
  const parsed = schema.safeParse(unwrap(value));
  if (parsed.success) return parsed.data;
  runtime.warn(`A ${name} event was dropped, because it does not fit its schema.`, parsed.error);
  return undefined;
}
