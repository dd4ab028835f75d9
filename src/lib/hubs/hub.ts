/** The part of a SignalR connection that the site uses, small enough for tests to fake. */

/** A connection to one hub. `start` may be called again after it was closed. */
export interface Hub {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls `handler` with the arguments of every event of this name; names match in any letter case. */
  on(event: string, handler: (...args: unknown[]) => void): void;
  /** Called when the connection is lost or stopped. */
  onClose(handler: (error?: Error) => void): void;
  /** Calls a method and does not wait for its result. */
  send(method: string, ...args: unknown[]): Promise<void>;
  /** Calls a streaming method; resolves when the stream is complete, rejects when it fails. */
  stream(method: string, onItem: (item: unknown) => void): Promise<void>;
}

/** Settings of a connection. */
export interface HubOptions {
  /** Called for the bearer token at every connect; absent for hubs without sign-in. */
  accessToken?: () => string;
  /** A server that is silent for this long counts as lost, in milliseconds. */
  serverTimeout: number;
  /** How often the client pings, in milliseconds. */
  keepAlive: number;
}

/** Makes a connection that is not started yet. */
export type HubFactory = (url: string, options: HubOptions) => Promise<Hub>;
