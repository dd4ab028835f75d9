/**
 * The part of a SignalR connection that the site uses, and its implementation with `@microsoft/signalr`. The library is a
 * chunk that loads after the first data is shown; tests use fakes of `Hub`.
 */
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';

/** A connection to one hub. `start` may be called again after it was closed. */
export interface Hub {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls `handler` with the arguments of every event of this name, in any letter case. */
  on(event: string, handler: (...args: unknown[]) => void): void;
  /** Called when the connection is lost or stopped. */
  onClose(handler: (error?: Error) => void): void;
  /** Calls a method; resolves when the server has run it, rejects with its error. */
  invoke(method: string, ...args: unknown[]): Promise<void>;
  /** Calls a streaming method; resolves when the stream is complete, rejects when it fails. */
  stream(method: string, onItem: (item: unknown) => void): Promise<void>;
}

/** Options of a hub. */
export interface HubOptions {
  /** Bearer token, read at every connect; absent for hubs that anyone may join. */
  accessToken?: () => string;
  /** A server that is silent for this long counts as lost, in milliseconds. */
  serverTimeout: number;
  /** How often the client pings, in milliseconds. */
  keepAlive: number;
}

/** Makes a connection that is not started yet. */
export type HubFactory = (url: string, options: HubOptions) => Promise<Hub>;

/**
 * Makes a SignalR connection. `connection.ts` reconnects, because the library does not retry a failed first start. The
 * library's log is off, so that failures are reported once.
 */
export function createSignalrHub(url: string, options: HubOptions): Hub {
  const { accessToken } = options;
  const connection = new HubConnectionBuilder()
    .withUrl(url, accessToken === undefined ? {} : { accessTokenFactory: accessToken })
    .configureLogging(LogLevel.None)
    .withServerTimeout(options.serverTimeout)
    .withKeepAliveInterval(options.keepAlive)
    .build();
  return {
    start: () => connection.start(),
    stop: () => connection.stop(),
    on: (event, handler) => connection.on(event, handler),
    onClose: (handler) => connection.onclose(handler),
    invoke: (method, ...args) => connection.invoke(method, ...args),
    stream: (method, onItem) =>
      new Promise((resolve, reject) => {
        connection.stream(method).subscribe({ next: onItem, complete: resolve, error: reject });
      }),
  };
}
