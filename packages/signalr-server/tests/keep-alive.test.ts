import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createClient, greetRaw, startServer, until } from './support.ts';

/** Stops the server's clock; the network keeps its own. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('Only idle clients are pinged', async () => {
  stopClock();
  const { url, hubs } = await startServer(undefined, { keepAlive: 500 });
  const client = await greetRaw(url);
  vi.advanceTimersByTime(600);
  expect(await client.next()).toEqual({ type: 6 });
  for (let round = 0; round < 10; round += 1) {
    hubs[0]?.broadcast('main', 'Event');
    vi.advanceTimersByTime(400);
  }
  await until(() => client.records.length >= 10);
  expect(client.records.filter((message) => (message as { type: number }).type === 6)).toEqual([]);
});

test('A silent client is dropped with a Close message that allows it to reconnect', async () => {
  const { url, hubs } = await startServer(undefined, { clientTimeout: 100 });
  const client = await greetRaw(url);
  expect(await client.nextMessage()).toEqual({ type: 7, error: expect.any(String), allowReconnect: true });
  await client.closed();
  await until(() => hubs[0]?.count('main') === 0);
});

test('A silent client that does not hang up is cut', async () => {
  const { url, server } = await startServer(undefined, { clientTimeout: 60, closeGrace: 60 });
  const client = await greetRaw(url);
  client.socket.pause();
  await until(() => server.connectionCount === 0);
});

test('A client that only pings stays connected', async () => {
  stopClock();
  const { url, server } = await startServer(undefined, { clientTimeout: 600 });
  const client = await greetRaw(url);
  for (let round = 0; round < 3; round += 1) {
    client.send({ type: 6 });
    // The pong of the transport says that the server has read everything before it.
    client.socket.ping();
    await once(client.socket, 'pong');
    vi.advanceTimersByTime(500);
  }
  expect(server.connectionCount).toBe(1);
  vi.advanceTimersByTime(500);
  await client.closed();
});

test("The SignalR client's ping and timeout settings work with the server's", async () => {
  const { url } = await startServer(undefined, { keepAlive: 200, clientTimeout: 800 });
  const pings = { sent: 0, received: 0 };
  class CountingSocket extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      super(address, protocols);
      this.on('message', (data) => {
        if (String(data).includes('"type":6')) pings.received += 1;
      });
    }
    override send(data: string): void {
      if (data.includes('"type":6')) pings.sent += 1;
      super.send(data);
    }
  }
  // The client takes the class of its sockets, which its types do not list.
  const options: object = { WebSocket: CountingSocket };
  const client = createClient(url, options);
  client.keepAliveIntervalInMilliseconds = 200;
  client.serverTimeoutInMilliseconds = 800;
  await client.start();
  // Longer than both time limits.
  await until(() => pings.sent >= 8 && pings.received >= 8, 60_000);
  expect(client.state).toBe('Connected');
});
