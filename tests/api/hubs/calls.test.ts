import { expect, test } from 'vitest';
import type { Caller, HubDefinition } from '#api/hubs/signalr/hub.ts';
import { HubError } from '#api/hubs/signalr/hub.ts';
import { greetRaw, startClient, startServer, until } from './support.ts';

async function* count(_: Caller, [to]: readonly unknown[]): AsyncGenerator<number> {
  for (let value = 1; value <= Number(to); value += 1) yield value;
}

const hub: HubDefinition = {
  path: '/hub',
  requiresUser: false,
  methods: {
    Add: (_, [a, b]) => Number(a) + Number(b),
    Nothing: () => undefined,
    Refuse: () => {
      throw new HubError('Not today.');
    },
    Break: async () => {
      throw new Error('secret detail');
    },
    Wait: () => new Promise(() => undefined),
  },
  streams: { Count: count, Never: (): AsyncIterable<unknown> => ({ [Symbol.asyncIterator]: neverEnding }) },
};

function neverEnding(): AsyncIterator<unknown> {
  return { next: () => new Promise(() => undefined) };
}

/** What a streaming call brings. */
async function collect(items: {
  subscribe: (to: { next(v: unknown): void; error(e: Error): void; complete(): void }) => unknown;
}): Promise<unknown[]> {
  const values: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    items.subscribe({ next: (value) => void values.push(value), error: reject, complete: resolve });
  });
  return values;
}

test('A call is answered with its result, whatever the letter case of its name', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  expect(await client.invoke('add', 2, 3)).toBe(5);
  expect(await client.invoke('ADD', 2, 4)).toBe(6);
  expect(await client.invoke('Nothing')).toBeUndefined();
});

test('A call that the hub refuses is answered with its reason', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  await expect(client.invoke('Refuse')).rejects.toThrow('Not today.');
});

test('A call that breaks is answered without the reason, which is logged', async () => {
  const { url, logged } = await startServer([hub]);
  const client = await startClient(url);
  const failure = await client.invoke('Break').catch((error: Error) => error.message);
  expect(failure).toBe("Failed to invoke 'Break' due to an error on the server.");
  expect(logged[0]?.details).toMatchObject({ hub: '/hub', err: new Error('secret detail') });
  expect(await client.invoke('Add', 1, 1)).toBe(2);
});

test.each(['Missing', '__proto__', 'constructor', ''.padEnd(500, 'x')])(
  'A call of a method that does not exist is answered with an error (%s)',
  async (name) => {
    const { url } = await startServer([hub]);
    const client = await startClient(url);
    await expect(client.invoke(name)).rejects.toThrow('does not exist');
    await expect(collect(client.stream(name))).rejects.toThrow('does not exist');
  },
);

test('A method called as a stream, and a stream called as a method, say so', async () => {
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

test('A stream brings its items in order and completes', async () => {
  const { url } = await startServer([hub]);
  const client = await startClient(url);
  expect(await collect(client.stream('count', 500))).toEqual(
    Array.from({ length: 500 }, (_, index) => index + 1),
  );
  expect(await collect(client.stream('Count', 0))).toEqual([]);
});

test('A cancelled stream is stopped at its source and completed', async () => {
  const { started, stopped, hub: ticking } = tickingHub();
  const { url } = await startServer([ticking]);
  const client = await startClient(url);
  const subscription = client.stream('Tick').subscribe({ next() {}, error() {}, complete() {} });
  await until(() => started.length === 1);
  subscription.dispose();
  await until(() => stopped.length === 1);
});

/** A hub whose stream ticks until it is stopped, and tells when. */
function tickingHub(): { started: string[]; stopped: string[]; hub: HubDefinition } {
  const started: string[] = [];
  const stopped: string[] = [];
  async function* tick({ connectionId }: Caller): AsyncGenerator<number> {
    started.push(connectionId);
    try {
      for (let value = 0; ; value += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield value;
      }
    } finally {
      stopped.push(connectionId);
    }
  }
  return { started, stopped, hub: { path: '/hub', requiresUser: false, streams: { Tick: tick } } };
}

test('A stream ends at its source when its connection is lost', async () => {
  const { started, stopped, hub: ticking } = tickingHub();
  const { url } = await startServer([ticking]);
  const client = await greetRaw(url);
  client.send({ type: 4, invocationId: 's', target: 'Tick', arguments: [] });
  await until(() => started.length === 1);
  client.socket.terminate();
  await until(() => stopped.length === 1);
});

test('A stream whose source never answers can be cancelled, and its id used again', async () => {
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

test('A client with too many calls running at once is disconnected', async () => {
  const { url } = await startServer([hub], { maxCalls: 3 });
  const client = await greetRaw(url);
  for (let id = 0; id < 4; id += 1)
    client.send({ type: 1, invocationId: `${id}`, target: 'Wait', arguments: [] });
  expect(await client.next()).toEqual({ type: 7, error: 'Too many calls were running at once.' });
  await client.closed();
});
