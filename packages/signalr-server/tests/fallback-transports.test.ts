import { once } from 'node:events';
import { HttpTransportType } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import { negotiate, record, startClient, startServer, type TestServer, until } from './support.ts';

const echoHub = {
  path: '/hub',
  methods: { Echo: (_: unknown, [value]: readonly unknown[]) => value },
  streams: { Items: () => ['a', 'b', 'c'] },
};
const HANDSHAKE = '{"protocol":"json","version":1}\u001e';
const EVENT_STREAM = { accept: 'text/event-stream' };

/** Negotiates and returns the address of the connection. */
async function newConnection(url: string): Promise<string> {
  const { body } = await negotiate(url);
  return `${url}?id=${body.connectionToken}`;
}
const post = (address: string, body: string) => fetch(address, { method: 'POST', body });
const invoke = (id: string, value: string) =>
  `${JSON.stringify({ type: 1, invocationId: id, target: 'Echo', arguments: [value] })}\u001e`;

/** Opens a polled connection and shakes hands. */
async function startPolling(url: string): Promise<string> {
  const address = await newConnection(url);
  await fetch(address);
  await post(address, HANDSHAKE);
  expect(await (await fetch(address)).text()).toBe('{}\u001e');
  return address;
}

/** Sends a poll and waits until the server holds it. */
async function holdPoll({ app }: TestServer, address: string): Promise<{ answer: Promise<Response> }> {
  const received = once(app.server, 'request');
  const answer = fetch(address);
  await received;
  await new Promise((resolve) => setImmediate(resolve));
  return { answer };
}

test.each([
  ['long polling', HttpTransportType.LongPolling],
  ['server-sent events', HttpTransportType.ServerSentEvents],
])('The SignalR client calls, streams and receives broadcasts over %s', async (_, transport) => {
  const { url, hubs } = await startServer([echoHub]);
  const client = await startClient(url, { transport });
  const events = record(client, 'Event');
  expect(await client.invoke('Echo', 'Ünïcode ⚓')).toBe('Ünïcode ⚓');
  const items: unknown[] = [];
  client
    .stream('Items')
    .subscribe({ next: (item) => items.push(item), error() {}, complete: () => items.push(null) });
  await until(() => items.includes(null));
  expect(items).toEqual(['a', 'b', 'c', null]);
  for (let number = 0; number < 50; number += 1) hubs[0]?.broadcast('main', 'Event', number, 'two\nlines');
  await events.received(50);
  expect(events.calls).toEqual(Array.from({ length: 50 }, (__, number) => [number, 'two\nlines']));
  await client.stop();
  await until(() => hubs[0]?.count('main') === 0);
});

test('The SignalR client falls back when its network blocks WebSockets', async () => {
  const { url, hubs } = await startServer([echoHub]);
  class Blocked {
    onclose: ((event: object) => void) | null = null;
    constructor() {
      setImmediate(() => this.onclose?.({}));
    }
  }
  // The client accepts other WebSocket classes, which its types do not declare.
  const client = await startClient(url, { WebSocket: Blocked } as object);
  expect(await client.invoke('Echo', 1)).toBe(1);
  expect(hubs[0]?.count('main')).toBe(1);
});

test('The first poll is answered at once and empty, later ones when there are records', async () => {
  const { url } = await startServer([echoHub]);
  const address = await newConnection(url);
  const first = await fetch(address);
  expect([first.status, await first.text()]).toEqual([200, '']);
  expect(first.headers.get('cache-control')).toBe('no-store');
  const second = fetch(address);
  await post(address, HANDSHAKE + invoke('1', 'a') + invoke('2', 'b'));
  const answered = await second;
  expect(answered.status).toBe(200);
  expect((await answered.text()).split('\u001e')[0]).toBe('{}');
});

test('A burst of records is one answer to one poll', async () => {
  const server = await startServer([echoHub]);
  const { answer } = await holdPoll(server, await startPolling(server.url));
  for (let number = 0; number < 200; number += 1) server.hubs[0]?.broadcast('main', 'Event', number);
  expect((await (await answer).text()).split('\u001e')).toHaveLength(201);
});

test('DELETE ends a polled connection: its poll gets 204 and its token is forgotten', async () => {
  const { url, hubs } = await startServer([echoHub]);
  const address = await startPolling(url);
  const poll = fetch(address);
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(202);
  expect((await poll).status).toBe(204);
  expect((await fetch(address)).status).toBe(404);
  expect((await post(address, invoke('1', 'a'))).status).toBe(404);
  expect(hubs[0]?.count('main')).toBe(0);
});

test('A polled connection that breaks the protocol gets its Close message, then 204', async () => {
  const { url } = await startServer([echoHub]);
  const address = await startPolling(url);
  await post(address, 'nonsense\u001e');
  expect(await (await fetch(address)).text()).toBe('{"type":7,"error":"A message was not JSON."}\u001e');
  expect((await fetch(address)).status).toBe(204);
  expect((await fetch(address)).status).toBe(404);
});

test('A second poll replaces the first, which gets 204', async () => {
  const server = await startServer([echoHub]);
  const address = await startPolling(server.url);
  const first = await holdPoll(server, address);
  const second = fetch(address);
  expect((await first.answer).status).toBe(204);
  server.hubs[0]?.broadcast('main', 'Event');
  expect((await second).status).toBe(200);
});

test('A poll is answered by the keep-alive; a client that stops polling is dropped', async () => {
  const { url, server } = await startServer([echoHub], { keepAlive: 50, clientTimeout: 600 });
  const address = await startPolling(url);
  for (let round = 0; round < 14; round += 1) {
    expect(await (await fetch(address)).text()).toBe('{"type":6}\u001e');
  }
  await until(() => server.connectionCount === 0);
  await until(() => server.tickets.size === 0);
  expect((await fetch(address)).status).toBe(404);
});

test('A client that stops polling is cut when too many records wait for it', async () => {
  const { url, hubs, server } = await startServer([echoHub]);
  await startPolling(url);
  for (let number = 0; number < 50; number += 1) hubs[0]?.broadcast('main', 'Event', 'x'.repeat(64 * 1024));
  expect(server.connectionCount).toBe(0);
});

test('An event stream is neither buffered nor cached, and cut when its client stops reading', async () => {
  const { url, hubs, server } = await startServer([echoHub]);
  const address = await newConnection(url);
  const response = await fetch(address, { headers: EVENT_STREAM });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  await post(address, HANDSHAKE);
  await until(() => hubs[0]?.count('main') === 1);
  for (let number = 0; number < 2_000 && server.connectionCount > 0; number += 1) {
    hubs[0]?.broadcast('main', 'Event', 'x'.repeat(64 * 1024));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(server.connectionCount).toBe(0);
  await response.body?.cancel().catch(() => undefined);
});

test('A message of a client whose stream has just ended is accepted and ignored', async () => {
  const { url, server } = await startServer([echoHub]);
  const address = await newConnection(url);
  const response = await fetch(address, { headers: EVENT_STREAM });
  await response.body?.cancel();
  await until(() => server.connectionCount === 0);
  expect((await post(address, HANDSHAKE)).status).toBe(200);
  expect((await fetch(address, { headers: EVENT_STREAM })).status).toBe(409);
});

test('A request body over the limit is refused', async () => {
  const { url } = await startServer([echoHub]);
  const address = await startPolling(url);
  expect((await post(address, 'x'.repeat(200_000))).status).toBe(413);
});
