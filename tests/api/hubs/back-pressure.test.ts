import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { greetRaw, record, startClient, startServer, until } from './support.ts';

const MEBIBYTE = 1024 * 1024;

test('A client that stops reading is cut before its unread messages fill the memory', async () => {
  const { url, hubs, server, logged } = await startServer();
  const stuck = await greetRaw(url);
  const reader = record(await startClient(url), 'Event');
  stuck.socket.pause();
  const before = process.memoryUsage();
  let sent = 0;
  while (server.connectionCount === 2 && sent < 2_000) {
    hubs[0]?.broadcast('eu', 'Event', `${sent}`.padEnd(64 * 1024));
    sent += 1;
    await delay(1);
  }
  const after = process.memoryUsage();
  expect(server.connectionCount).toBe(1);
  expect(logged).toEqual([
    { details: expect.objectContaining({ hub: '/hub' }), sentence: expect.stringMatching(/cut/) },
  ]);
  expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(
    32 * MEBIBYTE,
  );
  await reader.received(sent);
});

test('A burst of broadcasts to a client that does not read is limited, too', async () => {
  const { url, hubs, server } = await startServer(undefined, { maxBufferedBytes: 100_000 });
  const stuck = await greetRaw(url);
  stuck.socket.pause();
  for (let sent = 0; sent < 500; sent += 1) hubs[0]?.broadcast('eu', 'Event', 'x'.repeat(50_000));
  expect(hubs[0]?.count('eu')).toBe(0);
  await until(() => server.connectionCount === 0);
});

test('A stream waits for its client instead of filling the memory', async () => {
  let produced = 0;
  async function* flood(): AsyncGenerator<string> {
    for (; ; produced += 1) yield 'x'.repeat(64 * 1024);
  }
  const { url, server } = await startServer([
    { path: '/hub', requiresUser: false, streams: { Flood: flood } },
  ]);
  const client = await greetRaw(url);
  client.send({ type: 4, invocationId: 's', target: 'Flood', arguments: [] });
  client.socket.pause();
  let before = -1;
  for (let round = 0; round < 40 && produced !== before; round += 1) {
    before = produced;
    await delay(150);
  }
  expect(produced).toBe(before);
  expect(produced).toBeGreaterThan(0);
  expect(server.connectionCount).toBe(1);
});
