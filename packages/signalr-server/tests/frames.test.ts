import { expect, test } from 'vitest';
import { connectRaw, greetRaw, startServer, until } from './support.ts';

const echoHub = {
  path: '/hub',
  methods: { Echo: (_: unknown, [value]: readonly unknown[]) => value },
};
const echo = (id: string, value: unknown) => ({
  type: 1,
  invocationId: id,
  target: 'Echo',
  arguments: [value],
});

test('A handshake and calls in one frame are answered in order', async () => {
  const { url } = await startServer([echoHub]);
  const client = await connectRaw(url);
  client.send({ protocol: 'json', version: 1 }, echo('1', 'a'), { type: 6 }, echo('2', 'b'));
  expect(await client.next()).toEqual({});
  expect(await client.next()).toEqual({ type: 3, invocationId: '1', result: 'a' });
  expect(await client.next()).toEqual({ type: 3, invocationId: '2', result: 'b' });
});

test('A message split into frames of one byte is reassembled, even within characters', async () => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  for (const byte of Buffer.from(`${JSON.stringify(echo('1', 'Ünïcode ⚓ 🚢'))}\u001e`)) {
    client.socket.send(Buffer.of(byte), { binary: true });
  }
  expect(await client.next()).toEqual({ type: 3, invocationId: '1', result: 'Ünïcode ⚓ 🚢' });
});

test('A fragmented WebSocket message is reassembled', async () => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  const text = `${JSON.stringify(echo('1', 'x'))}\u001e`;
  client.socket.send(text.slice(0, 10), { fin: false });
  client.socket.send(text.slice(10), { fin: true });
  expect(await client.next()).toEqual({ type: 3, invocationId: '1', result: 'x' });
});

test('A message of just under 32 KiB is accepted', async () => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  const value = 'x'.repeat(32 * 1024 - JSON.stringify(echo('1', '')).length);
  client.send(echo('1', value));
  expect(await client.next()).toEqual({ type: 3, invocationId: '1', result: value });
});

test.each([
  ['in one frame', (text: string) => [text]],
  ['split over frames, without an end', (text: string) => [text.slice(0, 20_000), text.slice(20_000, -1)]],
])('A message over 32 KiB %s ends the connection with the reason', async (_, split) => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  for (const frame of split(`${JSON.stringify(echo('1', 'x'.repeat(32 * 1024)))}\u001e`))
    client.socket.send(frame);
  expect(await client.next()).toEqual({ type: 7, error: expect.stringContaining('32768 bytes') });
  expect(await client.closed()).toBe(1000);
});

test('A frame above the limit is refused before it is read into memory', async () => {
  const { url, hubs } = await startServer([echoHub]);
  const client = await greetRaw(url);
  client.socket.send('x'.repeat(1024 * 1024));
  expect(await client.closed()).toBe(1009);
  await until(() => hubs[0]?.count('main') === 0);
});

test.each([
  ['text that is not JSON', '{"type":'],
  ['no type', '{"target":"Echo"}'],
  ['a list', '[1]'],
  ['null', 'null'],
  ['an empty record', ''],
  ['a call without a target', '{"type":1,"arguments":[]}'],
  ['a call whose target is a number', '{"type":1,"target":5,"arguments":[]}'],
  ['arguments that are not a list', '{"type":1,"target":"Echo","arguments":{}}'],
  ['stream ids that are not a list', '{"type":1,"target":"Echo","streamIds":"s"}'],
  ['a stream without an invocation id', '{"type":4,"target":"Echo","arguments":[]}'],
  ['a cancellation without an id', '{"type":5}'],
  ['deeply nested JSON', '['.repeat(20_000)],
])('A malformed message (%s) ends the connection with a Close message', async (_, text) => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  client.socket.send(`${text}\u001e`);
  expect(await client.next()).toEqual({ type: 7, error: expect.any(String) });
  expect(await client.closed()).toBe(1000);
});

test('Bytes that are not UTF-8 end the connection with a Close message', async () => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  client.socket.send(Buffer.from([0x22, 0xff, 0x22, 0x1e]), { binary: true });
  expect(await client.next()).toEqual({ type: 7, error: 'A message was not UTF-8 text.' });
});

test('Messages of unknown types and unexpected results are ignored', async () => {
  const { url } = await startServer([echoHub]);
  const client = await greetRaw(url);
  client.send(
    { type: 8, sequenceId: 1 },
    { type: 99 },
    { type: -1 },
    { type: 3, invocationId: 'x', result: 1 },
  );
  client.send({ type: 2, invocationId: 'x', item: 1 }, echo('1', 'still here'));
  expect(await client.next()).toEqual({ type: 3, invocationId: '1', result: 'still here' });
});

test('A client that sends Close is disconnected without an answer', async () => {
  const { url, hubs } = await startServer([echoHub]);
  const client = await greetRaw(url);
  client.send({ type: 7 }, echo('1', 'late'));
  expect(await client.closed()).toBe(1000);
  expect(client.records).toEqual([]);
  expect(hubs[0]?.count('main')).toBe(0);
});
