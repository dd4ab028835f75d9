/** The real SignalR client against an API under test. */
import type { AddressInfo } from 'node:net';
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { TestApi } from '#tests/support/api.ts';

/** Starts the API (region EU) on a free port of the loopback address. Returns its origin. */
export async function listenOnLoopback({ app }: Pick<TestApi, 'app'>): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A started connection and everything it received: method and arguments, oldest first. */
export interface HubListener {
  connection: HubConnection;
  received: [method: string, ...args: unknown[]][];
  /** Waits for this many messages. */
  until(count: number): Promise<void>;
}

const METHODS = ['NewPost', 'EditedPost', 'DeletedPost', 'NewNotification', 'DeletedNotification'] as const;

/**
 * Connects to a hub as the account, or signed out; the connection ends with the API. Hubs check the expiry of tokens by the
 * real clock, so set the API's clock close to it.
 */
export async function connectHub(
  api: TestApi,
  hub: 'post' | 'notifications',
  as?: number,
  reconnectAfterMs: number[] = [],
): Promise<HubListener> {
  const origin = await listenOnLoopback(api);
  const token = as === undefined ? null : await api.tokenOf(as);
  const connection = new HubConnectionBuilder()
    .withUrl(`${origin}/api/hubs/${hub}`, token === null ? {} : { accessTokenFactory: () => token })
    .withAutomaticReconnect(reconnectAfterMs)
    .configureLogging(LogLevel.None)
    .build();
  const received: HubListener['received'] = [];
  for (const method of METHODS) connection.on(method, (...args) => void received.push([method, ...args]));
  await connection.start();
  return {
    connection,
    received,
    async until(count) {
      const end = performance.now() + 60_000;
      while (received.length < count) {
        if (performance.now() > end) throw new Error(`${received.length} of ${count} messages arrived`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

/** Everything that a stream sends until it completes. */
export function readStream(connection: HubConnection, method: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const items: unknown[] = [];
    connection
      .stream(method)
      .subscribe({ next: (item) => items.push(item), complete: () => resolve(items), error: reject });
  });
}
