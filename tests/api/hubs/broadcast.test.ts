import { expect, test, vi } from 'vitest';
import { greetRaw, record, startClient, startServer, until } from './support.ts';

test('A broadcast reaches every connected client, in the order of sending', async () => {
  const { url, hubs } = await startServer();
  const clients = await Promise.all([1, 2, 3, 4].map(() => startClient(url)));
  const records = clients.map((client) => record(client, 'event'));
  for (let number = 1; number <= 20; number += 1) hubs[0]?.broadcast('eu', 'Event', number, { text: 'Ahoy' });
  for (const { received, calls } of records) {
    await received(20);
    expect(calls).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, { text: 'Ahoy' }]));
  }
});

test('A broadcast reaches only the region of the host that a client connects to', async () => {
  const { hubs, port } = await startServer();
  const hosts = { eu: 'localhost', na: 'na.localhost', cis: 'ru.localhost', sea: 'asia.localhost' };
  const records = new Map<string, ReturnType<typeof record>>();
  for (const [region, host] of Object.entries(hosts)) {
    records.set(region, record(await startClient(`http://${host}:${port}/hub`), 'Event'));
  }
  for (const region of records.keys()) hubs[0]?.broadcast(region, 'Event', region);
  for (const [region, { received, calls }] of records) {
    await received(1);
    expect(calls).toEqual([[region]]);
  }
});

test('A client that disconnects is removed from its hub', async () => {
  const { url, hubs } = await startServer();
  const [stays, leaves] = [await startClient(url), await startClient(url)];
  expect(hubs[0]?.count('eu')).toBe(2);
  await leaves.stop();
  await until(() => hubs[0]?.count('eu') === 1);
  const { received } = record(stays, 'Event');
  hubs[0]?.broadcast('eu', 'Event');
  await received(1);
});

test('A broadcast is serialised once for all clients', async () => {
  const { url, hubs } = await startServer();
  await Promise.all([1, 2, 3].map(() => greetRaw(url)));
  const toJSON = vi.fn(() => 'value');
  hubs[0]?.broadcast('eu', 'Event', { toJSON });
  expect(toJSON).toHaveBeenCalledTimes(1);
  hubs[0]?.broadcast('na', 'Event', { toJSON });
  expect(toJSON).toHaveBeenCalledTimes(1);
});

test('500 clients receive 50 broadcasts each, in order', async () => {
  const { url, hubs } = await startServer();
  const clients = await Promise.all(Array.from({ length: 500 }, () => greetRaw(url)));
  const post = { title: 'A fair fight', content: 'x'.repeat(500) };
  for (let number = 0; number < 50; number += 1) hubs[0]?.broadcast('eu', 'NewPost', { number, ...post });
  await until(() => clients.every(({ records }) => records.length === 50), 15_000);
  const numbers = ({ records }: { records: unknown[] }) =>
    records.map((message) => (message as { arguments: [{ number: number }] }).arguments[0].number);
  for (const client of clients)
    expect(numbers(client)).toEqual(Array.from({ length: 50 }, (_, index) => index));
});
