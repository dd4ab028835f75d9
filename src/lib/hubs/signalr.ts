/** A hub by `@microsoft/signalr`. Imported lazily: it is a chunk of its own, loaded after the first data is shown. */
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { Hub, HubOptions } from '#lib/hubs/hub.ts';

/**
 * Makes a SignalR connection. Reconnecting is left to `connection.ts`, which treats a failed first start and a
 * lost connection alike; the library would only do the latter. Its own log is off: failures are reported once.
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
    send: (method, ...args) => connection.send(method, ...args),
    stream: (method, onItem) =>
      new Promise((resolve, reject) => {
        connection.stream(method).subscribe({ next: onItem, complete: resolve, error: reject });
      }),
  };
}
