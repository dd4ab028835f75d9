import { expect, test, vi } from 'vitest';
import { greetRaw, inScope, record, startClient, startServer, until } from './support.ts';

test('A broadcast reaches every connected client, in the order of sending', async () => {
  const { url, hubs } = await startServer();
  const clients = await Promise.all([1, 2, 3, 4].map(() => startClient(url)));
  const records = clients.map((client) => record(client, 'event'));
  for (let number = 1; number <= 20; number += 1)
    hubs[0]?.broadcast('main', 'Event', number, { text: 'Ahoy' });
  for (const { received, calls } of records) {
    await received(20);
    expect(calls).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, { text: 'Ahoy' }]));
  }
});

test('A broadcast reaches only its scope', async () => {
  const { url, hubs } = await startServer();
  const records = new Map<string, ReturnType<typeof record>>();
  for (const scope of ['main', 'first', 'second'])
    records.set(scope, record(await startClient(url, { headers: inScope(scope) }), 'Event'));
  for (const scope of records.keys()) hubs[0]?.broadcast(scope, 'Event', scope);
  for (const [scope, { received, calls }] of records) {
    await received(1);
    expect(calls).toEqual([[scope]]);
  }
});

test('A client that disconnects is removed from its hub', async () => {
  const { url, hubs } = await startServer();
  const [stays, leaves] = [await startClient(url), await startClient(url)];
  expect(hubs[0]?.count('main')).toBe(2);
  await leaves.stop();
  await until(() => hubs[0]?.count('main') === 1);
  const { received } = record(stays, 'Event');
  hubs[0]?.broadcast('main', 'Event');
  await received(1);
});

test('A broadcast is serialised once for all clients', async () => {
  const { url, hubs } = await startServer();
  await Promise.all([1, 2, 3].map(() => greetRaw(url)));
  const toJSON = vi.fn(() => 'value');
  hubs[0]?.broadcast('main', 'Event', { toJSON });
  expect(toJSON).toHaveBeenCalledTimes(1);
  hubs[0]?.broadcast('other', 'Event', { toJSON });
  expect(toJSON).toHaveBeenCalledTimes(1);
});
