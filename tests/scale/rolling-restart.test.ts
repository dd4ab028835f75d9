/** Restarting two processes one after the other, behind the proxy of `deploy/Caddyfile`. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/support/listen.ts';
import { stopCommands } from '#tests/support/commands.ts';
import { ensureProxy, startProxy } from '#tests/support/example-proxy.ts';
import { type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { listenTo, until } from '#tests/support/scale/hub-listener.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { addPlayers, addWriters, createPost } from '#tests/support/scale/writers.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const READERS = 8;
const AUTHORS = 4;

let redis: RedisServer;
const folder = temporaryFolder();
beforeAll(async () => {
  ensureProxy();
  redis = await startRedis();
});
afterAll(async () => {
  await stopCommands();
  await redis.stop();
});

/** Two processes behind the proxy. */
async function startBehind() {
  const fleet = await startFleet(2, () => ({
    REDIS_URL: redis.url,
    TRUST_PROXY: 'loopback',
    ACCESS_LOG: 'true',
  }));
  onTestFinished(() => fleet.close());
  const front = await freePort();
  await startProxy(folder, front, ...fleet.processes.map(({ port }) => port));
  return { fleet, origin: `http://localhost:${front}` };
}

/** Sends requests one after the other until `signal` aborts; returns what went wrong. */
async function repeat(signal: AbortSignal, request: () => Promise<unknown>): Promise<string[]> {
  const failures: string[] = [];
  while (!signal.aborted)
    await request().catch(async (error: Error) => {
      failures.push(`${new Date().toISOString()} ${error.message}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
  return failures;
}

async function restart(fleet: Fleet, index: number): Promise<void> {
  const old = fleet.processes[index];
  if (old === undefined) throw new Error(`There is no process ${index}.`);
  expect(await old.end('SIGTERM')).toBe(0);
  const started = await fleet.start({ API_PORT: String(old.port) });
  await until('the proxy sends it requests', async () => /GET \/api\/Status/.test(started.log()));
  fleet.processes.pop();
  fleet.processes[index] = started;
}

/** Calls a port: "answered", "cut", or the system's code. */
async function callPort(port: number): Promise<string> {
  let result = 'cut';
  const socket = connect(port, '127.0.0.1');
  socket.on('data', () => {
    result = 'answered';
  });
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    result = String(code);
  });
  socket.write('GET /api/Status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => socket.on('close', resolve));
  return result;
}

test('callers of a process that starts are refused or answered, never cut (rule 24.18)', async () => {
  const fleet = await startFleet(0, () => ({ REDIS_URL: redis.url }));
  onTestFinished(() => fleet.close());
  const results = new Set<string>();
  for (let starts = 0; starts < 5; starts++) {
    const port = await freePort();
    const ending = new AbortController();
    const calling = Array.from({ length: READERS }, async () => {
      while (!ending.signal.aborted) results.add(await callPort(port));
    });
    await fleet.start({ API_PORT: String(port) });
    ending.abort();
    await Promise.all(calling);
  }
  expect([...results].sort()).toEqual(['ECONNREFUSED', 'answered']);
});

test('restarting both processes loses no request and no event (rule 24.18)', async () => {
  const { fleet, origin } = await startBehind();
  const ending = new AbortController();
  const created: string[] = [];
  const known = new Set<string>();
  const { connection, heard } = await listenTo(origin);
  const reload = async (): Promise<void> => {
    const response = await fetch(`${origin}/api/Post/latest?page=1&pageSize=100`);
    for (const { id } of (await response.json()) as { id: string }[]) known.add(id);
  };
  let reloads = Promise.resolve();
  connection.onreconnected(() => {
    reloads = reloads.then(reload);
  });
  const authors = await addWriters(fleet, AUTHORS);
  const writing = authors.map((author) =>
    repeat(ending.signal, async () => {
      const [target] = await addPlayers(fleet, 1);
      created.push(await createPost(origin, author, target as number, 'During a restart'));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }),
  );
  const reading = Array.from({ length: READERS }, () =>
    repeat(ending.signal, async () => {
      const response = await fetch(`${origin}/api/Status`);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }),
  );
  for (const index of [0, 1]) await restart(fleet, index);
  ending.abort();
  const failures = (await Promise.all([...writing, ...reading])).flat();
  expect(failures.slice(0, 5)).toEqual([]);
  const isKnown = (id: string): boolean => known.has(id) || heard.some((message) => message.id === id);
  await until('the client knows every post', async () => {
    await reloads;
    return created.every(isKnown);
  });
  expect(created.length).toBeGreaterThan(10);
  await connection.stop();
});
