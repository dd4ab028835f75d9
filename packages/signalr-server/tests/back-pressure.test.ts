import { expect, test } from 'vitest';
import { greetRaw, record, startClient, startServer, until } from './support.ts';

const MEBIBYTE = 1024 * 1024;
const pingable = { Ping: () => 0 };

test('A client that stops reading is cut before its unread messages fill the memory', async () => {
  const { url, hubs, server, logged } = await startServer();
  const stuck = await greetRaw(url);
  const reader = record(await startClient(url), 'Event');
  stuck.socket.pause();
  const before = process.memoryUsage();
  let sent = 0;
  while (server.connectionCount === 2 && sent < 2_000) {
    hubs[0]?.broadcast('main', 'Event', `${sent}`.padEnd(64 * 1024));
    sent += 1;
    await reader.received(sent);
  }
  const after = process.memoryUsage();
  expect(server.connectionCount).toBe(1);
  expect(logged).toEqual([
    { details: expect.objectContaining({ hub: '/hub' }), sentence: expect.stringMatching(/cut/) },
  ]);
  expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(
    32 * MEBIBYTE,
  );
});

test('A burst of broadcasts to a client that does not read is limited, too', async () => {
  const { url, hubs, server } = await startServer(undefined, { maxBufferedBytes: 100_000 });
  const stuck = await greetRaw(url);
  stuck.socket.pause();
  for (let sent = 0; sent < 500; sent += 1) hubs[0]?.broadcast('main', 'Event', 'x'.repeat(50_000));
  expect(hubs[0]?.count('main')).toBe(0);
  await until(() => server.connectionCount === 0);
});

test('A stream waits for its client instead of filling the memory', async () => {
  let produced = 0;
  async function* flood(): AsyncGenerator<string> {
    for (; ; produced += 1) yield 'x'.repeat(64 * 1024);
  }
  const calls = { running: 1, perMinute: 2_000 };
  const { url, server } = await startServer(
    [{ path: '/hub', methods: pingable, streams: { Flood: flood } }],
    { maxMessagesPerMinute: 3_000, callsPerConnection: calls, callsPerAccount: calls },
  );
  const client = await greetRaw(url);
  client.send({ type: 4, invocationId: 's', target: 'Flood', arguments: [] });
  client.socket.pause();
  await until(() => produced > 0);
  // A stream that did not wait would produce at least one item per call, 125 MiB in all.
  const other = await startClient(url);
  for (let call = 0; call < 2_000; call += 1) await other.invoke('Ping');
  const waitingAt = produced;
  expect(waitingAt).toBeLessThan(500);
  expect(server.connectionCount).toBe(2);
  client.socket.resume();
  await until(() => produced > waitingAt);
});
