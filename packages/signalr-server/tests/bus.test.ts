import { expect, test } from 'vitest';
import type { HubBus } from '../src/options.ts';
import { record, startClient, startServer, tokenOf, until } from './support.ts';

/** A bus that returns messages to their sender, too, as publish and subscribe of Redis do. */
function createBus(): HubBus & { sent: string[] } {
  const listeners: ((message: string) => void)[] = [];
  const sent: string[] = [];
  return {
    sent,
    publish(message) {
      sent.push(message);
      for (const listener of listeners) listener(message);
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}

const hub = { path: '/hub', requiresUser: true };

/** Two servers that share a bus, and a client of user 7 at each. */
async function startTwo() {
  const bus = createBus();
  const servers = [await startServer([hub], {}, { bus }), await startServer([hub], {}, { bus })];
  const clients = await Promise.all(
    servers.map(({ url }) => startClient(url, { accessTokenFactory: () => tokenOf(7) })),
  );
  return { bus, hubs: servers.map(({ hubs }) => hubs[0]), clients };
}

test('What a hub sends reaches the clients of every process once', async () => {
  const { hubs, clients } = await startTwo();
  const records = clients.map((client) => record(client, 'Event'));
  hubs[0]?.broadcast('main', 'Event', 'to all');
  hubs[1]?.sendToUser('main', 7, 'Event', 'to one');
  hubs[1]?.broadcast('other', 'Event', 'to others');
  hubs[0]?.broadcast('main', 'Event', 'last');
  for (const { received, calls } of records) {
    await received(3);
    expect(calls).toEqual([['to all'], ['to one'], ['last']]);
  }
});

test('A user is closed in every process', async () => {
  const { hubs, clients } = await startTwo();
  hubs[0]?.closeUser('main', 7, 'Over.');
  await until(() => clients.every(({ state }) => state === 'Disconnected'));
});

test('A message for a hub that a process does not have is ignored', async () => {
  const { bus, hubs, clients } = await startTwo();
  const events = record(clients[0] as (typeof clients)[number], 'Event');
  hubs[0]?.broadcast('main', 'Event', 1);
  bus.publish(String(bus.sent[0]).replace('/hub', '/missing'));
  hubs[0]?.broadcast('main', 'Event', 2);
  await events.received(2);
  expect(events.calls).toEqual([[1], [2]]);
});
