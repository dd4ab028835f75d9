/** A hub by `@microsoft/signalr`, in its own chunk, which loads after the first data is shown. */
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { Hub, HubOptions } from '#lib/hubs/hub.ts';

/**
 * Makes a SignalR connection. `connection.ts` does the reconnecting, because the library never retries a failed first
 * start. The library's log is off: failures are reported once.
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
