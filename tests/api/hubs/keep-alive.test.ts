import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createClient, greetRaw, startServer, until } from './support.ts';

test('Only idle clients are pinged', async () => {
  const { url, hubs } = await startServer(undefined, { keepAlive: 500 });
  const client = await greetRaw(url);
  expect(await client.next()).toEqual({ type: 6 });
  for (let round = 0; round < 10; round += 1) {
    hubs[0]?.broadcast('eu', 'Event');
    await delay(70);
  }
  await until(() => client.records.length >= 10);
  expect(client.records.filter((message) => (message as { type: number }).type === 6)).toEqual([]);
});

test('A silent client is dropped with a Close message that allows it to reconnect', async () => {
  const { url, hubs } = await startServer(undefined, { clientTimeout: 100 });
  const client = await greetRaw(url);
  expect(await client.nextMessage()).toEqual({ type: 7, error: expect.any(String), allowReconnect: true });
  await client.closed();
  await until(() => hubs[0]?.count('eu') === 0);
});

test('A silent client that does not hang up is cut', async () => {
  const { url, server } = await startServer(undefined, { clientTimeout: 60, closeGrace: 60 });
  const client = await greetRaw(url);
  client.socket.pause();
  await until(() => server.connectionCount === 0);
});

test('A client that only pings stays connected', async () => {
  const { url } = await startServer(undefined, { clientTimeout: 600 });
  const client = await greetRaw(url);
  for (let round = 0; round < 12; round += 1) {
    client.send({ type: 6 });
    await delay(90);
  }
  expect(client.closeCode).toBeNull();
});

test("The SignalR client's ping and timeout settings work with the server's", async () => {
  const { url } = await startServer(undefined, { keepAlive: 200, clientTimeout: 800 });
  const client = createClient(url);
  client.keepAliveIntervalInMilliseconds = 200;
  client.serverTimeoutInMilliseconds = 800;
  await client.start();
  await delay(1_800);
  expect(client.state).toBe('Connected');
});
