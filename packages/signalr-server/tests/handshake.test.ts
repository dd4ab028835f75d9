import { HttpTransportType } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import { connectRaw, startClient, startServer } from './support.ts';

test('The SignalR client connects when it skips negotiation', async () => {
  const { url } = await startServer();
  const client = await startClient(url, { skipNegotiation: true, transport: HttpTransportType.WebSockets });
  expect(client.state).toBe('Connected');
});

test.each([1, 2])('Version %i of the JSON protocol is accepted with an empty answer', async (version) => {
  const { url } = await startServer();
  const client = await connectRaw(url);
  client.send({ protocol: 'json', version });
  expect(await client.next()).toEqual({});
});

test.each([
  ['another protocol', '{"protocol":"messagepack","version":1}', /protocol 'messagepack' is not supported/],
  ['an unknown version', '{"protocol":"json","version":3}', /does not support version 3/],
  ['no protocol at all', '{"version":1}', /names no protocol and version/],
  ['a message before the handshake', '{"type":6}', /names no protocol and version/],
  ['text that is not JSON', 'hello', /not JSON/],
])('A handshake with %s is answered with an error and the connection is closed', async (_, text, error) => {
  const { url, hubs } = await startServer();
  const client = await connectRaw(url);
  client.socket.send(`${text}\u001e`);
  expect(await client.next()).toEqual({ error: expect.stringMatching(error) });
  expect(await client.closed()).toBe(1000);
  expect(hubs[0]?.count('main')).toBe(0);
});

test('A connection without a handshake is closed after the time limit', async () => {
  const { url } = await startServer(undefined, { handshakeTimeout: 60 });
  const client = await connectRaw(url);
  expect(await client.next()).toEqual({ error: 'The handshake took too long.' });
  await client.closed();
});

test('A client receives no broadcast before its handshake', async () => {
  const { url, hubs } = await startServer();
  const client = await connectRaw(url);
  hubs[0]?.broadcast('main', 'Event', 1);
  client.send({ protocol: 'json', version: 1 });
  expect(await client.next()).toEqual({});
  hubs[0]?.broadcast('main', 'Event', 2);
  expect(await client.next()).toEqual({ type: 1, target: 'Event', arguments: [2] });
});
