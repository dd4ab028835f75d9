import { beforeEach, expect, test } from 'vitest';
import { type Caller, type HubDefinition, HubError } from '../src/contract.ts';
import { DEFAULT_LIMITS } from '../src/limits.ts';
import { greetRaw, startClient, startServer, tokenOf, until } from './support.ts';

async function* count(_: Caller, [to]: readonly unknown[]): AsyncGenerator<number> {
  for (let value = 1; value <= Number(to); value += 1) yield value;
}

/** Calls of `Wait` that have begun. */
let waiting = 0;
beforeEach(() => {
  waiting = 0;
});

const hub: HubDefinition = {
  path: '/hub',
  methods: {
    Add: (_, [a, b]) => Number(a) + Number(b),
    Nothing: () => undefined,
    Refuse: () => {
      throw new HubError('Not today.');
    },
    Break: async () => {
      throw new Error('secret detail');
    },
    Wait: () => {
      waiting += 1;
      return new Promise(() => undefined);
    },
  },
  streams: { Count: count, Never: (): AsyncIterable<unknown> => ({ [Symbol.asyncIterator]: neverEnding }) },
};

function neverEnding(): AsyncIterator<unknown> {
  return { next: () => new Promise(() => undefined) };
}

/** All items of a streaming call. */
async function collect(items: {
  subscribe: (to: { next(v: unknown): void; error(e: Error): void; complete(): void }) => unknown;
}): Promise<unknown[]> {
  const values: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    items.subscribe({ next: (value) => void values.push(value), error: reject, complete: resolve });
  });
  return values;
}

test('A call returns its result; method names match in any letter case', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  expect(await client.invoke('add', 2, 3)).toBe(5);
  expect(await client.invoke('ADD', 2, 4)).toBe(6);
  expect(await client.invoke('Nothing')).toBeUndefined();
});

test('A HubError reaches the caller with its message', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  await expect(client.invoke('Refuse')).rejects.toThrow('Not today.');
});

test('Any other error is logged, and the caller gets a general message', async () => {
  const { url, logged } = await startServer([hub]);
  const client = await startClient(url);
  const failure = await client.invoke('Break').catch((error: Error) => error.message);
  expect(failure).toBe("Failed to invoke 'Break' due to an error on the server.");
  expect(logged[0]?.details).toMatchObject({ hub: '/hub', err: new Error('secret detail') });
  expect(await client.invoke('Add', 1, 1)).toBe(2);
});

test.each(['Missing', '__proto__', 'constructor', ''.padEnd(500, 'x')])(
  'Calling an unknown method fails (%s)',
  async (name) => {
    const { url } = await startServer([hub]);
    const client = await startClient(url);
    await expect(client.invoke(name)).rejects.toThrow('does not exist');
    await expect(collect(client.stream(name))).rejects.toThrow('does not exist');
  },
);

test('Invoking a stream or streaming a method fails with a hint', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  await expect(collect(client.stream('Add', 1, 2))).rejects.toThrow('is not a stream');
  await expect(client.invoke('Count', 1)).rejects.toThrow('is a stream');
});

test('Calls without an invocation id get no reply, not even an error', async () => {
  const { url } = await startServer([hub]);
  const client = await greetRaw(url);
  for (const target of ['Add', 'Refuse', 'Break', 'Missing']) client.send({ type: 1, target, arguments: [] });
  client.send({ type: 1, invocationId: 'last', target: 'Nothing', arguments: [] });
  expect(await client.next()).toEqual({ type: 3, invocationId: 'last' });
  expect(client.records).toEqual([]);
});

test('A stream sends its items in order and completes', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  expect(await collect(client.stream('count', 500))).toEqual(
    Array.from({ length: 500 }, (_, index) => index + 1),
  );
  expect(await collect(client.stream('Count', 0))).toEqual([]);
});

test('Cancelling a stream stops its source', async () => {
  const { started, stopped, hub: ticking } = tickingHub();
  const { url } = await startServer([ticking]);
  const client = await startClient(url);
  const subscription = client.stream('Tick').subscribe({ next() {}, error() {}, complete() {} });
  await until(() => started.length === 1);
  subscription.dispose();
  await until(() => stopped.length === 1);
});

/** A hub whose stream ticks until it is stopped, and records its start and end. */
function tickingHub(): { started: string[]; stopped: string[]; hub: HubDefinition } {
  const started: string[] = [];
  const stopped: string[] = [];
  async function* tick({ connectionId }: Caller): AsyncGenerator<number> {
    started.push(connectionId);
    try {
      for (let value = 0; ; value += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        yield value;
      }
    } finally {
      stopped.push(connectionId);
    }
  }
  return { started, stopped, hub: { path: '/hub', streams: { Tick: tick } } };
}

test("Losing the connection stops a stream's source", async () => {
  const { started, stopped, hub: ticking } = tickingHub();
  const { url } = await startServer([ticking]);
  const client = await greetRaw(url);
  client.send({ type: 4, invocationId: 's', target: 'Tick', arguments: [] });
  await until(() => started.length === 1);
  client.socket.terminate();
  await until(() => stopped.length === 1);
});

