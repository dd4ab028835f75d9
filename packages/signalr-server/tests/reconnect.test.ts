import { HttpTransportType } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import {
  connectRaw,
  createApp,
  createClient,
  greetRaw,
  listen,
  negotiate,
  record,
  startClient,
  startServer,
  until,
} from './support.ts';

test('The SignalR client reconnects after a cut and receives later events', async () => {
  const { url, hubs, server } = await startServer();
  const client = await startClient(url, {}, [0, 20, 50]);
  const events = record(client, 'Event');
  const reconnected: unknown[] = [];
  client.onreconnected((id) => void reconnected.push(id));
  const id = client.connectionId;
  server.cutAll();
  await until(() => reconnected.length === 1);
  expect(client.connectionId).not.toBe(id);
  hubs[0]?.broadcast('main', 'Event', 'after');
  await events.received(1);
  expect(events.calls).toEqual([['after']]);
});

test('Closing sends Close, allows clients to reconnect, and waits for them to disconnect', async () => {
  const { url, server } = await startServer();
  const client = await greetRaw(url);
  await server.close();
  expect(server.connectionCount).toBe(0);
  expect(await client.next()).toEqual({ type: 7, allowReconnect: true });
  expect(await client.closed()).toBe(1000);
});

test('A closing server refuses new connections', async () => {
  const { url, server } = await startServer();
  await server.close();
  await expect(connectRaw(url)).rejects.toThrow('503');
  expect((await negotiate(url)).response.status).toBe(503);
});

test('Closing cuts clients that do not hang up within the grace period', async () => {
  const { url, server } = await startServer(undefined, { closeGrace: 100 });
  (await greetRaw(url)).socket.pause();
  (await connectRaw(url)).socket.pause();
  const start = performance.now();
  await Promise.all([server.close(), server.close()]);
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(server.connectionCount).toBe(0);
});

test.each([HttpTransportType.WebSockets, HttpTransportType.ServerSentEvents, HttpTransportType.LongPolling])(
  'When the app closes, its clients (transport %i) reconnect to the next one',
  async (transport) => {
    const { url, app, port } = await startServer();
    const client = await startClient(url, { transport }, [50, 100, 200, 400]);
    let reconnecting = false;
    client.onreconnecting(() => {
      reconnecting = true;
    });
    await app.close();
    await until(() => reconnecting);
    const next = await startServer(undefined, {}, { wantedPort: port });
    await until(() => client.state === 'Connected');
    expect(next.hubs[0]?.count('main')).toBe(1);
  },
);

test('An app with unused hubs closes at once', async () => {
  const { app } = await startServer();
  const start = performance.now();
  await app.close();
  expect(performance.now() - start).toBeLessThan(500);
});

test('A client whose first start fails reports the error', async () => {
  const app = createApp();
  const port = await listen(app);
  await expect(createClient(`http://127.0.0.1:${port}/hub`).start()).rejects.toThrow('404');
});
