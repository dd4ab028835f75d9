/** The real SignalR client against an API under test. */
import type { AddressInfo } from 'node:net';
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { TestApi } from '#tests/support/api.ts';

/** Lets the API listen on a free port of the loopback address, where it is the EU's. Answers its origin. */
export async function listenOnLoopback({ app }: Pick<TestApi, 'app'>): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A started connection, and everything that it was sent: method and arguments, oldest first. */
export interface HubListener {
  connection: HubConnection;
  received: [method: string, ...args: unknown[]][];
  /** Waits until so many messages have arrived. */
  until(count: number): Promise<void>;
}

const METHODS = ['NewPost', 'EditedPost', 'DeletedPost', 'NewNotification', 'DeletedNotification'] as const;

/**
 * Connects to a hub as the account, or as nobody; the connection ends with the API. Tokens expire by the real clock
 * there, so let the API's be near it.
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
      const end = performance.now() + 5_000;
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