test('A stream whose source never answers can be cancelled, and its id reused', async () => {
  const { url } = await startServer([hub]);
  const client = await greetRaw(url);
  const never = { type: 4, invocationId: 's', target: 'Never', arguments: [] };
  client.send(never, never);
  expect(await client.next()).toEqual({
    type: 3,
    invocationId: 's',
    error: expect.stringContaining('in use'),
  });
  client.send({ type: 5, invocationId: 's' }, { type: 5, invocationId: 'unknown' });
  expect(await client.next()).toEqual({ type: 3, invocationId: 's' });
  client.send({ ...never, target: 'Count', arguments: [1] });
  expect(await client.next()).toEqual({ type: 2, invocationId: 's', item: 1 });
});

test('A call that sends streams fails, and its method does not run', async () => {
  const { url } = await startServer([hub]);
  const client = await greetRaw(url);
  const withStreams = { ...wait(1), streamIds: ['s'] };
  client.send(withStreams, { ...withStreams, invocationId: '2', type: 4, target: 'Count', arguments: [1] });
  client.send({ type: 1, target: 'Wait', streamIds: ['s'] }, { type: 2, invocationId: 's', item: 1 });
  client.send({ type: 3, invocationId: 's' }, { ...add(3), streamIds: [] });
  const error = 'The server takes no streams; the method was not called.';
  expect([await client.next(), await client.next(), await client.next()]).toEqual([
    { type: 3, invocationId: '1', error },
    { type: 3, invocationId: '2', error },
    { type: 3, invocationId: '3', result: 2 },
  ]);
  expect(waiting).toBe(0);
});

const wait = (id: number) => ({ type: 1, invocationId: `${id}`, target: 'Wait', arguments: [] });
const add = (id: number) => ({ type: 1, invocationId: `${id}`, target: 'Add', arguments: [1, 1] });
const refused = (id: number, error: string) => ({
  type: 3,
  invocationId: `${id}`,
  error: expect.stringContaining(error),
});
const UNLIMITED = { running: 1_000, perMinute: 1_000 };

test('Calls beyond the limit of running calls are refused; the connection stays open', async () => {
  const { url } = await startServer([hub], { callsPerConnection: { running: 3, perMinute: 100 } });
  const client = await greetRaw(url);
  client.send(...[1, 2, 3, 4].map(wait), { ...wait(5), type: 4, target: 'Count' });
  expect([await client.next(), await client.next()]).toEqual([
    refused(4, 'Too many calls are running (callsPerConnection.running: 3)'),
    refused(5, 'Too many calls are running (callsPerConnection.running: 3)'),
  ]);
  client.send({ type: 6 });
  expect(client.closeCode).toBeNull();
});

test('A finished call makes room for the next one', async () => {
  const { url } = await startServer([hub], { callsPerConnection: { running: 1, perMinute: 100 } });
  const client = await startClient(url);
  for (let turn = 0; turn < 5; turn += 1) expect(await client.invoke('Add', turn, 1)).toBe(turn + 1);
  await expect(client.invoke('Break')).rejects.toThrow('error on the server');
  expect(await collect(client.stream('Count', 2))).toEqual([1, 2]);
});

test('Calls and messages within a minute are limited by default (Rule 17.21)', async () => {
  const { url } = await startServer([hub]);
  const client = await greetRaw(url);
  const { callsPerConnection, maxMessagesPerMinute } = DEFAULT_LIMITS;
  for (let id = 1; id <= callsPerConnection.perMinute; id += 1) {
    client.send(add(id));
    expect(await client.next()).toMatchObject({ result: 2 });
  }
  client.send(add(999));
  expect(await client.next()).toEqual(
    refused(999, 'Too many calls within a minute (callsPerConnection.perMinute: 120)'),
  );
  client.send(...Array.from({ length: maxMessagesPerMinute }, () => ({ type: 6 })));
  expect(await client.next()).toEqual({ type: 7, error: 'Too many messages were sent within a minute.' });
  await client.closed();
});

test('The connections of an account share its call limits', async () => {
  const secured = { ...hub, requiresUser: true };
  const { url } = await startServer([secured], {
    callsPerConnection: UNLIMITED,
    callsPerAccount: { running: 2, perMinute: 4 },
  });
  const as = (id: number) => greetRaw(url, { authorization: `Bearer ${tokenOf(id)}` });
  const [first, second, other] = await Promise.all([as(7), as(7), as(8)]);
  first?.send(wait(1), wait(2));
  await until(() => waiting === 2);
  second?.send(add(3));
  expect(await second?.next()).toEqual(refused(3, 'Too many calls are running (callsPerAccount.running: 2)'));
  first?.socket.terminate();
  second?.send(add(4), add(5));
  expect(await second?.next()).toEqual(refused(4, 'Too many calls are running'));
  expect(await second?.next()).toEqual(
    refused(5, 'Too many calls within a minute (callsPerAccount.perMinute: 4)'),
  );
  other?.send(add(1));
  expect(await other?.next()).toEqual({ type: 3, invocationId: '1', result: 2 });
});
